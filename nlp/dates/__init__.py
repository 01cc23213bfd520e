"""Dates in text: spans with half-open UTC intervals and the precision that the words had. Pure, both languages.

The order is that of ../data/dates: gate, atoms (longest match wins), glue, edges, ranges, open intervals.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from recuerdo.nlp.dates.calendar import Direction, Precision
from recuerdo.nlp.dates.grammar import grammar
from recuerdo.nlp.dates.phrases import Phrase, Scene, phrases
from recuerdo.nlp.dates.readings import Kind
from recuerdo.nlp.language import Language

__all__ = ["DateSpan", "Direction", "Kind", "Precision", "find_dates"]


@dataclass(frozen=True, slots=True)
class DateSpan:
    """A time expression: where it stands, what it means, and why.

    `begin` and `finish` bound a half-open interval in UTC; None is an open side. Kinds `duration`, `set`
    (repetition) and `vague` have neither bound and no precision.
    """

    start: int
    end: int
    text: str
    kind: Kind
    begin: datetime | None
    finish: datetime | None
    precision: Precision | None
    ambiguous: bool
    why: str


def find_dates(text: str, *, anchor: datetime, language: Language, unmarked: Direction | None = None) -> list[DateSpan]:
    """Return the time expressions of a text, in order.

    Args:
        text: A sentence, an observation, or a question.
        anchor: The moment of speaking; days and clock times are those of its time zone, a naive one is UTC.
        language: `und` reads only what is written alike everywhere (ISO dates, clock times, 年月日).
        unmarked: The direction of a phrase without a tensed verb. None looks ahead for weekdays and takes the
            nearest month; a question to a memory passes `past`.

    Returns:
        Spans with character offsets; a text without a digit or a time word costs a few microseconds.
    """
    known = grammar(language)
    if not known.gate.search(text):
        return []
    aware = anchor if anchor.tzinfo else anchor.replace(tzinfo=UTC)
    on = Scene(text, language, aware, known, unmarked)
    return [_span(text, phrase) for phrase in phrases(on)]


def _span(text: str, phrase: Phrase) -> DateSpan:
    meaning, interval = phrase.meaning, phrase.meaning.interval
    return DateSpan(
        start=phrase.start,
        end=phrase.end,
        text=text[phrase.start : phrase.end],
        kind=meaning.kind,
        begin=_utc(interval.begin) if interval else None,
        finish=_utc(interval.finish) if interval else None,
        precision=interval.precision if interval else None,
        ambiguous=meaning.ambiguous,
        why=phrase.why,
    )


def _utc(moment: datetime | None) -> datetime | None:
    return moment.astimezone(UTC) if moment else None
