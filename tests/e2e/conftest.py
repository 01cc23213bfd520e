"""A memory on the real Neo4j, and agents that talk to it through the real MCP client, in this process."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import pytest
from mcp.client import Client

from recuerdo.graph.local import DatabaseInfo
from recuerdo.graph.models import Principal
from recuerdo.server.mcp import build_server
from recuerdo.server.runtime import Runtime
from recuerdo.server.settings import Settings

CHECKOUT_HOME = Path(__file__).parents[2] / ".home"


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
async def runtime(private_neo4j: DatabaseInfo) -> AsyncIterator[Runtime]:
    settings = Settings(home=CHECKOUT_HOME, neo4j_uri=private_neo4j.uri, neo4j_password=private_neo4j.password)
    runtime = Runtime(settings)
    yield runtime
    await runtime.close()


class ToolFailed(AssertionError):
    """A tool said no."""


@dataclass(frozen=True)
class Agent:
    """One agent of one owner; calling it calls a tool and returns the structured answer."""

    client: Client
    who: Principal

    async def __call__(self, tool: str, **arguments):
        result = await self.client.call_tool(tool, arguments)
        if result.is_error:
            raise ToolFailed(result.content[0].text)
        return result.structured_content

    async def refused(self, tool: str, **arguments) -> str:
        """Call a tool that must say no, and return what it says."""
        result = await self.client.call_tool(tool, arguments)
        assert result.is_error, json.dumps(result.structured_content)[:500]
        return result.content[0].text

    async def observe(self, content: str, **arguments):
        return await self("process_observation", content=content, **arguments)


NewAgent = Callable[..., Awaitable[Agent]]


@pytest.fixture
def owner() -> str:
    """An owner that no other test has."""
    return f"owner-{uuid4()}"


@pytest.fixture
async def new_agent(runtime: Runtime, owner: str) -> AsyncIterator[NewAgent]:
    """Make agents of one owner; `mode` chooses the protocol's era."""
    opened: list[Client] = []

    async def make(name: str = "codex", *, owner: str = owner, mode: str = "auto") -> Agent:
        who = Principal(owner=owner, agent=name, transport="test")
        client = Client(build_server(runtime, lambda _ctx: who), mode=mode)
        await client.__aenter__()
        opened.append(client)
        return Agent(client, who)

    yield make
    for client in reversed(opened):
        await client.__aexit__(None, None, None)


@pytest.fixture
async def agent(new_agent: NewAgent) -> Agent:
    return await new_agent()
