"""The real database with the schema of this code."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from recuerdo.graph.database import Address, Database
from recuerdo.graph.local import DatabaseInfo
from recuerdo.graph.migrations import migrate
from recuerdo.graph.store import vectors


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def address(private_neo4j: DatabaseInfo) -> Address:
    return Address(private_neo4j.uri, private_neo4j.user, private_neo4j.password, private_neo4j.database)


@pytest.fixture
async def database(address: Address) -> AsyncIterator[Database]:
    database = await Database.open(address)
    await migrate(database)
    yield database
    await database.close()


@pytest.fixture
async def indexed(database: Database) -> Database:
    """With the vector indexes of the bundled embedder."""
    from recuerdo.nlp.embedding import BUNDLED, open_embedder

    embedder = open_embedder(BUNDLED, Path(__file__).parents[2] / ".home")
    await vectors.ensure(database, fingerprint=str(embedder.fingerprint), dimension=embedder.dimension)
    return database
