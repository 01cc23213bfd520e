"""Merge doubts: two entities that may be one, kept with their evidence until somebody says."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from recuerdo.graph.database import Transaction
from recuerdo.graph.ids import key, new_id
from recuerdo.graph.models import Principal


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why an entity may be another."""

    entity_id: str
    other_id: str
    score: float
    why: str


async def propose(tx: Transaction, doubts: list[Doubt], who: Principal, audience: str, now: datetime) -> list[str]:
    """Queue merge proposals and return their ids in order; a pair is asked about once, whichever way round."""
    rows = [
        {
            "id": new_id(),
            "key": key(*sorted((each.entity_id, each.other_id))),
            "a": each.entity_id,
            "b": each.other_id,
            "score": each.score,
            "why": each.why,
        }
        for each in doubts
    ]
    found = await tx.run("merge_propose", rows=rows, owner=who.owner, audience=audience, now=now) if rows else []
    return [row["id"] for row in found]
