"""Ids and keys of nodes: UUID version 7 for what is made, joined parts for what must be one."""

from __future__ import annotations

import hashlib

import uuid_utils


def new_id() -> str:
    """Return a UUID version 7: ids made later sort later."""
    return str(uuid_utils.uuid7())


def key(*parts: str) -> str:
    """Join the parts of a constrained key; the parts cannot run into each other."""
    return "|".join(part.replace("\\", "\\\\").replace("|", "\\|") for part in parts)


def digest(*parts: str) -> str:
    """Return 32 hexadecimal digits that stand for parts too long for a key (SHA-256, cut)."""
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:32]
