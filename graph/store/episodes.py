"""Episodes: what happened, in the order of its conversation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from recuerdo.graph.database import Database, Transaction
from recuerdo.graph.ids import key
from recuerdo.graph.models import Fuente, Principal, Visibility
from recuerdo.graph.store import memories
from recuerdo.graph.store.memories import NewMemory

NO_GAP_MS = 10**15
"""A named conversation never breaks off."""
THIRTY_MINUTES_MS = 30 * 60 * 1000
"""Without a name, silence of this length ends a conversation."""


@dataclass(frozen=True, slots=True)
class NewEpisode:
    """An episode to be laid down; `occurred_at` is when it happened, in UTC."""

    memory: NewMemory
    event_type: str
    occurred_at: datetime


@dataclass(frozen=True, slots=True)
class Previous:
    """The episode just before, in the same conversation."""

    id: str
    text: str
    tokens: int


def conversation_key(who: Principal, fuente: Fuente, visibility: Visibility) -> str:
    """Return the key of a conversation: audience, agent, channel, thread. A private one is never part of a shared one."""
    return key(who.audience(visibility), who.agent, fuente.canal or "", fuente.hilo or "")


def _max_gap_ms(fuente: Fuente) -> int:
    return NO_GAP_MS if fuente.hilo else THIRTY_MINUTES_MS


async def previous(database: Database, conversation: str, fuente: Fuente, occurred_at: datetime) -> Previous | None:
    """Return what was said just before `occurred_at` in the conversation, if the conversation still goes on."""
    rows = await database.read(
        "episode_previous", conversation=conversation, occurred_at=occurred_at, max_gap_ms=_max_gap_ms(fuente)
    )
    return Previous(rows[0]["id"], rows[0]["text"], rows[0]["tokens"]) if rows else None


async def create(
    tx: Transaction, episode: NewEpisode, who: Principal, now: datetime, links: Mapping[str, Sequence[Any]]
) -> None:
    """Lay an episode down in its conversation, tied to everything it is about.

    Args:
        links: See `memories.attach`.
    """
    memory = episode.memory
    props = memories.properties(memory, "episode", who, now)
    await tx.run(
        "episode_create",
        id=memory.id,
        props={**props, "event_type": episode.event_type, "occurred_at": episode.occurred_at},
        labels=memories.labels(memory),
        owner=who.owner,
        agent_key=key(who.owner, who.agent),
        agent=who.agent,
        transport=who.transport,
        conversation=conversation_key(who, memory.fuente, memory.visibility),
        hilo=memory.fuente.hilo,
        now=now,
        occurred_at=episode.occurred_at,
        max_gap_ms=_max_gap_ms(memory.fuente),
    )
    await memories.attach(tx, memory, who, now, links)
