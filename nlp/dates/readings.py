"""What one match of the grammar means: a function per reading, shared by the languages. Pure.

A reading returns None when the match is no date after all (31 June, `in` before a duration).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any, Literal

from recuerdo.nlp.dates.calendar import (
    Direction,
    Edge,
    Interval,
    floor,
    midnight,
    nearest,
    of_unit,
    shift,
    third,
)

Kind = Literal["date", "range", "open", "duration", "set", "vague"]
Free = Literal["year", "month", "week", "day"]
"""What the text left to be inferred: the year of a month, the month of `the 15th`, the week of a weekday, the day of a clock time."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a phrase says; `interval` is None for durations, repetitions and vague times."""

    kind: Kind
    interval: Interval | None = None
    free: Free | None = None
    ambiguous: bool = False


@dataclass(frozen=True, slots=True)
class Match:
    """A match with all that is needed to read it."""

    groups: dict[str, str]
    anchor: datetime
    direction: Direction | None
    tables: dict[str, dict[str, Any]]
    day_first: bool

    def get(self, name: str) -> str | None:
        """Return a group's text in lower case with single spaces."""
        found = self.groups.get(name)
        return " ".join(found.lower().split()) if found else None

    def look(self, name: str, table: str) -> Any:  # noqa: ANN401 - tables hold numbers, pairs and words
        """Return the table's entry for a group, or None."""
        found = self.get(name)
        return None if found is None else self.tables.get(table, {}).get(found)

    def number(self, name: str) -> int | None:
        """Return a group that holds digits."""
        found = self.groups.get(name)
        return int(found) if found and found.isdigit() else None

    def amount(self) -> float:
        """Return how many units the phrase counts; a missing number is one, `a few` three."""
        found = self.get("n")
        if found is None:
            return 1
        return float(found) if found.isdigit() else float(self.tables["numbers"].get(found, 3))

    def unit(self) -> str:
        """Return the unit's standard name."""
        found = (self.get("unit") or "").rstrip()
        units = self.tables["units"]
        return str(units.get(found) or units[found.removesuffix("s")])

    def shift(self) -> int | None:
        """Return -1 for last, 0 for this, 1 for next, None when the phrase says neither."""
        for name in ("shift", "shift2", "shift3", "shift0"):
            for table in ("shifts", "plural_shifts"):
                if (found := self.look(name, table)) is not None:
                    return int(found)
        return None


def read(reading: str, match: Match) -> Meaning | None:
    """Return what a match means under the named reading, or None if nothing."""
    try:
        return READINGS[reading](match)
    except (ValueError, OverflowError):  # a day, month or year that no calendar has
        return None


def _date(interval: Interval | None, free: Free | None = None, *, ambiguous: bool = False) -> Meaning | None:
    return None if interval is None else Meaning("date", interval, free, ambiguous)


def _day(year: int, month: int, day: int, like: datetime) -> Interval:
    return of_unit(midnight(like).replace(year=year, month=month, day=day), "day")


def _timestamp(m: Match) -> Meaning | None:
    month = m.look("month", "apache_months") or m.number("month")
    day = _day(m.number("year") or 0, month or 0, m.number("day") or 0, m.anchor)
    hour, minute, second = m.number("hour"), m.number("minute"), m.number("second")
    if hour is None:
        return _date(day)
    moment = day.first.replace(
        hour=hour, minute=minute or 0, second=second or 0, tzinfo=_zone(m.groups.get("zone")) or m.anchor.tzinfo
    )
    return _date(of_unit(moment, "minute" if second is None else "second"))


def _zone(text: str | None) -> timezone | None:
    if not text:
        return None
    found = re.fullmatch(r"([+-])(\d\d):?(\d\d)", text)
    if not found:
        return UTC
    offset = timedelta(hours=int(found[2]), minutes=int(found[3]))
    return timezone(-offset if found[1] == "-" else offset)


def _numeric(m: Match) -> Meaning | None:
    """Read 3/10 by the language's order, unless only the other one is a date."""
    first, second = m.number("first") or 0, m.number("second") or 0
    day_first = m.day_first or m.groups.get("sep") == "."
    day, month = (first, second) if (day_first and second <= 12) or first > 12 else (second, first)
    ambiguous = first <= 12 and second <= 12 and first != second
    year = m.number("year")
    if year is None:
        return _date(_in_nearest_year(m, month, day), "year", ambiguous=ambiguous)
    century = m.anchor.year // 100 * 100
    return _date(_day(year if year > 99 else century + year, month, day, m.anchor), ambiguous=ambiguous)


def _in_nearest_year(m: Match, month: int, day: int | None) -> Interval | None:
    def candidate(year: int) -> Interval | None:
        try:
            return _day(year, month, day, m.anchor) if day else of_unit(_day(year, month, 1, m.anchor).first, "month")
        except ValueError:
            return None

    return nearest(candidate, m.anchor, m.direction)


def _month(m: Match) -> int | None:
    month: int | None = m.look("month", "months") or m.number("month")
    return month


def _day_number(m: Match) -> int | None:
    written = m.look("ordinal", "ordinals") or m.look("n", "numbers")
    return m.number("day") or (int(written) if written else None)


def _calendar(m: Match) -> Meaning | None:
    year, month, day = m.number("year"), _month(m), _day_number(m)
    if month is None:
        return _date(of_unit(_day(year or 0, 1, 1, m.anchor).first, "year"))
    if year is None:
        return _date(_in_nearest_year(m, month, day), "year")
    if day is None:
        return _date(of_unit(_day(year, month, 1, m.anchor).first, "month"))
    return _date(_day(year, month, day, m.anchor))


def _calendar_shifted(m: Match) -> Meaning | None:
    """`last March` is the latest that is over or running, `next March` the first to begin."""
    step = m.shift()
    month = _month(m) or 0
    if step == 0:
        return _date(of_unit(_day(m.anchor.year, month, 1, m.anchor).first, "month"))
    before = replace(m, direction="past", anchor=floor(m.anchor, "month") - timedelta(days=1))
    after = replace(m, direction="future", anchor=shift(floor(m.anchor, "month"), 1, "month"))
    return _date(_in_nearest_year(before if step == -1 else after, month, None), ambiguous=step == 1)


def _day_span(m: Match) -> Meaning | None:
    month, last_day, first_day = _month(m) or 0, m.number("day2") or 0, m.number("day") or 0
    year = m.number("year")
    end = _day(year, month, last_day, m.anchor) if year else _in_nearest_year(m, month, last_day)
    if end is None or first_day >= last_day:
        return None
    return Meaning("range", Interval(end.first.replace(day=first_day), end.finish, "day"), None if year else "year")


def _year_span(m: Match) -> Meaning | None:
    first, last = m.number("year") or 0, m.number("year2") or 0
    if first >= last:
        return None
    start, end = (of_unit(_day(year, 1, 1, m.anchor).first, "year") for year in (first, last))
    return Meaning("range", Interval(start.begin, end.finish, "year"))


def _iso_week(m: Match) -> Meaning | None:
    monday = datetime.fromisocalendar(m.number("year") or 0, m.number("week") or 0, 1)
    return _date(of_unit(midnight(m.anchor).replace(year=monday.year, month=monday.month, day=monday.day), "week"))


def _part_of_year(m: Match, unit: Literal["quarter", "half"]) -> Meaning | None:
    months = {"quarter": 3, "half": 6}[unit]
    index = m.number(unit) or m.number(f"{unit}_first") or m.look("ordinal", "ordinals")
    if index == -1:
        return _date(of_unit(shift(m.anchor, -1, unit), unit))
    year = m.number("year")

    def candidate(in_year: int) -> Interval:
        return of_unit(_day(in_year, (int(index) - 1) * months + 1, 1, m.anchor).first, unit)

    return _date(candidate(year)) if year else _date(nearest(candidate, m.anchor, m.direction), "year")


def _quarter(m: Match) -> Meaning | None:
    return _part_of_year(m, "quarter")


def _half(m: Match) -> Meaning | None:
    return _part_of_year(m, "half")


def _decade(m: Match) -> Meaning | None:
    """A bare decade is of the last century from the thirties on: `the 90s`, `los veinte`."""
    century, tens = m.number("century"), m.number("tens")
    if century is None or tens is None:
        tens = m.number("decade") or m.look("word", "decades") or m.look("decade", "decades")
        century = 19 if tens >= 30 else m.anchor.year // 100
    decade = of_unit(_day(century * 100 + tens, 1, 1, m.anchor).first, "decade")
    return _date(decade, ambiguous=m.number("century") is None)


def _season(m: Match) -> Meaning | None:
    """Meteorological seasons of the northern hemisphere, hence marked ambiguous."""
    month = m.look("season", "seasons")

    def candidate(year: int) -> Interval:
        begin = _day(year, month, 1, m.anchor).first
        return Interval(begin, shift(begin, 3, "month"), "season")

    year, step = m.number("year"), m.shift()
    if year:
        return _date(candidate(year), ambiguous=True)
    if step == -1:
        return _date(nearest(candidate, m.anchor - timedelta(days=92), "past"), ambiguous=True)
    direction: Direction | None = "future" if step == 1 else m.direction
    anchor = m.anchor + timedelta(days=92) if step == 1 and _running(candidate, m.anchor) else m.anchor
    return _date(nearest(candidate, anchor, direction), "year", ambiguous=True)


def _running(candidate: Callable[[int], Interval], anchor: datetime) -> bool:
    return any(candidate(year).first <= anchor < candidate(year).last for year in (anchor.year - 1, anchor.year))


def _holiday(m: Match) -> Meaning | None:
    month, day = m.look("holiday", "holidays")
    year, step = m.number("year"), m.shift()
    if year:
        return _date(_day(year, month, day, m.anchor))
    direction: Direction | None = m.direction if not step else "past" if step == -1 else "future"
    return _date(_in_nearest_year(replace(m, direction=direction), month, day), "year")


def _day_offset(m: Match) -> Meaning | None:
    return _date(of_unit(m.anchor + timedelta(days=m.look("offset", "offsets")), "day"))


def _part_offset(m: Match) -> Meaning | None:
    days, part = m.look("offset", "part_offsets")
    return _date(part_of_day(m.anchor + timedelta(days=days), m.tables["parts"][part]))


def part_of_day(day: datetime, hours: tuple[int, int]) -> Interval:
    """Return the part of a day between two hours."""
    start = midnight(day)
    return Interval(start + timedelta(hours=hours[0]), start + timedelta(hours=hours[1]), "part")


def _weekday(m: Match) -> Meaning | None:
    """Strictly before or after today: today is called today. A bare weekday looks ahead unless the verb is past."""
    wanted, step = m.look("weekday", "weekdays"), m.shift()
    today = midnight(m.anchor)
    if step == 0:
        return _date(of_unit(floor(today, "week") + timedelta(days=wanted), "day"))
    back = step == -1 or (step is None and m.direction == "past")
    days = -((today.weekday() - wanted - 1) % 7 + 1) if back else (wanted - today.weekday() - 1) % 7 + 1
    return _date(of_unit(today + timedelta(days=days), "day"), "week" if step is None else None, ambiguous=step == 1)


def _weekday_ago(m: Match) -> Meaning | None:
    """`two Fridays ago` is the Friday before the last one."""
    latest = _weekday(replace(m, direction="past"))
    if latest is None or latest.interval is None:
        return None
    return _date(of_unit(latest.interval.first - timedelta(days=7 * (round(m.amount()) - 1)), "day"))


def _nth_weekday(m: Match) -> Meaning | None:
    month = _calendar(replace(m, groups={k: v for k, v in m.groups.items() if k in ("month", "year")}))
    if month is None or month.interval is None:
        return None
    nth, wanted = m.look("ordinal", "ordinals"), m.look("weekday", "weekdays")
    first, last = month.interval.first, month.interval.last - timedelta(days=1)
    if nth == -1:
        return _date(of_unit(last - timedelta(days=(last.weekday() - wanted) % 7), "day"))
    return _date(of_unit(first + timedelta(days=(wanted - first.weekday()) % 7 + 7 * (nth - 1)), "day"))


def _repetition(_: Match) -> Meaning:
    return Meaning("set")


def _vague(_: Match) -> Meaning:
    return Meaning("vague")


def _duration(_: Match) -> Meaning:
    return Meaning("duration")


def _ago(m: Match) -> Meaning | None:
    return _date(_away(m, -m.amount()))


def _away(m: Match, n: float) -> Interval:
    """Return the unit that lies n units away: two weeks ago is a week, three days ago a day."""
    unit = m.unit()
    whole = {"year": "month", "hour": "minute"}.get(unit, "day") if n != int(n) else unit
    return of_unit(shift(m.anchor, n, unit), "week" if whole == "fortnight" else whole)


def _ago_since(m: Match) -> Meaning | None:
    """`hace dos semanas que espero` still lasts; `hace dos semanas que llegó` is over."""
    interval = _away(m, -m.amount())
    if m.direction == "past":
        return _date(interval)
    return Meaning("open", replace(interval, finish=None))


def _ahead(m: Match) -> Meaning | None:
    """`in three days` counts from now, unless the verb is past: then it is how long something took."""
    return Meaning("duration") if m.direction == "past" else _ahead_only(m)


def _ahead_only(m: Match) -> Meaning | None:
    return _date(_away(m, m.amount()))


def _unit_shifted(m: Match) -> Meaning | None:
    unit, step = m.unit(), m.shift() or 0
    return _date(of_unit(shift(floor(m.anchor, unit), step, unit), unit))


def _unit_before_shifted(m: Match) -> Meaning | None:
    unit = m.unit()
    return _date(of_unit(shift(floor(m.anchor, unit), -2 if m.get("before") else 2, unit), unit))


def _last_n(m: Match) -> Meaning | None:
    """The window that touches today: `the last two months` ends with today, `the next` begins with it."""
    unit, n, step = m.unit(), m.amount(), m.shift()
    precision = of_unit(m.anchor, unit).precision
    if precision in ("hour", "minute", "instant"):
        ends = sorted((m.anchor, shift(m.anchor, (step or -1) * n, unit)))
        return Meaning("range", Interval(ends[0], ends[1], precision))
    today = of_unit(m.anchor, "day")
    if step == 1:
        return Meaning("range", Interval(today.begin, shift(today.last, n, unit), precision))
    return Meaning("range", Interval(shift(today.first, -n, unit), today.finish, precision))


def _unit_edge(m: Match) -> Meaning | None:
    edge: Edge = m.look("edge", "edges") or "late"
    unit = m.unit()
    return _date(third(of_unit(shift(floor(m.anchor, unit), m.shift() or 0, unit), unit), edge))


def _deadline(m: Match) -> Meaning | None:
    unit = {"w": "week", "m": "month", "q": "quarter", "y": "year"}.get(m.get("letter") or "d", "day")
    return _date(of_unit(m.anchor, unit))


def _clock(m: Match) -> Meaning | None:
    hour, minute, half = m.number("hour") or 0, m.number("minute") or 0, m.get("half")
    if half and not 1 <= hour <= 12:
        return None
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    part = m.look("part", "parts")
    return _clock_time(m, _in_part(hour, part) if part else hour, minute, m.number("second"))


def _clock_time(
    m: Match, hour: int, minute: int, second: int | None = None, *, ambiguous: bool = False
) -> Meaning | None:
    at = midnight(m.anchor).replace(hour=hour, minute=minute, second=second or 0)
    return _date(of_unit(at, "minute" if second is None else "second"), "day", ambiguous=ambiguous)


def _in_part(hour: int, part: tuple[int, int]) -> int:
    """Return the hour of the clock in a part of the day: five in the afternoon is 17."""
    afternoon = part[0] >= 12
    return hour + 12 if afternoon and hour < 12 else hour


def _clock_word(m: Match) -> Meaning | None:
    return _clock_time(m, m.look("word", "clock_words"), 0)


_CLOCK_MINUTES = {"thirty": 30, "fifteen": 15, "forty-five": 45}


def _clock_phrase(m: Match) -> Meaning | None:
    """`half past five`, `las cinco y media`; without a part of the day, one to six are taken as afternoon."""
    part, hour = m.look("part", "parts"), int(m.amount())
    if part:
        hour = _in_part(hour, part)
    elif hour < 7:
        hour += 12
    minutes = (
        m.look("fraction", "half_hours")
        or m.look("fraction", "clock_fractions")
        or _CLOCK_MINUTES.get(m.get("minutes") or "", 0)
    )
    total = hour * 60 + (-minutes if m.get("sign") == "menos" else minutes)
    return _clock_time(m, total // 60 % 24, total % 60, ambiguous=part is None and hour != 12)


def _part(m: Match) -> Meaning | None:
    return _date(part_of_day(m.anchor, m.look("part", "parts")), "day")


def _day_of_month(m: Match) -> Meaning | None:
    """The day of that number: last or this month after a past verb, else the next to come."""
    day, this_month = m.number("day") or 0, floor(m.anchor, "month")
    back = m.direction == "past"
    for step in range(3):
        month = shift(this_month, -step if back else step, "month")
        candidate = of_unit(month + timedelta(days=day - 1), "day")
        fits = candidate.first <= m.anchor if back else candidate.last > m.anchor
        if candidate.first.month == month.month and day and fits:
            return _date(candidate, "month")
    return None


def _nothing(_: Match) -> None:
    return None


READINGS: dict[str, Callable[[Match], Meaning | None]] = {
    "timestamp": _timestamp,
    "numeric": _numeric,
    "calendar": _calendar,
    "calendar_shifted": _calendar_shifted,
    "day_span": _day_span,
    "year_span": _year_span,
    "iso_week": _iso_week,
    "quarter": _quarter,
    "half": _half,
    "decade": _decade,
    "season": _season,
    "holiday": _holiday,
    "day_offset": _day_offset,
    "part_offset": _part_offset,
    "weekday": _weekday,
    "weekday_ago": _weekday_ago,
    "nth_weekday": _nth_weekday,
    "repetition": _repetition,
    "vague": _vague,
    "duration": _duration,
    "ago": _ago,
    "ago_since": _ago_since,
    "ahead": _ahead,
    "ahead_only": _ahead_only,
    "unit_shifted": _unit_shifted,
    "unit_before_shifted": _unit_before_shifted,
    "last_n": _last_n,
    "unit_edge": _unit_edge,
    "deadline": _deadline,
    "clock": _clock,
    "clock_word": _clock_word,
    "clock_phrase": _clock_phrase,
    "part": _part,
    "day_of_month": _day_of_month,
    "nothing": _nothing,
}
