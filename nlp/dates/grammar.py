"""The tables of the date grammar, one file per language, compiled once when a language is first asked for.

A pattern is a regular expression in which `{name}` stands for a macro or for the words of the table of that name.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from recuerdo.nlp.language import Language

_DATA = Path(__file__).parents[1] / "data" / "dates"
_WORD = re.compile(r"[^\W\d_]+")
_DIGIT = re.compile(r"\d")
_PLACE = re.compile(r"\{([a-z_]+\d?)\}")


@dataclass(frozen=True, slots=True)
class Rule:
    """One way in which a date is written; `reading` names the function that understands the match."""

    reading: str
    pattern: re.Pattern[str]
    spanned: bool
    """Whether a group `x` gives the extent of the phrase, the rest being context."""
    bound: bool
    """Whether the phrase counts only beside another one (`evening` in `Friday evening`)."""
    needs: str
    """What the text must have for the rule to be worth trying: `digit`, or a word of the table or trigger of that name."""
    example: str


@dataclass(frozen=True, slots=True)
class Grammar:
    """All that one language knows of dates."""

    rules: tuple[Rule, ...]
    tables: dict[str, dict[str, Any]]
    triggers: dict[str, frozenset[str]]
    """The words that announce each table."""
    gate: re.Pattern[str]
    joints: dict[str, re.Pattern[str]]
    """How phrases join: glue, edge, open, open_after, range_prefix, connector, bare_connector."""
    day_first: bool
    """Whether 3/10 is 3 October."""

    def applicable(self, text: str) -> list[Rule]:
        """Return the rules that a text can match at all: most are ruled out by one look at its words."""
        present = set(_WORD.findall(text.lower()))
        met = {name for name, announcing in self.triggers.items() if not announcing.isdisjoint(present)}
        if _DIGIT.search(text):
            met.add("digit")
        return [rule for rule in self.rules if rule.needs in met]


@cache
def grammar(language: Language) -> Grammar:
    """Return a language's grammar; `und` knows only what reads the same everywhere."""
    common = _load("common")
    own = _load(language)
    tables = {name: table for source in (common, own) for name, table in source.items() if isinstance(table, dict)}
    macros = {name: _alternatives(table) for name, table in tables.items() if name != "macros"}
    macros |= common["macros"] | own.get("macros", {})
    rules = tuple(_rule(entry, macros) for entry in common["rules"] + own["rules"])
    joints = {
        name: re.compile(pattern, re.IGNORECASE)
        for name, pattern in {**common["joints"], **own.get("joints", {})}.items()
    }
    triggers = {name: _announcing(tables[name]) for name in {rule.needs for rule in rules} if name in tables}
    triggers |= {name: frozenset(announcing.split()) for name, announcing in own.get("triggers", {}).items()}
    return Grammar(rules, tables, triggers, re.compile(own["gate"], re.IGNORECASE), joints, own["order"] == "dmy")


def _load(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((_DATA / f"{name}.json").read_text(encoding="utf-8"))
    return loaded


def _alternatives(table: dict[str, Any]) -> str:
    """Join a table's words, the longest first, since a regular expression takes the first that fits."""
    return "(?:" + "|".join(re.escape(w).replace(r"\ ", r"\s+") for w in sorted(table, key=len, reverse=True)) + ")"


def _announcing(table: dict[str, Any]) -> frozenset[str]:
    """Return the longest word of each entry, in singular and plural."""
    longest = {max(_WORD.findall(entry), key=len) for entry in table}
    return frozenset(longest | {word + "s" for word in longest} | {word + "es" for word in longest})


def _rule(entry: dict[str, Any], macros: dict[str, str]) -> Rule:
    pattern: str = entry["pattern"]
    while _PLACE.search(pattern):
        pattern = _PLACE.sub(lambda place: macros[place[1]], pattern)
    return Rule(
        entry["reading"],
        re.compile(pattern, re.IGNORECASE),
        "(?P<x>" in pattern,
        entry.get("bound", False),
        entry["needs"],
        entry["example"],
    )
