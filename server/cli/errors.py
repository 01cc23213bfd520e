"""What a failed command tells its user."""

from __future__ import annotations

from pydantic import ValidationError

from recuerdo.graph.errors import RecuerdoError
from recuerdo.graph.local import LocalDatabaseError
from recuerdo.nlp.embedding import EmbedderUnavailableError


def explain(error: BaseException) -> str | None:
    """Return what to say about an error that we know, None for a bug."""
    if isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
        return explain(error.exceptions[0])
    if isinstance(error, RecuerdoError | LocalDatabaseError | EmbedderUnavailableError):
        return str(error)
    if isinstance(error, ValidationError) and error.title == "Settings":
        return "; ".join(_setting(each["loc"], each["msg"]) for each in error.errors())
    return None


def _setting(loc: tuple[int | str, ...], message: str) -> str:
    name = f"RECUERDO_{str(loc[0]).upper()}: " if loc else ""
    return f"{name}{message.removeprefix('Value error, ')}"
