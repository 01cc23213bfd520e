"""Words of two names put side by side, in order; and which different spellings are one word misspelt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz.distance import OSA

from recuerdo.nlp.names import tables

_INTERCHANGED = str.maketrans({"z": "s", "y": "i"})


class Alignment(NamedTuple):
    """The most pairs that keep both orders, and what is left over on each side."""

    pairs: tuple[tuple[str, str], ...]
    left: tuple[str, ...]
    right: tuple[str, ...]


def align(left: Sequence[str], right: Sequence[str], related: Callable[[str, str], bool]) -> Alignment:
    """Pair related words without crossing; equal words take precedence."""
    table = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i, one in enumerate(left):
        for j, other in enumerate(right):
            gain = 5 if one == other else 4 if related(one, other) else 0
            paired = table[i][j] + gain if gain else 0
            table[i + 1][j + 1] = max(table[i][j + 1], table[i + 1][j], paired)
    return _trace(left, right, table)


def _trace(left: Sequence[str], right: Sequence[str], table: list[list[int]]) -> Alignment:
    pairs, rest_left, rest_right = [], [], []
    i, j = len(left), len(right)
    while i and j:
        if table[i][j] == table[i - 1][j]:
            i -= 1
            rest_left.append(left[i])
        elif table[i][j] == table[i][j - 1]:
            j -= 1
            rest_right.append(right[j])
        else:
            i, j = i - 1, j - 1
            pairs.append((left[i], right[j]))
    rest_left += reversed(left[:i])
    rest_right += reversed(right[:j])
    return Alignment(tuple(reversed(pairs)), tuple(reversed(rest_left)), tuple(reversed(rest_right)))


@lru_cache(maxsize=1 << 15)
def misspelling(one: str, other: str) -> float:
    """How surely two different words are one word misspelt.

    Surely: a letter left out, doubled or swapped with its neighbour in a word of eight letters or more; z/s, y/i or
    ph/f from seven on. Perhaps: six or seven letters, another letter (Petersen, Peterson), two edits in eleven letters
    or more (hypertension, hypotension), an edit at the end. Never: the first letter, a vowel at the end (Manolo,
    Manola), digits, two words that are both known.

    Returns:
        0.92 or 0.93 surely; 0.85 perhaps; 0.0 two words.
    """
    shorter = min(len(one), len(other))
    if shorter < 6 or one[0] != other[0] or not (one.isalpha() and other.isalpha()) or _are_known(one, other):
        return 0.0
    edits = OSA.distance(one, other, score_cutoff=2)
    if edits > 2 or (edits == 2 and shorter < 11) or _ends_differ(one, other):
        return 0.0
    if shorter >= 7 and sounds(one) == sounds(other):
        return 0.93
    is_substitution = len(one) == len(other) and sorted(one) != sorted(other)
    return 0.92 if shorter >= 8 and edits == 1 and one[-1] == other[-1] and not is_substitution else 0.85


@lru_cache(maxsize=1 << 15)
def sounds(word: str) -> str:
    """A word with doubled letters single, z as s, y as i, ph as f."""
    word = word.replace("ph", "f").translate(_INTERCHANGED)
    return "".join(letter for letter, before in zip(word, " " + word, strict=False) if letter != before)


def _are_known(one: str, other: str) -> bool:
    known = tables.known_words()
    return one in known and other in known


def _ends_differ(one: str, other: str) -> bool:
    """A vowel at the end carries gender, and a plural is no misspelling."""
    last = {one[-1], other[-1]}
    if len(last) == 2 and (last <= set("aeo") or (len(one) != len(other) and last & set("aeo"))):
        return True
    return one in {f"{other}s", f"{other}es"} or other in {f"{one}s", f"{one}es"}
