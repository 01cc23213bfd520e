"""Real server processes: over stdio and over HTTP, with keys, signals, and a database that is killed."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import psutil
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client

from recuerdo.graph.local import Layout, acquire, status, stop

pytestmark = [pytest.mark.anyio, pytest.mark.e2e]

CHECKOUT_HOME = Path(__file__).parents[2] / ".home"
PATIENCE_S = 120


def recuerdo(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "recuerdo.server.cli", *arguments]


@pytest.fixture(scope="session")
def environment(private_neo4j) -> dict[str, str]:
    return {
        **os.environ,
        "RECUERDO_HOME": str(CHECKOUT_HOME),
        "RECUERDO_NEO4J_URI": private_neo4j.uri,
        "RECUERDO_NEO4J_PASSWORD": private_neo4j.password,
        "RECUERDO_OWNER": "process owner",
    }


def run(environment, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        recuerdo(*arguments), env=environment, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_stdio_server_remembers_and_recalls_in_both_eras(environment, mode):
    server = StdioServerParameters(
        command=sys.executable, args=recuerdo("serve")[1:], env={**environment, "RECUERDO_AGENT": "codex"}
    )
    async with Client(server, mode=mode, read_timeout_seconds=PATIENCE_S) as client:
        tools = await client.list_tools()
        assert "recall" in {tool.name for tool in tools.tools}
        done = await client.call_tool(
            "process_observation", {"content": f"Marta moved the archive to Lisbon ({mode})."}
        )
        assert done.structured_content["episode"]["via_agent"] == "codex"
        found = await client.call_tool("recall", {"query": "Where is the archive?"})
        assert "Lisbon" in found.content[0].text
        assert found.structured_content["items"]


async def test_the_agent_is_named_by_its_client_when_no_setting_names_it(environment):
    from mcp_types import Implementation

    server = StdioServerParameters(command=sys.executable, args=recuerdo("serve")[1:], env=environment)
    me = Implementation(name="my-editor", version="1")
    async with Client(server, client_info=me, read_timeout_seconds=PATIENCE_S) as client:
        done = await client.call_tool("process_observation", {"content": "Opened the editor."})
        assert done.structured_content["episode"]["via_agent"] == "my-editor"


@pytest.mark.parametrize("how", ["stdin closed", "SIGTERM"])
def test_a_stdio_server_goes_when_its_client_goes_or_when_it_is_told_to(environment, how):
    process = subprocess.Popen(
        recuerdo("serve"), env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    first = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}\n'
    process.stdin.write(first)
    process.stdin.flush()
    assert b'"result"' in process.stdout.readline()
    if how == "SIGTERM":
        process.send_signal(signal.SIGTERM)
    process.stdin.close()
    assert process.wait(PATIENCE_S) == 0
    assert process.stdout.read() == b""
    process.stdout.close()
    process.stderr.close()


@pytest.fixture
def endpoint(environment):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        recuerdo("serve", "--http", f"127.0.0.1:{port}"), env=environment, stderr=subprocess.DEVNULL
    )
    base = f"http://127.0.0.1:{port}"
    _wait_until(lambda: _health(base) == "ok")
    yield base
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE_S) == 0


def _health(base: str) -> str | None:
    try:
        return httpx.get(f"{base}/health").json()["status"]
    except httpx.TransportError:
        return None


def _wait_until(holds) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def _key(environment, *arguments: str) -> dict:
    import json

    made = run(environment, "key", "create", "--agent", "web-agent", "--json", *arguments)
    assert made.returncode == 0, made.stderr
    return json.loads(made.stdout)


async def test_over_http_a_key_opens_the_memory_until_it_is_revoked(environment, endpoint):
    assert httpx.post(f"{endpoint}/mcp", json={}).status_code == 401
    assert httpx.post(f"{endpoint}/mcp", json={}, headers={"Authorization": "Bearer ym_wrong"}).status_code == 401
    assert httpx.get(f"{endpoint}/anything").status_code == 401
    key = _key(environment)
    assert key["key"].startswith("ym_")
    headers = {"Authorization": f"Bearer {key['key']}"}
    for mode in ("auto", "legacy"):
        async with _http_client(endpoint, headers, mode) as client:
            done = await client.call_tool("process_observation", {"content": f"Sam signed the lease ({mode})."})
            assert done.structured_content["episode"]["via_agent"] == "web-agent"
            found = await client.call_tool("recall", {"query": "Who signed the lease?"})
            assert "Sam signed" in found.content[0].text
    rebound = httpx.post(f"{endpoint}/mcp", json={}, headers={**headers, "Host": "evil.example"})
    assert rebound.status_code in {403, 421}
    assert key["key"] not in run(environment, "key", "list").stdout
    assert run(environment, "key", "revoke", key["id"]).returncode == 0
    assert httpx.post(f"{endpoint}/mcp", json={}, headers=headers).status_code == 401


@asynccontextmanager
async def _http_client(endpoint: str, headers: dict[str, str], mode: str):
    transport = create_mcp_http_client(headers=headers)
    async with (
        transport,
        Client(
            streamable_http_client(f"{endpoint}/mcp", http_client=transport), mode=mode, read_timeout_seconds=PATIENCE_S
        ) as client,
    ):
        yield client


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("serve", "--http", "here"), ["--http", "here", "HOST:PORT"]),
        (("key", "create", "--agent", "x", "--read", "all"), ["--read", "all", "shared"]),
        (("key", "revoke", "nothing"), ["nothing", "key list"]),
        (("bench", "locomo", "/nowhere"), ["/nowhere", "conversations.json"]),
    ],
)
def test_a_wrong_command_is_told_in_one_line_without_a_traceback(environment, arguments, words):
    done = run(environment, *arguments)
    assert done.returncode == 1
    assert all(word in done.stderr for word in words), done.stderr
    assert "Traceback" not in done.stderr


def test_an_address_without_a_password_is_told_before_anything_starts(environment):
    without = {name: value for name, value in environment.items() if name != "RECUERDO_NEO4J_PASSWORD"}
    done = run(without, "doctor")
    assert done.returncode == 1
    assert "RECUERDO_NEO4J_PASSWORD" in done.stderr
    assert "Traceback" not in done.stderr


def test_doctor_finds_everything_in_order(environment):
    done = run(environment, "doctor")
    assert done.returncode == 0, done.stdout + done.stderr
    for name in ("database", "schema", "indexes", "embedder", "english", "spanish"):
        assert name in done.stdout


async def test_what_was_acknowledged_is_there_after_the_database_was_killed_in_the_middle_of_writes(
    tmp_path, jars_root
):
    layout = Layout(tmp_path / "home", jars_root)
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "embedder").symlink_to(CHECKOUT_HOME / "embedder", target_is_directory=True)
    environment = {
        **os.environ,
        "RECUERDO_HOME": str(layout.home),
        "RECUERDO_JARS": str(jars_root),
        "RECUERDO_OWNER": "o",
        "RECUERDO_LOCAL_GRACE_SECONDS": "1",
    }
    server = StdioServerParameters(command=sys.executable, args=recuerdo("serve")[1:], env=environment)
    acknowledged: list[str] = []
    async with Client(server, read_timeout_seconds=300) as client:
        await client.call_tool("process_observation", {"content": "Warm."})
        killer = asyncio.create_task(_kill_when(lambda: len(acknowledged) >= 40, layout))
        for number in range(200):
            done = await client.call_tool(
                "process_observation", {"content": f"Line {number} of the ledger.", "idempotency_key": str(number)}
            )
            if not done.is_error:
                acknowledged.append(done.structured_content["id"])
        await killer
        assert len(acknowledged) >= 150
    with acquire(layout, grace_s=1, timeout_s=300) as lease:
        from recuerdo.graph.database import Address, Database

        database = await Database.open(Address(lease.info.uri, lease.info.user, lease.info.password))
        rows = await database.run_statement(
            "CYPHER 25 MATCH (m:Memory) WHERE m.id IN $ids RETURN count(m) AS n", {"ids": acknowledged}
        )
        await database.close()
    stop(layout)
    assert rows == [{"n": len(acknowledged)}]


async def _kill_when(holds, layout: Layout) -> None:
    while not holds():
        await asyncio.sleep(0.01)
    psutil.Process(status(layout).info.pid).kill()
