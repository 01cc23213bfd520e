"""One line of a text as words, and the questions that name rules ask about it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from recuerdo.nlp.mentions.position import starts_sentence
from recuerdo.nlp.mentions.tables import Words

_WORD = re.compile(r"[^\W\d_]\w*(?:['’&.\-][^\W_]\w*)*[+#]*|\d+(?:[.,]\d+)*\w*")
_ENDING = re.compile(
    r"['’]s?$|-(?:specific|style|based|like|related|friendly|driven|free|aware|wide|only|first|powered)$"
)
_HEADING_WORDS = 4


@dataclass(frozen=True, slots=True)
class Word:
    """A word where it stands, without possessive.

    Attributes:
        text: As written.
        lower: Lower case, with a straight apostrophe, as the tables have it.
        start: Offset in the whole text.
        end: Offset after it.
        index: Its place in the line.
    """

    text: str
    lower: str
    start: int
    end: int
    index: int

    @property
    def is_capital(self) -> bool:
        """Whether it is written as a name."""
        return self.text[0].isupper()

    @property
    def is_number(self) -> bool:
        """Whether it starts with a digit."""
        return self.text[0].isdigit()


@dataclass(frozen=True, slots=True)
class Line:
    """A line with the whole text around it.

    Attributes:
        text: The whole text.
        tokens: The line's words.
        words: The language's tables.
        is_heading: Nearly every word is capitalised, so that a capital tells nothing.
    """

    text: str
    tokens: tuple[Word, ...]
    words: Words
    is_heading: bool

    def neighbour(self, word: Word, step: int) -> Word | None:
        """Return the word some steps before (negative) or after another in the line."""
        position = word.index + step
        return self.tokens[position] if 0 <= position < len(self.tokens) else None

    def adjacent(self, word: Word, step: int) -> str:
        """Return the next or previous word in lower case, empty when punctuation stands between."""
        other = self.neighbour(word, step)
        if other is None:
            return ""
        left, right = (word, other) if step > 0 else (other, word)
        return other.lower if self.gap(left, right) in {" ", ", "} else ""

    def gap(self, left: Word, right: Word) -> str:
        """Return what stands between two words."""
        return self.text[left.end : right.start]

    def starts_sentence(self, word: Word) -> bool:
        """Whether any word would be capitalised where this one stands."""
        return starts_sentence(self.text, word.start)


def lines(text: str, words: Words) -> Iterator[Line]:
    """Yield the lines of a text that are not written in capitals throughout."""
    offset = 0
    for line in text.splitlines(keepends=True):
        if not _is_shouted(line):
            found = enumerate(_WORD.finditer(line))
            tokens = tuple(_word(match[0], offset + match.start(), index) for index, match in found)
            yield Line(text, tokens, words, _is_heading(tokens, line))
        offset += len(line)


def _word(text: str, start: int, index: int) -> Word:
    bare = _ENDING.sub("", text) or text
    return Word(bare, bare.lower().replace("’", "'"), start, start + len(bare), index)


def _is_shouted(line: str) -> bool:
    letters = [c for c in line if c.isalpha()]
    return len(letters) > 12 and sum(c.isupper() for c in letters) > 0.6 * len(letters)


def _is_heading(tokens: tuple[Word, ...], line: str) -> bool:
    long_words = [token for token in tokens if len(token.text) > 3 and not token.is_number]
    if len(long_words) < _HEADING_WORDS or line.rstrip().endswith((".", "!", "?", ",")):
        return False
    return sum(token.is_capital for token in long_words) >= 0.8 * len(long_words)
