"""Brings a database to the schema of this code: ordered, append-only, recorded with a checksum, one process at a time."""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from recuerdo.graph.database import Database
from recuerdo.graph.errors import Conflict, SchemaError
from recuerdo.graph.queries import CYPHER

_LINE_COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)
_FILE = re.compile(r"^(\d{4})_(\w+)\.cypher$")

# The lock and the record need this one constraint before the first migration can be recorded.
_GROUND = "CREATE CONSTRAINT migration_key IF NOT EXISTS FOR (n:Migration) REQUIRE n.key IS UNIQUE"


@dataclass(frozen=True, slots=True)
class Migration:
    """One file of `cypher/migrations`."""

    number: int
    title: str
    checksum: str
    statements: tuple[str, ...]


def _parse(path: Path) -> Migration:
    match = _FILE.match(path.name)
    if not match:
        raise SchemaError(f"{path.name} is no migration: expected NNNN_title.cypher.")
    source = path.read_text("utf-8")
    statements = tuple(f"CYPHER 25 {part.strip()}" for part in _LINE_COMMENT.sub("", source).split(";") if part.strip())
    return Migration(int(match[1]), match[2], hashlib.sha256(source.encode()).hexdigest(), statements)


@cache
def known(folder: Path = CYPHER / "migrations") -> tuple[Migration, ...]:
    """Return the migrations of this code in order; their numbers run from 1 without a gap."""
    found = tuple(_parse(path) for path in sorted(folder.glob("*.cypher")))
    if [each.number for each in found] != list(range(1, len(found) + 1)):
        raise SchemaError(f"The migrations' numbers have a gap or a double: {[each.number for each in found]}.")
    return found


def pending(applied: dict[int, str], migrations: tuple[Migration, ...]) -> list[Migration]:
    """Return what is still to be run, in order.

    Args:
        applied: Checksum by number, as the database has recorded them.

    Raises:
        SchemaError: The database is newer than this code, or a migration changed after it was applied.
    """
    newer = sorted(applied.keys() - {each.number for each in migrations})
    if newer:
        raise SchemaError(
            f"The database's schema is at {newer[-1]:04d}, this code knows up to {len(migrations):04d}. Upgrade recuerdo, or use another database."
        )
    changed = [each.number for each in migrations if applied.get(each.number, each.checksum) != each.checksum]
    if changed:
        raise SchemaError(
            f"Migration {changed[0]:04d} was changed after it was applied. Install the released version, or report this."
        )
    return [each for each in migrations if each.number not in applied]


async def _applied(database: Database) -> dict[int, str]:
    return {row["number"]: row["checksum"] for row in await database.read("migrations_applied")}


async def migrate(database: Database, migrations: tuple[Migration, ...] | None = None) -> list[int]:
    """Run what is pending and return the numbers that were run here; two processes at once do it once.

    Raises:
        SchemaError: See `pending`.
    """
    migrations = known() if migrations is None else migrations
    if not pending(await _applied(database), migrations):
        return []
    with suppress(Conflict):  # somebody else is making it at this very moment
        await database.run_statement(_GROUND)
    async with database.exclusively("migrations_lock"):
        todo = pending(await _applied(database), migrations)
        for migration in todo:
            await _run(database, migration)
    # Not under the lock: an index waits for every transaction that was open when it was made.
    await database.run_statement("CALL db.awaitIndexes(300)")
    return [each.number for each in todo]


async def _run(database: Database, migration: Migration) -> None:
    for statement in migration.statements:
        await database.run_statement(statement)
    await database.write(
        lambda tx: tx.run(
            "migration_record", number=migration.number, title=migration.title, checksum=migration.checksum
        )
    )
