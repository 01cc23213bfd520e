"""`recuerdo key`: keys for agents that come over HTTP."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Annotated

import typer

from recuerdo.graph.errors import InvalidInput
from recuerdo.graph.models import Visibility
from recuerdo.server.cli.common import Json, show_json
from recuerdo.server.settings import Settings

app = typer.Typer(help="Keys for agents that come over HTTP: create, list, revoke.", no_args_is_help=True)

_RIGHTS: dict[str, Visibility] = {"shared": "shared", "private": "private"}


def _rights(name: str, text: str) -> frozenset[Visibility]:
    words = [word.strip() for word in text.split(",") if word.strip()]
    unknown = [word for word in words if word not in _RIGHTS]
    if unknown:
        raise InvalidInput(f"{name} holds {unknown[0]!r}: expected shared, private, or both with a comma.")
    return frozenset(_RIGHTS[word] for word in words)


@app.command()
def create(
    agent: Annotated[str, typer.Option(help="Name of the agent that will use it.")],
    owner: Annotated[str | None, typer.Option(help="Whose memory it opens. Default: RECUERDO_OWNER.")] = None,
    read: Annotated[str, typer.Option(help="What it may read: shared, private.")] = "shared,private",
    write: Annotated[str, typer.Option(help="What it may write: shared, private, or nothing.")] = "shared,private",
    expires_days: Annotated[float | None, typer.Option(min=0, help="Days after which it ends.")] = None,
    as_json: Json = False,
) -> None:
    """Make a key. It is shown once and kept as a hash."""
    from recuerdo.graph.store import owners
    from recuerdo.server.runtime import database_alone

    settings, now = Settings(), datetime.now(UTC)
    grant = owners.Grant(
        owner=owner or settings.owner,
        agent=agent,
        can_read=_rights("--read", read),
        can_write=_rights("--write", write),
        expires_at=None if expires_days is None else now + timedelta(days=expires_days),
    )

    async def work() -> tuple[str, str]:
        async with database_alone(settings) as database:
            return await owners.create_key(database, grant, now)

    id_, key = asyncio.run(work())
    if as_json:
        show_json({"id": id_, "key": key, **grant.model_dump(mode="json")})
    else:
        typer.echo(f"{key}\nThis is the only time it is shown. Its id, for `recuerdo key revoke`, is {id_}.")


@app.command("list")
def list_(
    owner: Annotated[str | None, typer.Option(help="Whose keys. Default: RECUERDO_OWNER.")] = None,
    as_json: Json = False,
) -> None:
    """List the keys of an owner: id, agent, rights, times; never the keys."""
    from recuerdo.graph.store import owners
    from recuerdo.server.runtime import database_alone

    settings = Settings()

    async def work() -> list[owners.KeyRecord]:
        async with database_alone(settings) as database:
            return await owners.list_keys(database, owner or settings.owner)

    found = [each.model_dump(mode="json") for each in asyncio.run(work())]
    if as_json:
        show_json(found)
        return
    for each in found or [{"id": "There are no keys yet.", "agent": "`recuerdo key create --agent NAME` makes one."}]:
        typer.echo("  ".join(str(value) for value in each.values() if value is not None))


@app.command()
def revoke(
    id_: Annotated[str, typer.Argument(metavar="ID", help="As `recuerdo key list` shows it.")],
    owner: Annotated[str | None, typer.Option(help="Whose key. Default: RECUERDO_OWNER.")] = None,
) -> None:
    """End a key at once."""
    from recuerdo.graph.store import owners
    from recuerdo.server.runtime import database_alone

    settings = Settings()

    async def work() -> None:
        async with database_alone(settings) as database:
            await owners.revoke_key(database, id_, owner or settings.owner, datetime.now(UTC))

    asyncio.run(work())
    typer.echo(f"Revoked {id_}.")
