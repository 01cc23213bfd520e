"""Words and verbs of a text, as values."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Tense = Literal["past", "present", "future", "obligation", "hypothetical"]

Found = tuple[Tense, bool] | None
"""The tense that a word carries and whether that is a weak guess; None for a word that is no clear verb."""

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a text: offsets, as written, and in lower case."""

    start: int
    end: int
    text: str
    lower: str


@dataclass(frozen=True, slots=True)
class Verb:
    """A word that carries a tense; `weak` when only its place in the sentence says that it is a verb."""

    start: int
    end: int
    word: str
    tense: Tense
    weak: bool = False


def split(text: str) -> list[Word]:
    """Return the words of a text."""
    return [Word(m.start(), m.end(), m[0], m[0].lower().replace("’", "'")) for m in _WORD.finditer(text)]
