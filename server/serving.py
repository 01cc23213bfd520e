"""Running the server: over stdio for one client, over HTTP for many."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Coroutine
from contextlib import nullcontext, suppress
from functools import partial
from typing import TYPE_CHECKING

from recuerdo.server import logs
from recuerdo.server.auth import Gate, http_principal, local_principal
from recuerdo.server.runtime import Runtime
from recuerdo.server.settings import Settings

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from recuerdo.server.mcp import MemoryServer


async def serve_stdio(settings: Settings) -> None:
    """Serve one client over stdin and stdout until it goes, or until SIGTERM."""
    logs.set_up(settings.log_level)
    from recuerdo.server.mcp import build_server

    runtime = Runtime(settings)
    server = build_server(runtime, partial(local_principal, settings))
    try:
        await _until_terminated(server.run_stdio_async())
    finally:
        await runtime.close()


async def _until_terminated(serving: Coroutine[None, None, None]) -> None:
    task = asyncio.create_task(serving)
    _when_told_to_go(task.cancel)
    with suppress(asyncio.CancelledError):
        await task


async def serve_http(settings: Settings, host: str, port: int) -> None:
    """Serve any number of clients over streamable HTTP at `/mcp`, both protocol eras; each request needs a key."""
    import uvicorn

    logs.set_up(settings.log_level)
    from recuerdo.server.mcp import build_server

    runtime = Runtime(settings)
    app = http_app(build_server(runtime, http_principal), runtime, host)
    runtime.start()
    config = uvicorn.Config(app, host=host, port=port, log_level=settings.log_level, timeout_graceful_shutdown=5)
    serving = uvicorn.Server(config)
    # uvicorn would end itself by the signal once more, after everything is closed: to be told to go is no failure.
    serving.capture_signals = nullcontext  # type: ignore[assignment, method-assign]
    _when_told_to_go(lambda: setattr(serving, "should_exit", True))
    try:
        await serving.serve()
    finally:
        await runtime.close()


def _when_told_to_go(do: Callable[[], object]) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):  # Windows has no handlers in the loop
            asyncio.get_running_loop().add_signal_handler(number, do)


def http_app(server: MemoryServer, runtime: Runtime, host: str) -> ASGIApp:
    """Return the ASGI application: the MCP endpoint behind the gate.

    On a loopback address the SDK refuses foreign Host and Origin headers (DNS rebinding); elsewhere the key is the guard.
    """
    return Gate(server.streamable_http_app(stateless_http=True, host=host), runtime)
