"""The private Neo4j with real processes: shared, killed, restarted, stopped."""

import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import neo4j
import psutil
import pytest

from recuerdo.graph.local import DatabaseInfo, Layout, acquire, pin, status, stop
from recuerdo.graph.local.errors import PortTakenError, StartFailedError, StopFailedError
from recuerdo.graph.local.state import read_state

pytestmark = pytest.mark.db

LIMIT_S = 300.0
GRACE_S = 120.0

# A client in a process of its own: says when it has the database, and holds it until its input ends.
CLIENT = """
import sys
from pathlib import Path
from recuerdo.graph.local import Layout, acquire
with acquire(Layout(Path(sys.argv[1]), Path(sys.argv[2])), grace_s=float(sys.argv[3]), timeout_s=300) as lease:
    print(lease.info.pid, lease.info.uri, flush=True)
    sys.stdin.read()
"""


def await_true(condition: Callable[[], object]) -> None:
    """Look until it holds; ends with an error after a limit that no machine should need."""
    deadline = time.monotonic() + LIMIT_S
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError("did not happen in time")
        select.select([], [], [], 0.05)


def client(layout: Layout, grace_s: float = GRACE_S) -> subprocess.Popen[str]:
    arguments = [str(layout.home), str(layout.jars.parent), str(grace_s)]
    return subprocess.Popen(
        [sys.executable, "-c", CLIENT, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def end(process: subprocess.Popen[str]) -> str:
    """Let a client go in good order; returns what it said since."""
    said, _ = process.communicate()
    return said


def run(info: DatabaseInfo, query: str) -> list[object]:
    with neo4j.GraphDatabase.driver(info.uri, auth=(info.user, info.password)) as driver:
        return [record[0] for record in driver.execute_query(query, database_=info.database).records]


def write_until_it_dies(info: DatabaseInfo) -> list[int]:
    """Write numbers, kill the JVM on the way; returns the numbers whose commit was acknowledged."""
    acknowledged: list[int] = []
    with neo4j.GraphDatabase.driver(info.uri, auth=(info.user, info.password)) as driver, driver.session() as session:
        try:
            for number in range(10_000):
                session.run("CREATE (:Written {number: $number})", number=number).consume()
                acknowledged.append(number)
                if number == 50:
                    os.kill(info.pid, signal.SIGKILL)
        except (neo4j.exceptions.DriverError, neo4j.exceptions.Neo4jError):
            return acknowledged
    raise AssertionError("the JVM did not die")


def processes_of(layout: Layout) -> list[int]:
    """Return every process that names this home in its command line."""
    home = str(layout.home)
    return [p.pid for p in psutil.process_iter(["cmdline"]) if any(home in word for word in p.info["cmdline"] or [])]


@pytest.fixture
def fresh(tmp_path: Path, jars_root: Path) -> Iterator[Layout]:
    """An empty home of the test's own."""
    home = Layout(tmp_path / "home", jars_root)
    yield home
    stop(home, force=True)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, jars_root: Path) -> Iterator[Layout]:
    """A home whose database mostly runs already, since a start takes seconds."""
    home = Layout(tmp_path_factory.mktemp("shared"), jars_root)
    yield home
    stop(home, force=True)


def kill_keeper(layout: Layout) -> int:
    keeper = status(layout).keeper_pid
    assert keeper
    os.kill(keeper, signal.SIGKILL)
    await_true(lambda: status(layout).keeper_pid is None)
    return keeper


def test_a_database_answers_queries_as_soon_as_it_is_acquired(private_neo4j: DatabaseInfo) -> None:
    assert run(private_neo4j, "CYPHER 25 RETURN 1") == [1]
    components = run(private_neo4j, "CALL dbms.components() YIELD name, versions RETURN name + ' ' + versions[0]")
    assert f"Neo4j Kernel {private_neo4j.version}" in components


def test_two_starters_at_once_share_one_database_and_are_not_held_by_it(shared: Layout) -> None:
    clients = [client(shared), client(shared)]
    said = [process.stdout.readline() for process in clients if process.stdout]
    assert said[0] == said[1]
    assert "bolt://" in said[0]
    assert len(set(processes_of(shared)) - {process.pid for process in clients}) == 2
    for process in clients:
        # Reads to the end of the client's output: the keeper must not hold it open.
        assert end(process) == ""
        assert process.returncode == 0
    assert status(shared).phase == "running"


def test_the_lease_of_a_killed_client_is_void(shared: Layout) -> None:
    user = client(shared)
    assert user.stdout
    assert user.stdout.readline()
    assert status(shared).users == (user.pid,)
    user.kill()
    end(user)
    assert status(shared).users == ()


def test_a_jvm_killed_in_the_middle_of_writes_comes_back_with_everything_acknowledged(shared: Layout) -> None:
    with acquire(shared, grace_s=GRACE_S, timeout_s=LIMIT_S) as lease:
        info = lease.info
        acknowledged = write_until_it_dies(info)
        await_true(lambda: (state := read_state(shared.state)) and state.phase == "running" and state.pid != info.pid)
        with acquire(shared, timeout_s=LIMIT_S) as again:
            assert again.info.uri == info.uri
            found = run(again.info, "MATCH (w:Written) RETURN w.number")
    assert len(acknowledged) > 50
    assert set(acknowledged) <= set(found)


def test_a_killed_keeper_is_replaced_and_the_running_database_taken_over(shared: Layout) -> None:
    with acquire(shared, grace_s=GRACE_S, timeout_s=LIMIT_S) as lease:
        keeper = kill_keeper(shared)
        with acquire(shared, grace_s=GRACE_S, timeout_s=LIMIT_S) as second:
            assert second.info.pid == lease.info.pid
            assert status(shared).keeper_pid not in {None, keeper}


def test_when_keeper_and_jvm_are_killed_the_next_client_starts_both(shared: Layout) -> None:
    with acquire(shared, grace_s=GRACE_S, timeout_s=LIMIT_S) as lease:
        kill_keeper(shared)
        os.kill(lease.info.pid, signal.SIGKILL)
        with acquire(shared, grace_s=GRACE_S, timeout_s=LIMIT_S) as second:
            assert run(second.info, "RETURN 1") == [1]


def test_the_last_client_stops_a_database_whose_keeper_was_killed(shared: Layout) -> None:
    with acquire(shared, grace_s=GRACE_S, timeout_s=LIMIT_S):
        kill_keeper(shared)
    await_true(lambda: not processes_of(shared))


def test_a_pinned_database_stays_without_users_until_it_is_stopped(shared: Layout) -> None:
    with acquire(shared, grace_s=0, timeout_s=LIMIT_S):
        with pytest.raises(StopFailedError, match=rf"used by the processes {os.getpid()};"):
            stop(shared)
        pin(shared)
    with acquire(shared, timeout_s=LIMIT_S):
        assert status(shared).pinned
    assert stop(shared)
    assert not processes_of(shared)
    assert not status(shared).pinned
    assert not stop(shared)


def test_the_last_to_leave_stops_it_after_the_grace_period_and_nothing_stays(fresh: Layout) -> None:
    with acquire(fresh, grace_s=0.5, timeout_s=LIMIT_S) as lease, acquire(fresh) as second:
        assert second.info == lease.info
        assert status(fresh).users == (os.getpid(), os.getpid())
    await_true(lambda: not processes_of(fresh))
    assert status(fresh).phase == "stopped"
    assert not list(fresh.leases.iterdir())


def test_a_database_whose_home_is_deleted_does_not_stay_behind(fresh: Layout) -> None:
    lease = acquire(fresh, timeout_s=LIMIT_S)
    shutil.rmtree(fresh.home)
    await_true(lambda: not processes_of(fresh))
    lease.release()


def test_browser_is_served_when_asked_for_by_the_same_database_started_anew(shared: Layout) -> None:
    with acquire(shared, grace_s=GRACE_S, timeout_s=LIMIT_S) as without:
        assert without.info.http_uri is None
        with acquire(shared, browser=True, timeout_s=LIMIT_S) as lease:
            assert lease.info.uri == without.info.uri
            assert lease.info.http_uri
            page = httpx.get(lease.info.http_uri)
            assert page.status_code == 200
            assert "Neo4j Browser" in page.text
    stop(shared)
    assert not shared.browser.exists()


def test_a_starter_killed_in_the_middle_blocks_nobody_and_leaves_nothing(fresh: Layout) -> None:
    starter = client(fresh)
    await_true(lambda: (state := read_state(fresh.state)) and state.pid)
    starter.kill()
    end(starter)
    with acquire(fresh, grace_s=0, timeout_s=LIMIT_S) as lease:
        assert run(lease.info, "RETURN 1") == [1]
    stop(fresh)
    assert not processes_of(fresh)


def test_when_the_port_was_taken_meanwhile_another_is_chosen_and_the_data_kept(fresh: Layout) -> None:
    with acquire(fresh, grace_s=0, timeout_s=LIMIT_S) as lease:
        first = lease.info
        run(first, "CREATE (:Kept)")
    await_true(lambda: not processes_of(fresh))
    port = int(first.uri.rpartition(":")[2])
    with socket.create_server(("127.0.0.1", port)), acquire(fresh, timeout_s=LIMIT_S) as lease:
        assert lease.info.uri != first.uri
        assert lease.info.password == first.password
        assert run(lease.info, "MATCH (k:Kept) RETURN count(k)") == [1]
    assert f"port {port} belongs to another process" in fresh.keeper_log.read_text()


def test_a_fixed_port_that_is_taken_is_refused(fresh: Layout) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(PortTakenError, match=f"Port {port} belongs to another process"):
            acquire(fresh, port=port, timeout_s=LIMIT_S)
    assert status(fresh).users == ()


def test_a_database_that_cannot_start_is_given_up_with_the_reason(fresh: Layout) -> None:
    fresh.make()
    (fresh.data / "databases").write_text("a file where Neo4j needs a folder")
    with pytest.raises(StartFailedError, match=r"(?s)ended 3 times right after its start.*databases"):
        acquire(fresh, timeout_s=LIMIT_S)
    assert status(fresh).phase == "failed"
    assert not processes_of(fresh)
