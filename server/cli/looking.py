"""`recuerdo doctor` and `recuerdo settings`: look, change nothing."""

from __future__ import annotations

import asyncio

import typer

from recuerdo.server.cli.common import Json, show_json
from recuerdo.server.settings import Settings


def doctor(as_json: Json = False) -> None:
    """Check Java, jars, database, schema, indexes, embedder and language models; each is ok, or says what to do."""
    from recuerdo.server import doctor as checks

    found = asyncio.run(checks.examine(Settings()))
    if as_json:
        show_json(
            [{"name": each.name, "ok": each.ok, "found": each.found, "next_step": each.next_step} for each in found]
        )
    else:
        for each in found:
            typer.echo(
                f"{'ok ' if each.ok else 'NOT'}  {each.name:10} {each.found}{'' if each.ok else f' → {each.next_step}'}"
            )
    if not all(each.ok for each in found):
        raise typer.Exit(1)


def settings(as_json: Json = False) -> None:
    """Print every setting with its value and what it does."""
    values = Settings()
    rows = [
        {"name": f"RECUERDO_{name.upper()}", "value": getattr(values, name), "description": field.description}
        for name, field in Settings.model_fields.items()
    ]
    if as_json:
        show_json(rows)
        return
    for row in rows:
        typer.echo(f"{row['name']}={'' if row['value'] is None else row['value']}\n    {row['description']}")
