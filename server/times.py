"""Times as clients write them: ISO-8601 at any precision, a year as well as an instant. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime

from recuerdo.graph.errors import InvalidInput

_YEAR = re.compile(r"^\d{4}$")
_MONTH = re.compile(r"^\d{4}-\d{2}$")
_DAY = re.compile(r"^\d{4}-\d{2}-\d{2}$")


@dataclass(frozen=True, slots=True)
class Stated:
    """A time as it was stated.

    Attributes:
        at: Its first instant, in UTC.
        precision: `year`, `month`, `day` or `instant`.
        naive: It had a clock time but no zone, and was read as UTC.
    """

    at: datetime
    precision: str
    naive: bool


def parse(name: str, text: str) -> Stated:
    """Read a time.

    Raises:
        InvalidInput: It is no ISO-8601 date or time; the text names the parameter.
    """
    stripped = text.strip()
    try:
        if _YEAR.match(stripped):
            return Stated(datetime(int(stripped), 1, 1, tzinfo=UTC), "year", naive=False)
        if _MONTH.match(stripped):
            return Stated(datetime.fromisoformat(f"{stripped}-01").replace(tzinfo=UTC), "month", naive=False)
        if _DAY.match(stripped):
            return Stated(datetime.fromisoformat(stripped).replace(tzinfo=UTC), "day", naive=False)
        at = datetime.fromisoformat(stripped)
        naive = at.tzinfo is None
        return Stated(at.replace(tzinfo=UTC) if naive else at.astimezone(UTC), "instant", naive=naive)
    except (ValueError, OverflowError) as error:
        raise InvalidInput(
            f"{name} is {text!r}: expected ISO-8601, such as 2026-10-03T14:30:00Z, 2026-10-03, 2026-10 or 2026."
        ) from error
