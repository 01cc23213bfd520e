"""`recuerdo serve` and `recuerdo tour`."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Annotated

import typer

from recuerdo.graph.errors import InvalidInput
from recuerdo.server.settings import Settings


def serve(
    http: Annotated[
        str | None, typer.Option(metavar="HOST:PORT", help="Serve over HTTP at this address. Left out: over stdio.")
    ] = None,
) -> None:
    """Serve the memory over MCP: one client over stdio, or any number over HTTP."""
    from recuerdo.server import serving

    settings = Settings()
    if http is None:
        asyncio.run(serving.serve_stdio(settings))
    else:
        asyncio.run(serving.serve_http(settings, *_address(http)))


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65_536:
        raise InvalidInput(f"--http is {text!r}: expected HOST:PORT, such as 127.0.0.1:8765.")
    return host.strip("[]"), int(port)


def tour() -> None:
    """See two agents share a memory, over real MCP, on a real Neo4j."""
    from rich.console import Console

    from recuerdo.server.settings import child_environment
    from recuerdo.server.tour import tour as take

    asyncio.run(take(Console(), child_environment(), datetime.now(UTC)))
