"""Calendar arithmetic on half-open intervals; weeks begin on Monday (ISO 8601). Pure."""

from __future__ import annotations

import calendar
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

Precision = Literal[
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
]
Direction = Literal["past", "future"]
Edge = Literal["early", "mid", "late"]

_MONTHS = {"month": 1, "quarter": 3, "season": 3, "half": 6, "year": 12, "decade": 120, "century": 1200}
_SPANS = {
    "second": timedelta(seconds=1),
    "minute": timedelta(minutes=1),
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(days=7),
    "weekend": timedelta(days=7),
    "fortnight": timedelta(days=14),
}
_PRECISIONS: dict[str, Precision] = {"second": "instant", "fortnight": "week"}


@dataclass(frozen=True, slots=True)
class Interval:
    """[begin, finish) with the unit in which the text spoke; a missing bound is open."""

    begin: datetime | None
    finish: datetime | None
    precision: Precision

    @property
    def first(self) -> datetime:
        """The begin of an interval that is known to have one."""
        if self.begin is None:
            raise ValueError("an open interval has no begin; ask only intervals that an atom made")
        return self.begin

    @property
    def last(self) -> datetime:
        """The finish of an interval that is known to have one."""
        if self.finish is None:
            raise ValueError("an open interval has no finish; ask only intervals that an atom made")
        return self.finish


def midnight(moment: datetime) -> datetime:
    """Return the start of the moment's day."""
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def shift(moment: datetime, n: float, unit: str) -> datetime:
    """Move a moment by n units; a day that the target month lacks becomes its last."""
    if unit in _SPANS:
        return moment + _SPANS[unit] * n
    months = moment.year * 12 + moment.month - 1 + round(n * _MONTHS[unit])
    year, month = divmod(months, 12)
    return moment.replace(year=year, month=month + 1, day=min(moment.day, calendar.monthrange(year, month + 1)[1]))


def floor(moment: datetime, unit: str) -> datetime:
    """Return the start of the unit that holds the moment; a weekend is that of the moment's week."""
    day = midnight(moment)
    if unit in ("second", "minute", "hour"):
        minute = 0 if unit == "hour" else moment.minute
        return moment.replace(minute=minute, second=moment.second if unit == "second" else 0, microsecond=0)
    if unit == "day":
        return day
    if unit in ("week", "fortnight", "weekend"):
        return day - timedelta(days=day.weekday() - (5 if unit == "weekend" else 0))
    return _floor_months(day, _MONTHS[unit])


def _floor_months(day: datetime, span: int) -> datetime:
    if span > 12:
        years = span // 12
        return day.replace(year=max(1, day.year // years * years), month=1, day=1)
    return day.replace(month=(day.month - 1) // span * span + 1, day=1)


def of_unit(moment: datetime, unit: str) -> Interval:
    """Return the calendar unit that holds the moment."""
    begin = floor(moment, unit)
    finish = begin + timedelta(days=2) if unit == "weekend" else shift(begin, 1, unit)
    return Interval(begin, finish, _PRECISIONS.get(unit, unit))  # type: ignore[arg-type]


def third(whole: Interval, edge: Edge) -> Interval:
    """Return the early, middle or late third; of a month days 1–10, 11–20 and the rest."""
    begin, finish = whole.first, whole.last
    if whole.precision == "month":
        cuts = (begin, begin.replace(day=11), begin.replace(day=21), finish)
    elif whole.precision == "week":
        cuts = (begin, begin + timedelta(days=2), begin + timedelta(days=4), finish)
    else:
        step = (finish - begin) / 3
        cuts = (begin, _near_month(begin + step), _near_month(begin + 2 * step), finish)
        if whole.precision in ("day", "part"):
            cuts = (begin, begin + step, begin + 2 * step, finish)
    at = ("early", "mid", "late").index(edge)
    return Interval(cuts[at], cuts[at + 1], whole.precision)


def _near_month(moment: datetime) -> datetime:
    """Round to the nearest first of a month: thirds of years and quarters are whole months."""
    return floor(moment + timedelta(days=15), "month")


def nearest(
    candidates: Callable[[int], Interval | None], anchor: datetime, direction: Direction | None
) -> Interval | None:
    """Choose among yearly repetitions of an interval.

    Args:
        candidates: The interval in a given year, or None where that year lacks it (29 February).
        anchor: The moment from which the text speaks.
        direction: `past` takes the latest that has begun, `future` the first that is not over, None the nearest.
    """
    near = [found for year in range(anchor.year - 4, anchor.year + 5) if (found := candidates(year)) is not None]
    if direction == "past":
        return max((i for i in near if i.first <= anchor), key=lambda i: i.first, default=None)
    if direction == "future":
        return min((i for i in near if i.last > anchor), key=lambda i: i.first, default=None)
    return min(near, key=lambda i: _distance(i, anchor), default=None)


def _distance(interval: Interval, anchor: datetime) -> timedelta:
    if interval.first <= anchor < interval.last:
        return timedelta(0)
    return min(abs(interval.first - anchor), abs(interval.last - anchor))
