"""Pieces of a long text, each short enough to have one meaning."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SENTENCE_END = re.compile(r"[.!?…]+[\"'”’»)\]]*\s+|[。！？]+[」』”]*\s*|\n\s*")
_WORD_END = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Piece:
    """A span of a text: characters [start, end)."""

    start: int
    end: int


def pieces(text: str, size: int = 500) -> list[Piece]:
    """Cut a text into pieces of at most `size` characters, at the end of a sentence where there is one.

    A piece ends behind the last sentence that fits, as long as that leaves it half full; else behind the last word; a word
    longer than `size` is cut. White space belongs to the piece before it.

    Args:
        text: Any text.
        size: Characters of the longest piece; > 0.

    Returns:
        Pieces that follow each other without a gap and cover the text; none for an empty text.
    """
    found = []
    start = 0
    while start < len(text):
        end = _cut(text, start, size)
        found.append(Piece(start, end))
        start = end
    return found


def _cut(text: str, start: int, size: int) -> int:
    limit = start + size
    if limit >= len(text):
        return len(text)
    for border in (_SENTENCE_END, _WORD_END):
        if (end := _last_end(border, text, start, limit)) > start + size // 2:
            return end
    return limit


def _last_end(border: re.Pattern[str], text: str, start: int, limit: int) -> int:
    return max((match.end() for match in border.finditer(text, start, limit)), default=start)
