"""The only module that talks to the Neo4j driver: sessions, retries, and its errors as ours."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Self, TypeVar

import neo4j
import neo4j.time
from neo4j import exceptions as neo

from recuerdo.graph import queries
from recuerdo.graph.errors import Conflict, DatabaseError, DatabaseRefused, DatabaseUnavailable, QueryFailed

T = TypeVar("T")
Row = dict[str, Any]

OLDEST_SERVER = (2026, 1)
SCHEMES = {f"{protocol}{security}" for protocol in ("bolt", "neo4j") for security in ("", "+s", "+ssc")}


@dataclass(frozen=True, slots=True)
class Address:
    """Where a Neo4j is and how to get in."""

    uri: str
    user: str
    password: str
    database: str = "neo4j"


def translate(error: Exception) -> DatabaseError | Conflict:
    """Turn a driver's exception into ours, with what to do next."""
    match error:
        case neo.AuthError():
            return DatabaseRefused(
                f"Neo4j refuses this user or password ({error.message}). Check RECUERDO_NEO4J_USER and RECUERDO_NEO4J_PASSWORD."
            )
        case neo.ClientError() if isinstance(error, neo.ConstraintError) or "AlreadyExists" in (error.code or ""):
            return Conflict(
                f"Another write made the same thing at the same moment ({error.message}). Send the call again."
            )
        case neo.ClientError() if "Security" in (error.code or ""):
            return DatabaseRefused(
                f"Neo4j refuses: {error.message}. The user needs to read, write and change the schema."
            )
        case neo.ClientError() if "DatabaseNotFound" in (error.code or ""):
            return DatabaseRefused(
                f"Neo4j has no such database: {error.message} Set RECUERDO_NEO4J_DATABASE to one that exists."
            )
        case neo.TransientError() | neo.ServiceUnavailable() | neo.SessionExpired() | neo.DatabaseUnavailable():
            return DatabaseUnavailable(
                f"The database did not answer in time ({error}). Send the call again: a repetition is recognised, nothing is stored twice."
            )
        case neo.ConfigurationError():
            return DatabaseRefused(
                f"The address of the database is wrong: {error}. Expected bolt://, bolt+s://, neo4j:// or neo4j+s://host:port."
            )
        case _:
            return QueryFailed(f"The database could not run a query of ours: {error}. Please report this.")


def _plain(value: Any) -> Any:  # noqa: ANN401 - Cypher values are of any type
    """Turn the driver's own types into Python's; they end here."""
    if isinstance(value, neo4j.time.DateTime):
        return value.to_native()
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return value


async def _rows(result: neo4j.AsyncResult) -> list[Row]:
    return [{key: _plain(record[key]) for key in record.keys()} async for record in result]  # noqa: SIM118 - iterating a record gives values


class Transaction:
    """One managed transaction; its function may run again, so nothing outside it may be changed there."""

    def __init__(self, inner: neo4j.AsyncManagedTransaction) -> None:
        self._inner = inner

    async def run(self, name: str, **params: Any) -> list[Row]:  # noqa: ANN401 - Cypher values are of any type
        """Run the query file `name` and return its rows as dictionaries."""
        query = _checked(name, params)
        return await _rows(await self._inner.run(query.text, params))


def _checked(name: str, params: Mapping[str, Any]) -> queries.Query:
    query = queries.load()[name]
    if query.params != params.keys():
        raise QueryFailed(f"{name} takes {sorted(query.params)}, was given {sorted(params)}. Please report this.")
    return query


class Database:
    """A pool of connections to one database of one server."""

    def __init__(self, address: Address) -> None:
        self.address = address
        scheme = address.uri.partition("://")[0]
        if scheme not in SCHEMES:
            raise DatabaseRefused(
                f"The address {address.uri!r} is not one that we speak: expected bolt://, bolt+s://, neo4j:// or neo4j+s:// and host:port. Set RECUERDO_NEO4J_URI."
            )
        try:
            self._driver = neo4j.AsyncGraphDatabase.driver(
                address.uri,
                auth=(address.user, address.password),
                connection_acquisition_timeout=30,
                max_transaction_retry_time=30,
                notifications_min_severity="OFF",
                user_agent="recuerdo",
            )
        except (neo.DriverError, ValueError) as error:
            raise DatabaseRefused(
                f"Neo4j's driver does not take the address {address.uri!r}: {error}. Set RECUERDO_NEO4J_URI to bolt://host:port or the like."
            ) from error
        # One manager for all sessions: a client reads its own writes, on a cluster too.
        self._bookmarks = neo4j.AsyncGraphDatabase.bookmark_manager()

    @classmethod
    async def open(cls, address: Address, *, wait_s: float = 60.0) -> Self:
        """Connect, waiting up to `wait_s` seconds for a server that is starting.

        Raises:
            DatabaseUnavailable: Nothing answered in time.
            DatabaseRefused: Wrong password, unknown database, or a server older than 2026.01.
        """
        database = cls(address)
        try:
            await database._wait(time.monotonic() + wait_s)
            await database._require_version()
        except BaseException:
            await database.close()
            raise
        return database

    async def _wait(self, deadline: float) -> None:
        while True:
            try:
                await self._driver.verify_connectivity()
            except (neo.ServiceUnavailable, neo.TransientError, OSError) as error:
                if time.monotonic() > deadline:
                    raise DatabaseUnavailable(
                        f"No Neo4j answers at {self.address.uri} ({error}). Start it, or unset RECUERDO_NEO4J_URI to use the private one."
                    ) from error
                await asyncio.sleep(0.25)
            except (neo.Neo4jError, neo.DriverError) as error:
                raise translate(error) from error
            else:
                return

    async def _require_version(self) -> None:
        rows = await self.read("server_version")
        version = str(rows[0]["version"])
        year, _, rest = version.partition(".")
        if (int(year), int(rest.partition(".")[0])) < OLDEST_SERVER:
            raise DatabaseRefused(
                f"Neo4j {version} at {self.address.uri} is too old: 2026.01 or newer is needed (vector search with filters). Upgrade it, or unset RECUERDO_NEO4J_URI to use the private one."
            )

    async def close(self) -> None:
        """Give the connections back."""
        await self._driver.close()

    @asynccontextmanager
    async def _session(self) -> AsyncIterator[neo4j.AsyncSession]:
        try:
            async with self._driver.session(
                database=self.address.database, bookmark_manager=self._bookmarks
            ) as session:
                yield session
        except (neo.Neo4jError, neo.DriverError, OSError) as error:
            raise translate(error) from error

    async def read(self, name: str, **params: Any) -> list[Row]:  # noqa: ANN401
        """Run one read query in a transaction of its own."""

        async def work(tx: neo4j.AsyncManagedTransaction) -> list[Row]:
            return await Transaction(tx).run(name, **params)

        async with self._session() as session:
            return await session.execute_read(work)

    async def write(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Run `work` in one write transaction, again after a transient failure; return after the commit."""

        async def managed(tx: neo4j.AsyncManagedTransaction) -> T:
            return await work(Transaction(tx))

        async with self._session() as session:
            return await session.execute_write(managed)

    async def run_statement(self, text: str, params: Mapping[str, Any] | None = None) -> list[Row]:
        """Run one statement of a migration by itself: schema and data may not share a transaction.

        Two processes that create one constraint at the same instant deadlock: managed, so it is tried again.
        """

        async def work(tx: neo4j.AsyncManagedTransaction) -> list[Row]:
            return await _rows(await tx.run(text, dict(params or {})))

        async with self._session() as session:
            return await session.execute_write(work)

    async def explain(self, name: str) -> dict[str, Any]:
        """Return the planner's plan of a query file, without running it."""
        query = queries.load()[name]
        text = query.text.replace("CYPHER 25", "CYPHER 25 EXPLAIN", 1)
        async with self._session() as session:
            result = await session.run(text, dict.fromkeys(query.params))
            return dict((await result.consume()).plan or {})

    @asynccontextmanager
    async def exclusively(self, name: str, **params: Any) -> AsyncIterator[None]:  # noqa: ANN401
        """Hold the locks of the write query `name` while the body runs; they go with the process, too."""
        async with self._session() as session, await session.begin_transaction() as tx:
            query = _checked(name, params)
            await (await tx.run(query.text, params)).consume()
            yield
            await tx.commit()
