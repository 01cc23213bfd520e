"""Whether everything that the server needs is here, and what to do about what is not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from recuerdo.graph import local
from recuerdo.graph.errors import RecuerdoError
from recuerdo.graph.local import LocalDatabaseError
from recuerdo.graph.local.jars import are_complete
from recuerdo.graph.local.java import find_java
from recuerdo.graph.migrations import known
from recuerdo.nlp import pipeline
from recuerdo.nlp.embedding import EmbedderUnavailableError, open_embedder
from recuerdo.server.runtime import Runtime, layout
from recuerdo.server.settings import Settings


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at; `next_step` is empty when it is ok."""

    name: str
    ok: bool
    found: str
    next_step: str = ""


async def examine(settings: Settings) -> list[Check]:
    """Look at everything; starts the private Neo4j if it is used and not running."""
    checks = (
        [] if settings.neo4j_uri else [await _guarded("java", _java), await _guarded("jars", lambda: _jars(settings))]
    )
    return [
        *checks,
        *await _database(settings),
        await _guarded("embedder", lambda: _embedder(settings)),
        *[_language(name, model) for name, model in pipeline.models(settings.english_model, settings.spanish_model)],
    ]


async def _guarded(name: str, look: Callable[[], Awaitable[Check]]) -> Check:
    try:
        return await look()
    except (RecuerdoError, LocalDatabaseError, EmbedderUnavailableError) as error:
        return Check(name, ok=False, found="not usable", next_step=str(error))


async def _java() -> Check:
    return Check("java", ok=True, found=str(await asyncio.to_thread(find_java)))


async def _jars(settings: Settings) -> Check:
    place: local.Layout = layout(settings)
    if are_complete(place.jars):
        return Check("jars", ok=True, found=str(place.jars))
    return Check("jars", ok=True, found=f"not fetched yet; the first start fetches them into {place.jars}")


async def _database(settings: Settings) -> list[Check]:
    runtime = Runtime(settings)
    try:
        database = await runtime.open_database()
        try:
            version = (await database.read("server_version"))[0]["version"]
            indexes = await database.read("indexes")
        finally:
            await database.close()
    except (RecuerdoError, LocalDatabaseError) as error:
        return [Check("database", ok=False, found="not usable", next_step=str(error))]
    finally:
        await runtime.close()
    bad = [row["name"] for row in indexes if row["state"] != "ONLINE"]
    return [
        Check("database", ok=True, found=f"Neo4j {version} at {database.address.uri}"),
        Check("schema", ok=True, found=f"all {len(known())} migrations applied"),
        Check(
            "indexes",
            not bad,
            f"{len(indexes) - len(bad)} of {len(indexes)} online",
            f"Wait, then look again; if they stay so, drop and restart: {', '.join(bad)}",
        ),
    ]


async def _embedder(settings: Settings) -> Check:
    embedder = await asyncio.to_thread(
        open_embedder, settings.embedder, settings.home, threads=settings.embedder_threads
    )
    return Check("embedder", ok=True, found=str(embedder.fingerprint))


def _language(language: str, model: str | None) -> Check:
    name = {"en": "english", "es": "spanish"}[language]
    return Check(
        name,
        ok=True,
        found=model or f"no spaCy model: rules and the owner's own names (RECUERDO_{name.upper()}_MODEL names one)",
    )
