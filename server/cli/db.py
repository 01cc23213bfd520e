"""`recuerdo db`: the private Neo4j."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer

from recuerdo.graph import local
from recuerdo.server.cli.common import Json, bars, show_json
from recuerdo.server.settings import Settings

app = typer.Typer(help="The private Neo4j: start, stop, status, info, logs.", no_args_is_help=True)


def layout(settings: Settings) -> local.Layout:
    """Return where the private Neo4j of these settings lives."""
    return local.Layout(settings.home, settings.jars)


def _info(info: local.DatabaseInfo) -> dict[str, Any]:
    return {**asdict(info), "home": str(info.home)}


def _acquire(*, browser: bool = False) -> local.DatabaseInfo:
    """Start it, or join it, and let it stay up after this command."""
    settings = Settings()
    display, report = bars()
    with (
        display,
        local.acquire(layout(settings), report=report, browser=browser, grace_s=settings.local_grace_seconds) as lease,
    ):
        local.pin(layout(settings))
        return lease.info


@app.command()
def start() -> None:
    """Start it, and let it run until `recuerdo db stop`."""
    info = _acquire()
    typer.echo(f"Neo4j {info.version} runs at {info.uri}. `recuerdo db info` tells user and password.")


@app.command()
def stop(force: Annotated[bool, typer.Option("--force", help="Also while processes use it.")] = False) -> None:
    """Stop it."""
    stopped = local.stop(layout(Settings()), force=force)
    typer.echo("Stopped." if stopped else "It was not running.")


@app.command()
def status(as_json: Json = False) -> None:
    """Say how it stands: phase, who uses it, why the last start failed."""
    found = local.status(layout(Settings()))
    if as_json:
        show_json({**asdict(found), "info": _info(found.info) if found.info else None})
        return
    users = f"used by {len(found.users)} processes" if found.users else "used by nobody"
    jars = "" if found.fetched else " Its jars are not fetched yet; the first start does that."
    pinned = " It stays up until `recuerdo db stop`." if found.pinned else ""
    typer.echo(f"{found.phase}, {users}.{pinned}{jars}{' ' + found.reason if found.reason else ''}")


@app.command()
def info(as_json: Json = False) -> None:
    """Tell how to reach it: address, user, password, database, version, home. Starts it if need be."""
    found = local.status(layout(Settings())).info or _acquire()
    if as_json:
        show_json(_info(found))
        return
    for name, value in _info(found).items():
        typer.echo(f"{name:9} {'–' if value is None else value}")


@app.command()
def browser() -> None:
    """Serve Neo4j Browser on it, and print its address."""
    found = _acquire(browser=True)
    typer.echo(f"{found.http_uri}\nConnect to {found.uri} as {found.user} with the password {found.password}")


@app.command()
def logs() -> None:
    """Print where its logs are, and their ends."""
    place = layout(Settings())
    for log in (place.keeper_log, place.neo4j_log):
        typer.echo(f"── {log}")
        if log.exists():
            typer.echo("\n".join(log.read_text("utf-8", errors="replace").splitlines()[-40:]))
