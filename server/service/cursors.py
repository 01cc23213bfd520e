"""Opaque cursors: where a list goes on, and for which question."""

from __future__ import annotations

import base64
import binascii
import json

from recuerdo.graph.errors import InvalidInput
from recuerdo.graph.ids import digest


def encode(offset: int, *question: str) -> str:
    """Return the cursor of the item at `offset` in the answer to a question."""
    return base64.urlsafe_b64encode(json.dumps([offset, digest(*question)[:12]]).encode()).decode().rstrip("=")


def decode(cursor: str | None, *question: str) -> int:
    """Return where to go on; 0 without a cursor.

    Raises:
        InvalidInput: It is no cursor of ours, or belongs to another question.
    """
    if cursor is None:
        return 0
    try:
        offset, mark = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        if mark == digest(*question)[:12] and isinstance(offset, int) and offset >= 0:
            return offset
    except (ValueError, TypeError, binascii.Error):
        pass
    raise InvalidInput(
        f"cursor {cursor!r} does not belong to this call: expected the next_cursor of an answer to the very same arguments."
    )
