"""Lines and sentences with their offsets, good enough for chat, mail, notes and logs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from recuerdo.nlp.facts.models import Clause

_FENCE = re.compile(r"^\s*(?:```|~~~)")
_BULLET = re.compile(r"^[\s>]*(?:[-*•+]\s+(?:\[[ xX]\]\s+)?|\d{1,2}[.)]\s+|#+\s+)?")
_END = re.compile(r"(?:[.!?…]+[\"”»')\]*]*)(?=\s+[\"“«'(*]*[A-ZÀ-ÖØ-Þ¿¡\d]|\s*$)|[!?…]+(?=\s)")
_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Dra|Sr|Sra|Srta|D|Dña|Prof|St|Jr|vs|etc|Inc|Ltd|Co|Corp|No|núm|Núm|art|pág|aprox|e\.g|i\.e|p\.ej|a\.m|p\.m|Av|Avda|C)|(?:^|\W)[A-Z])\.$"
)
_MARKUP = re.compile(r"(?<!\w)[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}(?!\w)")


def lines(text: str) -> Iterator[Clause]:
    """Yield the lines outside code fences as plain text, without bullet or quote sign."""
    offset, fenced = 0, False
    for line in text.splitlines(keepends=True):
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced and line.strip():
            bullet = _BULLET.match(line)
            yield Clause(plain(line), offset, offset + len(line)).part(bullet.end() if bullet else 0, len(line))
        offset += len(line)


def sentences(line: Clause) -> Iterator[Clause]:
    """Yield the sentences of a line, with their final punctuation; an abbreviation's dot ends none."""
    start = 0
    for stop in _END.finditer(line.text):
        if (
            stop[0] == "."
            and _ABBREVIATION.search(line.text, max(start, stop.end() - 8), stop.end())
            and stop.end() < len(line.text)
        ):
            continue
        if line.text[start : stop.end()].strip():
            yield line.part(start, stop.end())
        start = stop.end()
    if line.text[start:].strip():
        yield line.part(start, len(line.text))


def plain(text: str) -> str:
    """Blank out emphasis marks and straighten apostrophes, keeping every offset."""
    return _MARKUP.sub(lambda mark: " " * len(mark[0]), text.replace("’", "'"))
