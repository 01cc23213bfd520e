"""Cleaning and judging the subject and the value that a pattern found."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from recuerdo.nlp.facts.models import SPEAKER, WE
from recuerdo.nlp.facts.tables import Grammar, units

_OUTER = ' \t,.;:!?"“”«»()[]*_`…-–—'
_CAPITAL_OR_DIGIT = re.compile(r"[A-ZÀ-ÖØ-Þ\d]")
_QUANTITY = re.compile(r"^\D*?\d[\d.,:]*(?:[kKmM](?![a-zA-Z]))?\s?(?P<unit>[^\W\d_]+|[µ°%€$£]\w?)?")
_RATE = frozenset({"per", "a", "an", "of", "por", "al", "de"})
_TICKET = re.compile(r"^(?:ticket|issue|bug|incidencia|tarea|pr|mr) (?=[A-Z][A-Z0-9]+-\d+|#\d+)", re.IGNORECASE)
_NAME_WITH_ARTICLE = re.compile(r"^(?:The|El|La|Los|Las) [A-ZÀ-ÖØ-Þ]")
_LETTERS = re.compile(r"[^\W\d_]{2}|^[^\W\d_]$")
_MAX_SUBJECT_WORDS = 6


def subject_of(words: str, grammar: Grammar) -> str | None:
    """Return a subject without determiner, `SPEAKER`, `WE`, or None when the words name nothing by themselves."""
    words = words.strip(_OUTER)
    if grammar.guards["speaker"].match(words):
        return SPEAKER
    if grammar.guards["we"].match(words):
        return WE
    if grammar.guards["kept_pronoun"].match(words):
        return words.lower()
    return _named(words, grammar)


def _named(words: str, grammar: Grammar) -> str | None:
    named = grammar.guards["own_name"].match(words)
    if named is not None:
        return named["name"]
    words = _TICKET.sub("", grammar.guards["determiner"].sub("", words))
    fits = 0 < len(words.split()) <= _MAX_SUBJECT_WORDS and "," not in words and _LETTERS.search(words)
    return words if fits and not _matches(words, ("subject_reject", "dangling"), grammar) else None


def _matches(words: str, guards: tuple[str, ...], grammar: Grammar) -> bool:
    return any(grammar.guards[guard].search(words) for guard in guards)


def owner_of(words: str, grammar: Grammar) -> str | None:
    """Return whom "my", "our" or "Ana's" points to; None for "his" and "her", whose owner is not in the clause."""
    if grammar.guards["mine"].match(words):
        return SPEAKER
    if grammar.guards["ours"].match(words):
        return WE
    return words.removesuffix("'s") if words[:1].isupper() and words.lower() not in {"his", "her"} else None


def values_of(words: str, options: Mapping[str, Any], grammar: Grammar) -> list[str]:
    """Return the value, or several where the pattern allows a list; empty when none is fit to keep."""
    if grammar.guards["unfinished"].match(words):
        return []
    kept = _cut(words, options.get("cut", "default"), grammar)
    if grammar.guards["compared"].match(words, len(kept)):
        return []
    is_list = options.get("list") and not grammar.guards["gerund"].match(kept)
    parts = grammar.guards["list_separator"].split(kept) if is_list else [kept]
    cleaned = [_clean(part, grammar) for part in parts]
    return cleaned if all(_fit(part, options, grammar) for part in cleaned) else []


def _cut(words: str, how: str, grammar: Grammar) -> str:
    words = grammar.guards["value_cut"].sub("", words, count=1)
    return grammar.guards["phrase_cut"].sub("", words, count=1) if how == "phrase" else words


def _clean(words: str, grammar: Grammar) -> str:
    words = " ".join(words.split()).strip(_OUTER)
    return words if _NAME_WITH_ARTICLE.match(words) else grammar.guards["determiner"].sub("", words)


def _fit(value: str, options: Mapping[str, Any], grammar: Grammar) -> bool:
    if not value or '"' in value or len(value.split()) > options.get("max_words", 8):
        return False
    if _matches(value, ("value_reject", "dangling"), grammar):
        return False
    return not ("value_not" in options and options["value_not"].search(value)) and _is_kind(value, options, grammar)


def _is_kind(value: str, options: Mapping[str, Any], grammar: Grammar) -> bool:
    """Whether a value is what its pattern asks for: a name, a noun, a quantity."""
    if options.get("proper_value") and not _CAPITAL_OR_DIGIT.search(value):
        return False
    if options.get("noun_value") and grammar.guards["adjective"].search(value):
        return False
    return not options.get("quantity") or is_quantity(value)


def is_quantity(value: str) -> bool:
    """Whether a value is a number by itself or with a unit of the table: "30s", "50 GB", "5"."""
    found = _QUANTITY.match(value)
    if found is None:
        return False
    unit = (found["unit"] or "").lower()
    return not unit or unit in units() or unit in _RATE


def join(value: str, options: Mapping[str, Any], groups: Mapping[str, str | None], grammar: Grammar) -> str | None:
    """Write a choice or a change as `a > b`; None when its other half is not fit to keep."""
    if groups.get("f"):
        former = values_of(groups["f"] or "", {}, grammar)
        return f"{former[0]} > {value}" if former else None
    if groups.get("w"):
        other = values_of(groups["w"] or "", {"cut": options.get("cut", "default")}, grammar)
        return f"{value} > {other[0]}" if other else None
    return f"> {value}" if options.get("change") else value
