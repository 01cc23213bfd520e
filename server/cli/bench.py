"""`recuerdo bench`: figures, taken through the product."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from recuerdo.server.cli.common import Json, show_json
from recuerdo.server.settings import Settings

app = typer.Typer(
    help="Figures, taken through the product: real client, real server process, real database.", no_args_is_help=True
)


@app.command()
def locomo(
    path: Annotated[Path, typer.Argument(help="LoCoMo's conversations.json, or the folder that holds it.")],
    conversation: Annotated[str, typer.Option(help="Which one.")] = "conv-26",
    as_json: Json = False,
) -> None:
    """Remember a LoCoMo conversation turn by turn, then ask its questions; beside plain BM25."""
    from recuerdo.server.bench import locomo as bench

    loaded = bench.load(path / "conversations.json" if path.is_dir() else path, conversation)
    figures = asyncio.run(_locomo(loaded))
    if as_json:
        show_json(figures)
        return
    for name in ("recall", "bm25"):
        typer.echo(f"{name:8} " + "  ".join(f"{key} {value:g}" for key, value in figures[name].items()))
    for name in ("process_observation", "recall_latency", "graph"):
        typer.echo(f"{name}: " + "  ".join(f"{key} {value}" for key, value in figures[name].items()))


async def _locomo(loaded: Any) -> dict[str, Any]:  # noqa: ANN401 - Conversation, imported late
    from recuerdo.graph.models import Principal
    from recuerdo.server.bench import locomo as bench
    from recuerdo.server.runtime import database_alone
    from recuerdo.server.settings import child_environment
    from recuerdo.server.tour import guest

    owner = f"bench {loaded.name} {datetime.now(UTC):%Y-%m-%d %H:%M:%S}"
    with _bar(len(loaded.turns) + len(loaded.questions)) as tick:
        async with AsyncExitStack() as stack:
            one = await guest(stack, "bench", {**child_environment(), "RECUERDO_OWNER": owner})
            run = await bench.run(one, loaded, tick)
    who = Principal(owner=owner, agent="bench")
    async with database_alone(Settings()) as database:
        counts = await database.read("owner_counts", audiences=who.audiences)
    return {**run.figures(), "graph": counts[0]}


@app.command()
def speed(
    memories: Annotated[str, typer.Option(help="Sizes, with commas.")] = "1000,10000",
    calls: Annotated[int, typer.Option(min=10, help="Timed calls of each kind at each size.")] = 100,
    as_json: Json = False,
) -> None:
    """Measure start, attach, process_observation and recall at several sizes, and a server's memory."""
    sizes = [int(size) for size in memories.split(",")]
    figures = asyncio.run(_speed(sizes, calls))
    if as_json:
        show_json(figures)
        return
    for name, value in figures.items():
        typer.echo(f"{name}: {value}")


async def _speed(sizes: list[int], calls: int) -> dict[str, Any]:
    from recuerdo.graph.models import Principal
    from recuerdo.server import logs
    from recuerdo.server.bench import speed as bench
    from recuerdo.server.runtime import Runtime
    from recuerdo.server.settings import child_environment
    from recuerdo.server.tour import guest

    settings = Settings()
    logs.set_up(settings.log_level)
    owner = f"bench speed {datetime.now(UTC):%Y-%m-%d %H:%M:%S}"
    figures: dict[str, Any] = {}
    async with AsyncExitStack() as stack:
        begun = time.perf_counter()
        one = await guest(stack, "bench", {**child_environment(), "RECUERDO_OWNER": owner})
        await one.call("recall", {"query": "anything"})
        figures["first answer after start, s"] = round(time.perf_counter() - begun, 1)
        begun = time.perf_counter()
        other = await guest(stack, "second", {**child_environment(), "RECUERDO_OWNER": owner})
        await other.call("recall", {"query": "anything"})
        figures["first answer of a second process, s"] = round(time.perf_counter() - begun, 1)
        runtime = Runtime(settings)
        stack.push_async_callback(runtime.close)
        call = await runtime.call(Principal(owner=owner, agent="filler"))
        for before, size in zip([0, *sizes], sizes, strict=False):
            with _bar(size - before) as tick:
                await bench.fill(call, before, size, tick)
            figures[f"at {size} memories"] = await bench.measure(one, calls)
        figures["RSS of a server process, MB"] = bench.server_rss_mb()
    return figures


def _bar(total: int) -> Any:  # noqa: ANN401 - a context manager that gives a function
    from contextlib import contextmanager

    from rich.console import Console
    from rich.progress import Progress

    @contextmanager
    def showing() -> Any:  # noqa: ANN401
        with Progress(console=Console(stderr=True)) as display:
            task = display.add_task("", total=total)
            yield lambda steps=1: display.advance(task, steps)

    return showing()
