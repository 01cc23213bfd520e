"""Calls kept for their retries: a repeated call gets the first one's answer."""

from __future__ import annotations

from datetime import datetime

from recuerdo.graph.database import Transaction
from recuerdo.graph.ids import digest
from recuerdo.graph.models import Principal


def explicit_key(who: Principal, tool: str, idempotency_key: str) -> str:
    """Return the key of a call that carries an idempotency_key of its client's."""
    return digest("key", who.owner, who.agent, tool, idempotency_key)


def implicit_key(who: Principal, tool: str, *said: str) -> str:
    """Return the key of a call without one: the same credential says the same thing."""
    return digest("said", who.owner, who.agent, tool, *said)


async def claim(tx: Transaction, key: str, who: Principal, now: datetime, window_s: float | None) -> str | None:
    """Claim the key and return None, or return the answer of the call that had it first.

    Args:
        window_s: Seconds within which a repetition counts as a retry; None = for ever.
    """
    rows = await tx.run("request_claim", key=key, owner=who.owner, now=now, window_s=window_s)
    answer = rows[0]["answer"]
    return None if answer is None else str(answer)


async def keep_answer(tx: Transaction, key: str, answer: str, memory_id: str) -> None:
    """Keep the answer in the transaction of the write that it tells of."""
    await tx.run("request_answer", key=key, answer=answer, memory_id=memory_id)
