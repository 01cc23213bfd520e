"""Cues: places in a text that say something about it, found by the classes of the language's table."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from recuerdo.nlp.classify.screening import Screen, screen
from recuerdo.nlp.classify.tables import load

Spoken = Literal["en", "es"]
"""A language with tables of its own."""

_PLACE = re.compile(r"\{([a-z_]+)\}")
_SENTENCE = re.compile(r"(?<=[.!?…])\s+(?=\W*\w)|\n+|;\s+")
_FLAGS = re.IGNORECASE | re.DOTALL


@dataclass(frozen=True, slots=True)
class Cue:
    """What fired and where; `str(cue)` is the evidence that is stored."""

    section: str
    label: str
    text: str
    start: int
    end: int

    def __str__(self) -> str:
        return f"{self.section}, {self.label}: “{self.text.strip()[:60]}”"


@cache
def classes(language: Spoken, section: str) -> tuple[tuple[str, Screen], ...]:
    """Return the labels and patterns of a section, in the table's order."""
    return tuple((label, screen(_expand(language, source), _FLAGS)) for label, source in load(language)[section])


@cache
def pattern(language: Spoken, section: str, name: str | None = None) -> re.Pattern[str]:
    """Return a single pattern of a language's table."""
    found = load(language)[section]
    return re.compile(_expand(language, found[name] if name else found), _FLAGS)


def _expand(language: Spoken, written: str) -> str:
    table = load(language)
    macros = {
        **table["macros"],
        "imperative": _alternatives(table["imperative"]),
        "imperative_clitic": table.get("imperative_clitic", "(?!)"),
    }
    while _PLACE.search(written):
        written = _PLACE.sub(lambda place: macros[place[1]], written)
    return written


def _alternatives(listed: str) -> str:
    return "(?:" + "|".join(sorted(set(listed.split()), key=len, reverse=True)) + r")(?!\w)"


@cache
def imperatives(language: Spoken) -> frozenset[str]:
    """Return the verbs that open commits, requests and advice."""
    return frozenset(load(language)["imperative"].split())


@cache
def commit_verbs(language: Spoken) -> frozenset[str]:
    """Return the imperatives that open commits rather than requests."""
    return frozenset(load(language)["commit_verbs"].split())


def first(language: Spoken, section: str, text: str) -> Cue | None:
    """Return the cue of the first class that matches, or None."""
    return next(iter(every(language, section, text)), None)


def earliest(language: Spoken, section: str, text: str) -> Cue | None:
    """Return the cue that stands first in the text, or None."""
    return min(every(language, section, text), key=lambda cue: cue.start, default=None)


@lru_cache(maxsize=256)
def every(language: Spoken, section: str, text: str) -> tuple[Cue, ...]:
    """Return one cue for each class that matches."""
    found = ((label, one.search(text)) for label, one in classes(language, section))
    return tuple(Cue(section, label, match[0], match.start(), match.end()) for label, match in found if match)


@cache
def _forms() -> tuple[tuple[str, Screen], ...]:
    sources = ((label, source) for label, source in load("forms").items() if label not in ("about", "event keys"))
    return tuple((label, screen(source, re.IGNORECASE | re.MULTILINE)) for label, source in sources)


@lru_cache(maxsize=64)
def output_form(text: str) -> Cue | None:
    """Return the cue that a text is the output of a program (log line, stack trace, gauge), in any language."""
    for label, form in _forms():
        if match := form.search(text):
            return Cue("form", label, match[0], match.start(), match.end())
    return None


@cache
def event_keys() -> re.Pattern[str]:
    """Return the keys that make a key=value line an event."""
    return re.compile(load("forms")["event keys"], re.IGNORECASE)


def sentences(text: str) -> list[tuple[int, str]]:
    """Return the sentences of a text with their offsets; a semicolon ends one."""
    starts = [0, *(m.end() for m in _SENTENCE.finditer(text))]
    return [(a, text[a:b]) for a, b in zip(starts, [*starts[1:], len(text)], strict=True) if text[a:b].strip()]
