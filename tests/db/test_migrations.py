"""The schema comes into being once, whoever starts first, and is never guessed at."""

import asyncio
import socket
from collections.abc import AsyncIterator

import pytest

from recuerdo.graph.database import Address, Database
from recuerdo.graph.errors import DatabaseRefused, DatabaseUnavailable, SchemaError
from recuerdo.graph.migrations import Migration, known, migrate, pending

pytestmark = [pytest.mark.anyio, pytest.mark.db]

NEXT = len(known()) + 1
EXTRA = Migration(NEXT, "extra", "abc", ("CYPHER 25 CREATE INDEX extra IF NOT EXISTS FOR (n:Extra) ON (n.x)",))


@pytest.fixture
async def extended(database: Database, address: Address) -> AsyncIterator[Database]:
    """A second process's database handle; what the test adds is taken back."""
    other = await Database.open(address)
    yield other
    await other.run_statement("CYPHER 25 MATCH (m:Migration {number: $n}) DELETE m", {"n": NEXT})
    await other.run_statement("CYPHER 25 DROP INDEX extra IF EXISTS")
    await other.close()


@pytest.fixture
def closed_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


async def test_two_processes_that_migrate_at_once_do_it_once(database, extended):
    migrations = (*known(), EXTRA)
    ran = await asyncio.gather(migrate(database, migrations), migrate(extended, migrations))
    assert sorted(map(tuple, ran)) == [(), (NEXT,)]


async def test_a_database_newer_than_the_code_is_refused(database, extended):
    await migrate(extended, (*known(), EXTRA))
    with pytest.raises(SchemaError, match="Upgrade recuerdo"):
        await migrate(database)


def test_a_migration_changed_after_it_was_applied_is_refused():
    with pytest.raises(SchemaError, match="was changed"):
        pending({1: "another checksum"}, known())


async def test_a_wrong_password_is_refused_with_what_to_check(address):
    with pytest.raises(DatabaseRefused, match="RECUERDO_NEO4J_PASSWORD"):
        await Database.open(Address(address.uri, address.user, "wrong", address.database))


async def test_an_unknown_database_is_refused_with_what_to_set(address):
    with pytest.raises(DatabaseRefused, match="RECUERDO_NEO4J_DATABASE"):
        await Database.open(Address(address.uri, address.user, address.password, "nowhere"))


async def test_an_address_where_nothing_answers_is_told_after_the_time_allowed(closed_port):
    with pytest.raises(DatabaseUnavailable, match="RECUERDO_NEO4J_URI"):
        await Database.open(Address(f"bolt://127.0.0.1:{closed_port}", "neo4j", "x"), wait_s=0.5)


async def test_an_address_of_another_kind_is_refused(address):
    with pytest.raises(DatabaseRefused, match="bolt://"):
        await Database.open(Address("http://127.0.0.1:7474", "neo4j", "x"), wait_s=0.5)
