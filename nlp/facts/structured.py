"""Facts from commits, log lines, tickets, and keys with values: no parse, high trust."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from recuerdo.nlp.facts.models import WE, Clause, FactCandidate
from recuerdo.nlp.facts.tables import compile_template, predicates, read_table

_CONFIDENCE = 0.95
_PAIR = re.compile(
    r"(?<![\w=!<>.&?/-])(?P<k>[A-Za-z_][\w.-]*)=(?P<v>\"[^\"]*\"|'[^']*'|[^\s=;,&()<>{}\[\]]+)(?=[\s,]|$)"
)
_KEY_VALUE = re.compile(r"^(?P<k>[^\W\d][\w.\- ]{0,40}?)\s*[:：]\s+(?P<v>\S.*?)\s*$")
_IDENTIFIER = re.compile(r"^(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[a-z][\w-]*(?:[._][\w-]+)+)$")
_CODE = re.compile(
    r"[{}]|<[\w/!]|;\s*$|[\"'\w)\]]=.*,\s*$|^\w+: .*,$|^(?://|/\*|\*/|#!|@\w+$)|==|=>|\(\)|^\s*(?:def|class|import|from|return|const|let|var|function|if|for|while|SELECT|INSERT)\b|https?:$"
)
_SECRET = re.compile(r"pass(?:word|wd|phrase)?$|secret|token$|api_?key|credential|contraseña|clave$", re.IGNORECASE)
_COMMENT = re.compile(r"\s+#\s.*$")
_MAX_VALUE_WORDS = 6


@dataclass(frozen=True, slots=True)
class _Rule:
    predicate: str
    regex: re.Pattern[str]
    options: Mapping[str, Any]


@cache
def _rules(kind: str) -> tuple[_Rule, ...]:
    table = read_table("structured")
    return tuple(_Rule(row["predicate"], compile_template(row["regex"], table["macros"]), row) for row in table[kind])


@cache
def _commit_head() -> re.Pattern[str]:
    types = "|".join(read_table("structured")["commit_types"])
    return re.compile(rf"^(?P<type>{types})(?:\((?P<scope>[^)]+)\))?!?: +(?P<body>.+)$", re.IGNORECASE)


@cache
def _log_head() -> re.Pattern[str]:
    return compile_template(read_table("structured")["log_head"], {})


@cache
def _telling_keys() -> frozenset[str]:
    return frozenset(read_table("structured")["telling_keys"])


def is_code(line: Clause) -> bool:
    """Whether a line is source code or markup, which states nothing about the world."""
    return _CODE.search(line.text) is not None


def read_line(line: Clause, *, among_code: bool = False) -> list[FactCandidate] | None:
    """Return the facts of a structured line, or None when the line is prose.

    Args:
        line: One line.
        among_code: Its text is full of code, so that `key=value` in it is an argument, not a setting.

    Returns:
        An empty list when the line is structured and nothing in it is a fact (a revert, a piece of code, a secret).
    """
    if is_code(line):
        return []
    for reader in (_commit, _ticket, _log) if among_code else (_commit, _ticket, _log, _pairs, _key_value):
        facts = reader(line)
        if facts is not None:
            return facts
    return None


def _commit(line: Clause) -> list[FactCandidate] | None:
    head = _commit_head().match(line.text)
    if head is None:
        return _apply("commit", line, line.text, None, imperative=True) or None
    if head["type"].lower() == "revert":
        return []
    return _apply("commit", line, head["body"].rstrip("."), head["scope"])


def _ticket(line: Clause) -> list[FactCandidate] | None:
    return _apply("ticket", line, line.text.rstrip("."), None) or None


def _log(line: Clause) -> list[FactCandidate] | None:
    head = _log_head().match(line.text)
    if head is None or not head[0]:
        return None
    message = line.text[head.end() :]
    return _apply("log", line, message, None) or _pairs(line.part(head.end(), len(line.text))) or []


def _apply(kind: str, line: Clause, text: str, scope: str | None, *, imperative: bool = False) -> list[FactCandidate]:
    for rule in _rules(kind):
        found = rule.regex.match(text)
        if found is not None and not (imperative and _is_chat(rule, found)):
            return [_from_rule(rule, found, kind, line, scope)]
    return []


def _is_chat(rule: _Rule, found: re.Match[str]) -> bool:
    """Whether an imperative without a commit's head may be said to a person: its object is no code."""
    if rule.predicate == "status":
        return False
    groups = found.groupdict()
    return not any(re.search(r"[_./\d]|[a-z][A-Z]", groups.get(name) or "") for name in ("s", "f"))


def _from_rule(rule: _Rule, found: re.Match[str], kind: str, line: Clause, scope: str | None) -> FactCandidate:
    groups = found.groupdict()
    subject = (scope or WE) if rule.options.get("scope") else groups["s"]
    value = _value(rule, groups)
    return _fact(subject, rule.predicate, value, kind, line)


def _value(rule: _Rule, groups: Mapping[str, str | None]) -> str:
    value = (groups["v"] or "").strip(" .,;\"'`")
    if "status" in rule.options:
        return str(read_table("structured")["closing_words"].get(value.lower(), rule.options["status"]))
    if groups.get("f"):
        return f"{(groups['f'] or '').strip()} > {value}"
    return f"> {value}" if rule.options.get("change") else value


def _pairs(line: Clause) -> list[FactCandidate] | None:
    found = list(_PAIR.finditer(_COMMENT.sub("", line.text)))
    paired = sum(len(pair[0]) for pair in found)
    if not found or paired * 2 < len(line.text.replace(" ", "")):
        return None
    kept = [pair for pair in found if not _SECRET.search(pair["k"])]
    return [_fact(pair["k"], "value_of", pair["v"].strip("\"'"), "pair", line) for pair in kept]


def _key_value(line: Clause) -> list[FactCandidate] | None:
    found = _KEY_VALUE.match(_COMMENT.sub("", line.text))
    if found is None or not _is_telling(found["k"], found["v"]):
        return None
    if _SECRET.search(found["k"].strip()):
        return []
    return [_fact(found["k"].strip(), "value_of", found["v"].strip("\"'`,."), "key", line)]


def _is_telling(key: str, value: str) -> bool:
    if len(value.split()) > _MAX_VALUE_WORDS or value.endswith(("?", ":")):
        return False
    return key.strip().lower() in _telling_keys() or _IDENTIFIER.match(key.strip()) is not None


def _fact(subject: str, predicate: str, value: str, kind: str, line: Clause) -> FactCandidate:
    declared = predicates()[predicate]
    return FactCandidate(
        subject=subject,
        predicate=predicate,
        value=value,
        polarity="+",
        modality="asserted",
        told_by=None,
        start=line.start,
        end=line.end,
        sentence=line.text,
        pattern=f"structured/{kind}",
        structured=True,
        confidence=_CONFIDENCE,
        value_type=declared.value_type,
        cardinality=declared.cardinality,
    )
