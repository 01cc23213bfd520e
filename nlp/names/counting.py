"""What counts in a name: the words of which two different ones always mean two different things."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from recuerdo.nlp.names import tables
from recuerdo.nlp.names.spelling import Word

NUMBER_MARK = "#"
"""Starts every counting word of a core: ``#3``, ``#m5`` (May), ``#w0`` (Monday), ``#b`` (Plan B)."""

_NOT_LETTERS_OF_A_SERIES = frozenset("AEIOY")


def read_numbers(found: Sequence[Word]) -> tuple[str, ...]:
    """The folded words, each counting word as its number: "Fase III" → ("fase", "#3")."""
    last = len(found) - 1
    return tuple(_number(word, position, position == last) or word.folded for position, word in enumerate(found))


def numbers_of(core: Iterable[str]) -> tuple[str, ...]:
    """The counting words of a core, sorted."""
    return tuple(sorted(word for word in core if word[0] == NUMBER_MARK))


def is_number(word: str) -> bool:
    """Whether a word of a core counts."""
    return word[0] == NUMBER_MARK


def is_year(word: str) -> bool:
    """Whether a counting word reads as a year, 1900–2099."""
    return len(word) == 5 and word[1:3] in {"19", "20"} and word[1:].isdigit()


def _number(word: Word, position: int, is_last: bool) -> str:
    if word.folded[0].isdigit():
        return NUMBER_MARK + word.folded
    table = tables.numbers()
    value = table.words.get(word.folded) or table.calendar.get(word.folded)
    if not value and position and word.text.isupper():
        value = table.roman.get(word.folded)
    if not value and position and _is_letter_of_a_series(word.text, is_last):
        value = word.folded
    return NUMBER_MARK + value if value else ""


def _is_letter_of_a_series(text: str, is_last: bool) -> bool:
    if len(text) != 1 or not text.isascii() or not text.isalpha():
        return False
    return is_last or (text.isupper() and text not in _NOT_LETTERS_OF_A_SERIES)
