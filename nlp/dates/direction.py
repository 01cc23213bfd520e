"""Whether a phrase looks back or ahead, by the verb nearest to it in its sentence. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from recuerdo.nlp.dates.calendar import Direction
from recuerdo.nlp.language import Language
from recuerdo.nlp.verbs import find_verbs, lexicon, split

_SENTENCE_END = re.compile(r"(?<=[.!?…;])\s|\n")


@dataclass(frozen=True, slots=True)
class Cue:
    """A place in the text that looks back or ahead."""

    start: int
    end: int
    direction: Direction


@lru_cache(maxsize=64)
def cues(text: str, language: Language) -> tuple[Cue, ...]:
    """Return the tensed verbs of a text, and words that plan (due, scheduled, previsto)."""
    if language == "und":
        return ()
    verbs = (
        Cue(v.start, v.end, "past" if v.tense == "past" else "future")
        for v in find_verbs(text, language)
        if not v.weak and v.tense in ("past", "future", "obligation")
    )
    planning = lexicon(language)["future_words"]
    plans = (Cue(w.start, w.end, "future") for w in split(text) if w.lower in planning)
    return (*verbs, *plans)


def direction_at(text: str, start: int, end: int, found: Iterable[Cue]) -> Direction | None:
    """Return the direction of the cue nearest to text[start:end] within its sentence, or None."""
    ends = [m.start() for m in _SENTENCE_END.finditer(text)]
    left = max((e for e in ends if e <= start), default=0)
    right = min((e for e in ends if e >= end), default=len(text))
    inside = [c for c in found if left <= c.start and c.end <= right and not (start <= c.start < end)]
    nearest = min(inside, key=lambda c: start - c.end if c.end <= start else c.start - end, default=None)
    return nearest.direction if nearest else None
