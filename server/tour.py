"""`recuerdo tour`: two agents, one English and one Spanish, share a memory over real MCP, as two processes.

It writes into a space of its own, one per tour, so that it can be taken again and looked at afterwards.
"""

from __future__ import annotations

import sys
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from mcp.client import Client
from mcp.client.stdio import StdioServerParameters
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from recuerdo.graph.errors import RecuerdoError

Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Guest:
    """One agent of the tour: a real MCP client with a server process of its own."""

    name: str
    client: Client

    async def call(self, tool: str, arguments: Answer) -> Answer:
        """Call a tool.

        Raises:
            RecuerdoError: The tool refused; the text is what it said.
        """
        result = await self.client.call_tool(tool, arguments)
        if result.is_error:
            raise RecuerdoError(f"{tool}: {getattr(result.content[0], 'text', result.content)}")
        return dict(result.structured_content or {})


async def guest(stack: AsyncExitStack, name: str, environment: dict[str, str]) -> Guest:
    """Start a server process and connect an agent to it; both end with the stack."""
    return Guest(name, await stack.enter_async_context(Client(_server(name, environment), read_timeout_seconds=600)))


def _server(agent: str, environment: dict[str, str]) -> StdioServerParameters:
    return StdioServerParameters(
        command=sys.executable,
        args=["-m", "recuerdo.server.cli", "serve"],
        env={**environment, "RECUERDO_AGENT": agent},
    )


async def tour(console: Console, environment: dict[str, str], now: datetime) -> None:
    """Take the tour and print what happens.

    Args:
        environment: Of the server processes; it names the home or the database.
        now: Names the memory space of this tour.
    """
    space = f"tour {now:%Y-%m-%d %H:%M:%S}"
    environment = {**environment, "RECUERDO_OWNER": space}
    async with AsyncExitStack() as stack:
        with console.status("Starting two agents, and the private Neo4j if it is not there yet …"):
            guests = [await guest(stack, name, environment) for name in ("claude-code", "asistente")]
            for each in guests:
                await each.call("search_entities", {"query": "anything"})
        await _Tour(console, guests[0], guests[1], space).take()


@dataclass(frozen=True, slots=True)
class _Tour:
    console: Console
    english: Guest
    spanish: Guest
    space: str

    async def take(self) -> None:
        self._heading("Two agents, two processes, one memory", f"The memory space is “{self.space}”.")
        first = await self._observe(
            self.english,
            "Ana López works at Acme. She leads Project Atlas, and Atlas uses Postgres 16.",
            {"modo": "conversado", "de": "Cris", "canal": "slack", "hilo": "standup"},
        )
        await self._observe(
            self.spanish,
            "Ayer Ana López me contó que el proyecto Atlas se muda a Madrid.",
            {"modo": "conversado", "de": "Luis", "canal": "whatsapp"},
        )
        ana = next(each["id"] for each in first["entities"] if each["name"].startswith("Ana"))
        await self._change(ana)
        await self._recall(self.spanish, "¿Dónde trabaja Ana?")
        await self._recall(self.english, "Which database does Atlas use?")
        self._heading("That was it", "Connect an agent of yours (README), or look at the graph: recuerdo db info.")

    def _heading(self, title: str, text: str) -> None:
        self.console.print(f"\n[bold]{escape(title)}[/bold]\n{escape(text)}")

    async def _observe(self, guest: Guest, text: str, fuente: Answer) -> Answer:
        self._heading(f"{guest.name} remembers, told by {fuente['de']} over {fuente['canal']}", f"  “{text}”")
        answer = await guest.call("process_observation", {"content": text, "fuente": fuente})
        table = Table("name", "type", "decision", "why", box=None, padding=(0, 2))
        for each in answer["entities"]:
            table.add_row(escape(each["name"]), each["entity_type"], each["decision"], escape(each["why"]))
        self.console.print(table)
        for fact in answer["facts"]:
            self.console.print(
                f"  candidate fact: {escape(fact['predicate'])} → {escape(fact['value'])} (confidence {fact['confidence']:.2f})"
            )
        return answer

    async def _change(self, ana: str) -> None:
        self._heading("claude-code learns that something changed", "  Ana works for Globex now.")
        new = await self.english.call(
            "store_fact", {"entity_id": ana, "predicate": "works_for", "value": "Globex", "fuente": {"de": "Ana López"}}
        )
        for other in new["contradicciones"]:
            self.console.print(
                f"  [yellow]contradicts[/yellow] what is known: works for {escape(other['value'])}. Nothing was retired by itself."
            )
            call = {
                "viejo_id": other["fact_id"],
                "viejo_tipo": "fact",
                "motivo": "Ana changed jobs",
                "nuevo_id": new["fact_id"],
            }
            done = await self.english.call("supersede_memory", call)
            self.console.print(f"  supersede_memory: {done['accion']}, because {escape(done['motivo'])}")

    async def _recall(self, guest: Guest, query: str) -> None:
        self._heading(f"{guest.name} asks", f"  {query}")
        answer = await guest.call("recall", {"query": query, "limit": 3})
        for item in answer["items"]:
            gone = item["superseded_por"]
            mark = f" [red](superseded: {escape(gone['motivo'])})[/red]" if gone else ""
            self.console.print(f"  [green]{item['score']:.2f}[/green] {escape(item['texto'])}{mark}")
            legs = ", ".join(f"{name} #{leg['rank']}" for name, leg in item["recibo"]["legs"].items())
            self.console.print(f"       [dim]{escape(item['procedencia'])} Found by: {escape(legs)}.[/dim]")
