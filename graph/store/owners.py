"""Owners and the keys of their agents. A key is shown once and kept as SHA-256."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from datetime import datetime

from recuerdo.graph.database import Database
from recuerdo.graph.errors import UnknownId
from recuerdo.graph.ids import new_id
from recuerdo.graph.models import Model, Moment, Principal, Visibility

PREFIX = "ym_"
KEY_BYTES = 32
"""256 random bits."""


class KeyRecord(Model):
    """What is kept of a key."""

    id: str
    agent: str
    can_read: list[Visibility]
    can_write: list[Visibility]
    created_at: Moment
    expires_at: Moment | None = None
    revoked_at: Moment | None = None


class Grant(Model):
    """What a new key may do."""

    owner: str
    agent: str
    can_read: frozenset[Visibility] = frozenset({"shared", "private"})
    can_write: frozenset[Visibility] = frozenset({"shared", "private"})
    expires_at: Moment | None = None


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def _sorted(rights: Iterable[Visibility]) -> list[Visibility]:
    return sorted(rights)


async def create_key(database: Database, grant: Grant, now: datetime) -> tuple[str, str]:
    """Make a key and return its id and the key itself, which nobody can read again."""
    id_, key = new_id(), PREFIX + secrets.token_urlsafe(KEY_BYTES)
    params = {
        "id": id_,
        "hash": _hash(key),
        "owner": grant.owner,
        "agent": grant.agent,
        "can_read": _sorted(grant.can_read),
        "can_write": _sorted(grant.can_write),
        "now": now,
        "expires_at": grant.expires_at,
    }
    await database.write(lambda tx: tx.run("key_create", **params))
    return id_, key


async def principal_of(database: Database, key: str, now: datetime) -> Principal | None:
    """Return whom a key stands for, or None; asked of the database each time, so a revoked key ends at once."""
    if not key.startswith(PREFIX):
        return None
    rows = await database.read("key_find", hash=_hash(key), now=now)
    return Principal(**rows[0], transport="http") if rows else None


async def list_keys(database: Database, owner: str) -> list[KeyRecord]:
    """Return the owner's keys, newest first."""
    return [KeyRecord(**row) for row in await database.read("key_list", owner=owner)]


async def revoke_key(database: Database, id_: str, owner: str, now: datetime) -> None:
    """End a key.

    Raises:
        UnknownId: The owner has no such key.
    """
    if not await database.write(lambda tx: tx.run("key_revoke", id=id_, owner=owner, now=now)):
        raise UnknownId("key", id_, "recuerdo key list")
