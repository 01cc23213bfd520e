"""What several verbs share: output for programs, and progress for people."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Annotated, Any, TypeAlias

import typer

from recuerdo.graph.local import Progress

Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON.")]

_WORDS = {"fetch": "Fetching the private Neo4j", "start": "Starting the private Neo4j"}


def show_json(value: Any) -> None:  # noqa: ANN401 - anything that JSON can hold
    """Print a value as JSON on stdout."""
    typer.echo(json.dumps(value, indent=2, ensure_ascii=False, default=str))


def bars() -> tuple[Any, Callable[[Progress], None]]:
    """Return a rich progress display on stderr, and the function that feeds it."""
    from rich.console import Console
    from rich.progress import BarColumn, TaskID, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    display = Bars(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
    )
    tasks: dict[str, TaskID] = {}

    def report(progress: Progress) -> None:
        if progress.stage not in tasks:
            tasks[progress.stage] = display.add_task(_WORDS[progress.stage], total=progress.total)
        display.update(tasks[progress.stage], completed=progress.done, total=progress.total)

    return display, report
