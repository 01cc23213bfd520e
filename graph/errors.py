"""Everything that can go wrong in the store.

RecuerdoError
├── InvalidInput          a value that a client sent is not acceptable; the text says what was expected
├── UnknownId             no such node for this principal
├── Conflict              the write would break a rule or lost a race that it must not win silently
├── DatabaseError
│   ├── DatabaseUnavailable   nothing answers, or it went away and did not come back in time
│   ├── DatabaseRefused       it answers, but not to this user, or not to this version of ours
│   └── QueryFailed           it answers that our query is wrong: a bug of ours
└── SchemaError           migrations and indexes: newer than this code, changed, or made for another embedder
"""

from __future__ import annotations


class RecuerdoError(Exception):
    """Base of every error that a client may be shown."""


class InvalidInput(RecuerdoError):
    """A client's value is not acceptable."""


class UnknownId(RecuerdoError):
    """No such node for this principal."""

    def __init__(self, what: str, id_: str, finder: str) -> None:
        """Name the kind and id, and the tool that finds ids of that kind."""
        super().__init__(
            f"There is no {what} with id {id_!r} in this memory. Ids of this kind are found with `{finder}`."
        )


class Conflict(RecuerdoError):
    """The write would break a rule."""


class DatabaseError(RecuerdoError):
    """The database could not do it."""


class DatabaseUnavailable(DatabaseError):
    """Nothing answers at the address."""


class DatabaseRefused(DatabaseError):
    """It answers, and says no."""


class QueryFailed(DatabaseError):
    """Our query is wrong: a bug of ours."""


class SchemaError(RecuerdoError):
    """The database's schema and this code do not fit."""
