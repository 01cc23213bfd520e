"""What every call needs and only one process-wide start provides: database, embedder, reader.

The start runs in the background: a client's `initialize` and `tools/list` never wait for it, the first call does.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import ParamSpec, TypeVar

import structlog

from recuerdo.graph import local
from recuerdo.graph.database import Address, Database
from recuerdo.graph.migrations import migrate
from recuerdo.graph.models import Principal
from recuerdo.graph.store import vectors
from recuerdo.nlp.embedding import Batcher, Embedder, open_embedder
from recuerdo.nlp.pipeline import Reader
from recuerdo.server.settings import Settings

P = ParamSpec("P")
T = TypeVar("T")

log = structlog.get_logger()


def layout(settings: Settings) -> local.Layout:
    """Return where the private Neo4j of these settings lives."""
    return local.Layout(settings.home, settings.jars)


@dataclass(frozen=True, slots=True)
class Opened:
    """Everything open: to be used, never changed."""

    database: Database
    embedder: Batcher
    reader: Reader
    reading: ThreadPoolExecutor

    async def read(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run text work off the event loop, one text at a time: the pipelines are not made for more."""
        return await asyncio.get_running_loop().run_in_executor(self.reading, partial(work, *args, **kwargs))


@dataclass(frozen=True, slots=True)
class Call:
    """One call of one principal at one moment."""

    opened: Opened
    settings: Settings
    who: Principal
    now: datetime

    @property
    def database(self) -> Database:
        """The database, opened."""
        return self.opened.database


@asynccontextmanager
async def database_alone(settings: Settings) -> AsyncIterator[Database]:
    """Open the migrated database without embedder and models, for commands that need no more."""
    runtime = Runtime(settings)
    try:
        database = await runtime.open_database()
        try:
            yield database
        finally:
            await database.close()
    finally:
        await runtime.close()


class Runtime:
    """Opens what a server needs, once, and closes it."""

    def __init__(self, settings: Settings, *, report: local.progress.Report = local.progress.quiet) -> None:
        self.settings = settings
        self.progress: local.Progress | None = None
        self._report = report
        self._lease: local.Lease | None = None
        self._opening: asyncio.Task[Opened] | None = None

    def start(self) -> None:
        """Begin to open everything; returns at once. After a failure the next call tries again."""
        if self._opening is None or (self._opening.done() and (self._opening.cancelled() or self._opening.exception())):
            self._opening = asyncio.create_task(self._open())
            # Whoever waits sees the error; without a waiter it must not be reported as lost.
            self._opening.add_done_callback(lambda task: task.cancelled() or task.exception())

    @property
    def is_open(self) -> bool:
        """Whether calls are answered without waiting."""
        done = self._opening is not None and self._opening.done() and not self._opening.cancelled()
        return done and self._opening is not None and self._opening.exception() is None

    async def opened(self) -> Opened:
        """Wait until everything is open.

        Raises:
            RecuerdoError: The database cannot be used; the text says why, and the next call tries again.
            LocalDatabaseError: The private Neo4j cannot be had.
            EmbedderUnavailableError: The embedder cannot be opened.
        """
        self.start()
        if self._opening is None:
            raise RuntimeError("start() has not begun to open anything")
        return await asyncio.shield(self._opening)

    async def call(self, who: Principal) -> Call:
        """Wait until everything is open and return the call's surroundings."""
        return Call(await self.opened(), self.settings, who, datetime.now(UTC))

    async def close(self) -> None:
        """Close what is open, and leave the private Neo4j to its keeper."""
        if self._opening is not None:
            self._opening.cancel()
            (opened,) = await asyncio.gather(self._opening, return_exceptions=True)
            if isinstance(opened, Opened):
                await opened.embedder.close()
                opened.reading.shutdown()
                await opened.database.close()
        if self._lease is not None:
            self._lease.release()

    async def _open(self) -> Opened:
        embedder, database = await asyncio.gather(asyncio.to_thread(self._open_embedder), self.open_database())
        await vectors.ensure(database, fingerprint=str(embedder.fingerprint), dimension=embedder.dimension)
        reader = Reader(english_model=self.settings.english_model, spanish_model=self.settings.spanish_model)
        reading = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reader")
        reading.submit(reader.warm)
        log.info("ready", database=database.address.uri)
        return Opened(database, Batcher(embedder), reader, reading)

    def _open_embedder(self) -> Embedder:
        return open_embedder(self.settings.embedder, self.settings.home, threads=self.settings.embedder_threads)

    async def open_database(self) -> Database:
        """Open the database of the settings, with the schema of this code."""
        address = await self._address()
        database = await Database.open(address, wait_s=self.settings.neo4j_wait_seconds)
        try:
            await migrate(database)
        except BaseException:
            await database.close()
            raise
        return database

    async def _address(self) -> Address:
        settings = self.settings
        if settings.neo4j_uri is not None:
            password = settings.neo4j_password.get_secret_value() if settings.neo4j_password else ""
            return Address(settings.neo4j_uri, settings.neo4j_user, password, settings.neo4j_database)
        acquire = partial(local.acquire, layout(settings), report=self._note, grace_s=settings.local_grace_seconds)
        self._lease = await asyncio.to_thread(acquire)
        info = self._lease.info
        return Address(info.uri, info.user, info.password, info.database)

    def _note(self, progress: local.Progress) -> None:
        self.progress = progress
        self._report(progress)
