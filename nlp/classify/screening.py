"""Which patterns a text can match at all, by words of which every match must contain one. Sound, and much faster.

Most texts hold the words of few patterns. For each pattern the words are worked out once from its syntax tree; a text
that holds none of them, which two cheap looks tell, is not searched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

_RUN = 3
"""Letters in a run: the first look compares runs, the second whole words."""
_MOST_SPELLINGS = 24
"""Spellings that a word with classes of letters (c[oó]digo) is expanded to, at most."""
_COMMON = frozenset({"the", "and", "for", "que", "los", "las", "del", "una", "por", "con"})

Words = frozenset[str] | None
"""Words of which every match contains one, in lower case; None when none can be told."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A compiled pattern that is searched only in texts that can match it."""

    pattern: re.Pattern[str]
    words: tuple[str, ...]
    runs: frozenset[str]

    def search(self, text: str) -> re.Match[str] | None:
        """Return the first match, or None."""
        if self.words:
            low, runs = _look(text)
            if self.runs.isdisjoint(runs) or not any(word in low for word in self.words):
                return None
        return self.pattern.search(text)


def screen(source: str, flags: int) -> Screen:
    """Compile a pattern behind its screen; one of which no word can be told is always searched."""
    words = _sequence(parser.parse(source, flags)) or frozenset()
    return Screen(re.compile(source, flags), tuple(sorted(words)), frozenset(word[:_RUN] for word in words))


@lru_cache(maxsize=64)
def _look(text: str) -> tuple[str, frozenset[str]]:
    low = text.lower()
    return low, frozenset(low[i : i + _RUN] for i in range(len(low) - _RUN + 1))


def _sequence(nodes: Iterable[Any]) -> Words:
    """A match contains every part of a sequence, so the most telling part is enough."""
    candidates: list[frozenset[str]] = []
    spelled = frozenset({""})
    for kind, value in nodes:
        letters = _letters(kind, value)
        if letters and len(spelled) * len(letters) <= _MOST_SPELLINGS:
            spelled = frozenset(head + letter for head in spelled for letter in letters)
            continue
        candidates.append(spelled)
        spelled = letters or frozenset({""})
        if (inner := _part(kind, value)) is not None:
            candidates.append(inner)
    candidates.append(spelled)
    telling = [words for words in candidates if min(map(len, words)) >= _RUN]
    return min(telling, key=lambda words: (not words.isdisjoint(_COMMON), len(words)), default=None)


def _letters(kind: Any, value: Any) -> Words:  # noqa: ANN401 - the syntax tree has no types
    if kind is op.LITERAL:
        return frozenset({chr(value).lower()})
    if kind is op.IN and len(value) <= 4 and all(k is op.LITERAL for k, _ in value):
        return frozenset(chr(code).lower() for _, code in value)
    return None


def _part(kind: Any, value: Any) -> Words:  # noqa: ANN401
    if kind is op.SUBPATTERN:
        return _sequence(value[-1])
    if kind is op.BRANCH:
        branches = [_sequence(branch) for branch in value[1]]
        known = [branch for branch in branches if branch is not None]
        return frozenset().union(*known) if len(known) == len(branches) else None
    if kind in (op.MAX_REPEAT, op.MIN_REPEAT) and value[0] >= 1:
        return _sequence(value[2])
    return None
