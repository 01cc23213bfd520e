"""Where in a sentence an offset stands."""

from __future__ import annotations

import re

_BEFORE_START = re.compile(r"(?:^|[.!?…:;\n\r|—–]|\s-)[\s\"“”«»'‘’(\[{*_`~>#¿¡•\-]*(?:\d{1,2}[.)]\s+)?$")
_ABBREVIATED = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Dra|Sr|Sra|Srta|D|Dña|Prof|St|Capt|Sgt|Lt|Gen|Rev|Jr|vs|[A-Z])\.\s*$")
_WINDOW = 40


def starts_sentence(text: str, offset: int) -> bool:
    """Whether the word at an offset is the first of a sentence, line, list item or quotation, where any word is capitalised."""
    before = text[max(0, offset - _WINDOW) : offset]
    if offset > _WINDOW and not before.strip():
        return True
    return _BEFORE_START.search(before) is not None and _ABBREVIATED.search(before) is None
