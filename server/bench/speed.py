"""How fast the product is: start, attach, process_observation and recall at several sizes, memory of a server process.

The bulk of the memories is laid down by the store itself, with texts and vectors that are made up; what is timed goes through
a real MCP client and a real server process.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from recuerdo.graph.database import Transaction
from recuerdo.graph.ids import new_id
from recuerdo.graph.models import Fuente
from recuerdo.graph.store import episodes
from recuerdo.graph.store.episodes import NewEpisode
from recuerdo.graph.store.memories import NewMemory, Piece
from recuerdo.server.bench.metrics import latency
from recuerdo.server.runtime import Call
from recuerdo.server.tour import Guest

_NAMES = ("Ana", "Luis", "Marta", "Tom", "Priya", "Chen", "Olga", "Diego", "Nora", "Sam")
_VERBS = (
    "deployed",
    "reviewed",
    "discussed",
    "postponed",
    "measured",
    "broke",
    "fixed",
    "documented",
    "planned",
    "cancelled",
)
_THINGS = (
    "billing",
    "search",
    "ledger",
    "checkout",
    "onboarding",
    "reporting",
    "archive",
    "gateway",
    "scheduler",
    "mailer",
)
_BATCH = 100


def sentence(rng: random.Random, number: int) -> str:
    """Return a made-up observation; no two are the same."""
    return f"{rng.choice(_NAMES)} {rng.choice(_VERBS)} the {rng.choice(_THINGS)} service, ticket OPS-{number}, with {rng.choice(_NAMES)}."


def _unit(rng: random.Random, dimension: int) -> list[float]:
    values = [rng.gauss(0, 1) for _ in range(dimension)]
    length = sum(value * value for value in values) ** 0.5
    return [value / length for value in values]


def _episode(rng: random.Random, number: int, call: Call) -> NewEpisode:
    embedder = call.opened.embedder.embedder
    text = sentence(rng, number)
    memory = NewMemory(
        id=new_id(), text=text, language="en", cjk=False, tokens=len(text.split()), cues=(), volatilidad="evento", epistemico="reportado",
        confidence=0.8, fuente=Fuente(hilo=f"thread {number // 50}"), visibility="shared", precision="instant", expires_at=None,
        pieces=(Piece(0, len(text), _unit(rng, embedder.dimension)),), embedder=str(embedder.fingerprint),
    )  # fmt: skip
    return NewEpisode(memory, "observation", datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=number))


async def fill(call: Call, first: int, last: int, tick: Callable[[int], Any]) -> None:
    """Lay down made-up episodes number `first` up to, not including, `last`."""
    rng = random.Random(first)  # noqa: S311 - no secret
    for start in range(first, last, _BATCH):
        batch = [_episode(rng, number, call) for number in range(start, min(start + _BATCH, last))]

        async def work(tx: Transaction, batch: Sequence[NewEpisode] = batch) -> None:
            for episode in batch:
                await episodes.create(tx, episode, call.who, call.now, {})

        await call.database.write(work)
        tick(len(batch))


async def measure(guest: Guest, calls: int) -> dict[str, Any]:
    """Time `calls` observations and as many recalls, after a tenth of them to warm up."""
    rng = random.Random(calls)  # noqa: S311 - no secret
    observing, recalling = [], []
    for number in range(calls + calls // 10):
        mark = rng.randrange(10**9)
        observing.append(await _timed(guest, "process_observation", {"content": sentence(rng, mark)}))
        query = f"what did {rng.choice(_NAMES)} do with {rng.choice(_THINGS)}?"
        recalling.append(await _timed(guest, "recall", {"query": query}))
        if number == calls // 10:
            observing.clear()
            recalling.clear()
    return {"process_observation": latency(observing), "recall": latency(recalling)}


async def _timed(guest: Guest, tool: str, arguments: dict[str, Any]) -> float:
    begun = time.perf_counter()
    await guest.call(tool, arguments)
    return time.perf_counter() - begun


def server_rss_mb() -> int:
    """Return the largest resident set of this process's server processes, in MB."""
    import psutil

    sizes: list[int] = [child.memory_info().rss for child in psutil.Process().children(recursive=True)]
    return max(sizes) // 2**20
