"""`recuerdo`: the command line. Each verb imports what it needs when it runs, so that help is quick."""

from __future__ import annotations

import sys

import typer

from recuerdo.server.cli import bench, db, keys, looking, running

app = typer.Typer(
    name="recuerdo",
    help="A knowledge-graph memory that AI agents share: Neo4j underneath, MCP on top.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(db.app, name="db")
app.add_typer(keys.app, name="key")
app.add_typer(bench.app, name="bench")
app.command("serve")(running.serve)
app.command("tour")(running.tour)
app.command("doctor")(looking.doctor)
app.command("settings")(looking.settings)


def main() -> None:
    """Run the command line; an error of ours is one clear line and exit code 1."""
    from recuerdo.server.cli.errors import explain

    try:
        app()
    except Exception as error:
        text = explain(error)
        if text is None:
            raise
        typer.echo(f"recuerdo: {text}", err=True)
        sys.exit(1)
