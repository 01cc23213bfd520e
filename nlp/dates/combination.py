"""How two neighbouring phrases make one: a clock on its day, a month in its year, the two ends of a range. Pure."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from recuerdo.nlp.dates.calendar import Interval, floor, of_unit, shift
from recuerdo.nlp.dates.readings import Free, Meaning

_CLOCK = ("minute", "instant", "hour")
_FINENESS = (
    "century",
    "decade",
    "year",
    "half",
    "season",
    "quarter",
    "month",
    "week",
    "weekend",
    "day",
    "part",
    "hour",
    "minute",
    "instant",
)


def combine(loose: Meaning, frame: Meaning) -> Meaning | None:
    """Put a phrase that left something open (`loose`) into one that states it (`frame`); None when they do not fit."""
    if loose.kind != "date" or frame.kind != "date" or loose.interval is None or frame.interval is None:
        return None
    inner, outer = loose.interval, frame.interval
    moved: Interval | None = None
    if loose.free == "day" and outer.precision == "part" and inner.precision in _CLOCK:
        moved = _clock_in_part(inner, outer)
    elif loose.free == "day" and outer.precision == "day":
        moved = _move(inner, outer.first - floor(inner.first, "day"))
    elif loose.free == "week" and outer.precision == "day" and frame.free != "week":
        moved = outer
    elif loose.free == "week" and outer.precision in ("week", "weekend"):
        moved = _move(inner, floor(outer.first, "week") - floor(inner.first, "week"))
    elif loose.free == "month" and outer.precision == "month":
        moved = of_unit(outer.first.replace(day=inner.first.day), "day")
    elif loose.free == "year" and outer.precision == "year" and frame.free is None:
        moved = _in_year(inner, outer.first.year)
    return Meaning("date", moved, _still_free(loose, frame), frame.ambiguous) if moved else None


def _still_free(loose: Meaning, frame: Meaning) -> Free | None:
    """A clock in `the morning` still lacks its day."""
    return "day" if loose.free == frame.free == "day" else None


def _move(interval: Interval, by: timedelta) -> Interval:
    return replace(interval, begin=interval.first + by, finish=interval.last + by)


def _in_year(interval: Interval, year: int) -> Interval:
    years = year - interval.first.year
    return replace(interval, begin=shift(interval.first, years, "year"), finish=shift(interval.last, years, "year"))


def _clock_in_part(clock: Interval, part: Interval) -> Interval:
    """`tomorrow morning at 5`, `at 5 in the afternoon`: the half of the day is the part's."""
    moved = _move(clock, floor(part.first, "day") - floor(clock.first, "day"))
    half = timedelta(hours=12)
    if part.first.hour >= 12 and moved.first.hour < 12:
        return _move(moved, half)
    return _move(moved, -half) if part.first.hour < 12 <= moved.first.hour and moved.first.hour != 12 else moved


def span_of(first: Meaning, last: Meaning, anchor: datetime) -> Meaning | None:
    """Return the range between two dates, both included, or None when they are not of one kind.

    What one end leaves open is taken from the other: `from 3 to 5 May 2024`, `from March to June 2024`.
    """
    if first.kind != "date" or last.kind != "date" or first.interval is None or last.interval is None:
        return None
    if not _comparable(first.interval, last.interval):
        return None
    begin, end = _align(first, last, anchor)
    if begin.first >= end.first:
        return None
    finer = max(begin.precision, end.precision, key=_FINENESS.index)
    return Meaning("range", Interval(begin.begin, end.finish, finer), ambiguous=first.ambiguous or last.ambiguous)


def _comparable(first: Interval, last: Interval) -> bool:
    clocks = (first.precision in _CLOCK) == (last.precision in _CLOCK)
    return clocks and abs(_FINENESS.index(first.precision) - _FINENESS.index(last.precision)) <= (
        3 if first.precision in _CLOCK else 2
    )


def _align(first: Meaning, last: Meaning, anchor: datetime) -> tuple[Interval, Interval]:
    begin, end = first.interval, last.interval
    if begin is None or end is None:
        raise ValueError("a range needs two dated ends; span_of checks that before")
    if first.free == "month" and end.precision == "day":
        begin = of_unit(end.first.replace(day=begin.first.day), "day")
    elif last.free == "month" and begin.precision == "day" and first.free != "month":
        end = of_unit(begin.first.replace(day=end.first.day), "day")
    elif last.free == "day" and first.free is None:
        end = _move(end, floor(begin.first, "day") - floor(end.first, "day"))
    elif first.free == "year" and last.free is None:
        begin = _in_year(begin, end.first.year)
    elif last.free == "year" and first.free is None:
        end = _in_year(end, begin.first.year)
    return _ordered(begin, end, first.free, anchor)


def _ordered(begin: Interval, end: Interval, free: str | None, anchor: datetime) -> tuple[Interval, Interval]:
    """Move the loose end so that the range runs forward; one that is over as a whole stays in the past."""
    if begin.first < end.first or free is None:
        return begin, end
    unit = {"year": "year", "week": "week", "day": "day", "month": "month"}[free]
    if end.last <= anchor:
        return replace(begin, begin=shift(begin.first, -1, unit), finish=shift(begin.last, -1, unit)), end
    return begin, replace(end, begin=shift(end.first, 1, unit), finish=shift(end.last, 1, unit))
