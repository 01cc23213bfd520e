"""Cleaning and judging the subject and the value that a pattern found."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from recuerdo.nlp.facts.models import SPEAKER, WE
from recuerdo.nlp.facts.tables import Grammar, units

_OUTER = ' \t,.;:!?"“”«»()[]*_`…-–—'
_LIST = re.compile(r",\s*(?:and |y |or )?|\s+(?:and|y|e|&|plus)\s+", re.IGNORECASE)
_DANGLING = re.compile(
    r"\b(?:of|for|with|in|on|at|to|the|a|an|and|or|my|our|your|by|from|as|than|that|very|de|del|la|el|los|las|con|en|y|o|un|una|mi|su|al|por|para|que|muy|his|her|their|its|tu|nuestro|nuestra)$| [b-df-hj-np-tv-xz]$",
    re.IGNORECASE,
)
_PARTICIPLE = re.compile(r"(?:ed|ful|ous|able|ible|less)$", re.IGNORECASE)
_UNFINISHED = re.compile(r"^\w+ing (?:to|about|at|on|up|for|out|around|with)\b", re.IGNORECASE)
_COMPARED = re.compile(r"[,\s]+(?:than|more|less|más|menos)\b", re.IGNORECASE)
_GERUND = re.compile(r"^\w+ing\b")
_NAME_WITH_ARTICLE = re.compile(r"^(?:The|El|La|Los|Las) [A-ZÀ-ÖØ-Þ]")
_LETTERS = re.compile(r"[^\W\d_]{2}|^[^\W\d_]$")
_OWN_NAME = re.compile(
    r"^(?:my|our|mi|nuestr[oa]) (?:[\w-]+ ){1,3}(?P<name>[A-ZÀ-ÖØ-Þ][\w'-]+(?: [A-ZÀ-ÖØ-Þ][\w'-]+)*)$", re.IGNORECASE
)
_CAPITAL_OR_DIGIT = re.compile(r"[A-ZÀ-ÖØ-Þ\d]")
_QUANTITY = re.compile(r"^\D*?\d[\d.,:]*(?:[kKmM](?![a-zA-Z]))?\s?(?P<unit>[^\W\d_]+|[µ°%€$£]\w?)?")
_RATE = frozenset({"per", "a", "an", "of", "por", "al", "de"})
_TICKET = re.compile(r"^(?:ticket|issue|bug|incidencia|tarea|pr|mr) (?=[A-Z][A-Z0-9]+-\d+|#\d+)", re.IGNORECASE)
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
    named = _OWN_NAME.match(words)
    if named is not None and named["name"][0].isupper():
        return named["name"]
    words = _TICKET.sub("", grammar.guards["determiner"].sub("", words))
    too_long = not words or len(words.split()) > _MAX_SUBJECT_WORDS or "," in words
    if (
        too_long
        or not _LETTERS.search(words)
        or grammar.guards["subject_reject"].search(words)
        or _DANGLING.search(words)
    ):
        return None
    return words


def owner_of(words: str, grammar: Grammar) -> str | None:
    """Return whom "my", "our" or "Ana's" points to; None for "his" and "her", whose owner is not in the clause."""
    if grammar.guards["mine"].match(words):
        return SPEAKER
    if grammar.guards["ours"].match(words):
        return WE
    return words.removesuffix("'s") if words[:1].isupper() and words.lower() not in {"his", "her"} else None


def values_of(words: str, options: Mapping[str, Any], grammar: Grammar) -> list[str]:
    """Return the value, or several where the pattern allows a list; empty when none is fit to keep."""
    if _UNFINISHED.match(words):
        return []
    kept = _cut(words, options.get("cut", "default"), grammar)
    if _COMPARED.match(words, len(kept)):
        return []
    parts = _LIST.split(kept) if options.get("list") and not _GERUND.match(kept) else [kept]
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
    if grammar.guards["value_reject"].search(value) or _DANGLING.search(value):
        return False
    if "value_not" in options and options["value_not"].search(value):
        return False
    if options.get("proper_value") and not _CAPITAL_OR_DIGIT.search(value):
        return False
    if options.get("noun_value") and _PARTICIPLE.search(value):
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
