"""The private Neo4j as its clients see it: acquire it, look at it, stop it."""

import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from recuerdo.graph.local import errors, leases
from recuerdo.graph.local.bolt import LOOPBACK, answers
from recuerdo.graph.local.configuration import DATABASE, USER, read_connection
from recuerdo.graph.local.errors import LocalDatabaseError, StartFailedError, StopFailedError
from recuerdo.graph.local.jars import are_complete
from recuerdo.graph.local.java import find_java
from recuerdo.graph.local.layout import Layout, last_lines
from recuerdo.graph.local.locks import check_platform, is_locked
from recuerdo.graph.local.progress import Progress, Report, quiet
from recuerdo.graph.local.state import State, read_state

POLL_S = 0.1
STOP_LIMIT_S = 90.0
LOG_LIMIT_BYTES = 1 << 20
# One may be lost to a keeper that is just going; more means that keepers crash.
KEEPERS_TRIED = 5


@dataclass(frozen=True, slots=True)
class DatabaseInfo:
    """How to reach the running database, with any Bolt client.

    Attributes:
        uri: `bolt://127.0.0.1:PORT`.
        version: Of Neo4j.
        pid: Process of the JVM.
        http_uri: Of Neo4j Browser, None when it is not served.
    """

    uri: str
    user: str
    password: str
    database: str
    version: str
    home: Path
    pid: int
    http_uri: str | None


@dataclass(frozen=True, slots=True)
class Status:
    """How things stand.

    Attributes:
        fetched: Whether the jars are complete.
        pinned: Whether it stays up without a client.
        users: Processes that hold a lease, one for each lease.
        keeper_pid: Process of the keeper, None when there is none.
        info: How to reach it, None unless it runs.
        reason: Why the last start failed, else empty.
    """

    phase: Literal["starting", "running", "stopping", "stopped", "failed"]
    fetched: bool
    pinned: bool
    users: tuple[int, ...]
    keeper_pid: int | None
    info: DatabaseInfo | None
    reason: str


class Lease:
    """The right to use the database, which stays up for as long as anybody holds one.

    It ends with `release`, with the `with` block, or with the process, however that dies.
    """

    def __init__(self, layout: Layout, taken: leases.Taken, info: DatabaseInfo) -> None:
        self.info = info
        self._layout = layout
        self._taken: leases.Taken | None = taken

    def release(self) -> None:
        """Give it back; a second call does nothing."""
        if self._taken is None:
            return
        leases.drop(self._taken)
        self._taken = None
        if _is_orphaned(self._layout):
            _spawn_keeper(self._layout, grace_s=0.0)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def acquire(
    layout: Layout,
    *,
    port: int = 0,
    browser: bool = False,
    report: Report = quiet,
    timeout_s: float = 120.0,
    grace_s: float = 30.0,
) -> Lease:
    """Use the private Neo4j: fetch it if need be, start it or join the one that runs, wait until it answers.

    Blocks; seconds when it must start, minutes when it must be fetched, milliseconds when it runs.

    Args:
        layout: Where it lives.
        port: Fixed Bolt port if it must be started; 0 = the one chosen at first start.
        browser: Serve Neo4j Browser too; one that runs without is restarted.
        report: Told how far it is.
        timeout_s: How long to wait for it to answer, after the fetching.
        grace_s: How long it outlives its last user; the one who starts it decides.

    Raises:
        LocalDatabaseError: One of its children, with what to do.
    """
    check_platform()
    layout.make()
    if not are_complete(layout.jars):
        find_java()
        _fetch(layout, report)
    taken = leases.take(layout)
    try:
        start = _Start(layout, port, grace_s, browser)
        return Lease(layout, taken, start.wait(timeout_s, report))
    except BaseException:
        leases.drop(taken)
        raise


def pin(layout: Layout) -> None:
    """Let the running database stay up without a lease, until `stop`."""
    layout.pin.touch()


def stop(layout: Layout, *, force: bool = False) -> bool:
    """Stop the database now instead of after the grace period; a `pin` ends in any case.

    Args:
        layout: Where it lives.
        force: Also when processes use it; their next query fails.

    Returns:
        Whether there was anything to stop.

    Raises:
        StopFailedError: It is in use, or does not go.
    """
    layout.pin.unlink(missing_ok=True)
    users = leases.holders(layout)
    if users and not force:
        raise StopFailedError(
            f"The database in {layout.home} is used by the processes {', '.join(map(str, users))}; "
            "it stops by itself after the last of them. To stop it now, end them or force it."
        )
    if _is_orphaned(layout):
        _spawn_keeper(layout, grace_s=0.0)
    elif not is_locked(layout.keeper_lock):
        return False
    deadline = time.monotonic() + STOP_LIMIT_S
    while is_locked(layout.keeper_lock):
        layout.stop_request.touch()
        if time.monotonic() > deadline:
            raise StopFailedError(f"The database does not stop within {STOP_LIMIT_S:.0f} s. See {layout.keeper_log}.")
        time.sleep(POLL_S)
    return True


def status(layout: Layout) -> Status:
    """Tell how things stand, without changing or waiting for anything."""
    state = read_state(layout.state)
    kept = is_locked(layout.keeper_lock)
    runs = state is not None and state.phase == "running" and answers(state.bolt_port)
    return Status(
        phase=state.phase if state and (runs or kept or state.phase == "failed") else "stopped",
        fetched=are_complete(layout.jars),
        pinned=layout.pin.exists(),
        users=tuple(leases.holders(layout)),
        keeper_pid=state.keeper_pid if state and kept else None,
        info=_info(layout, state) if state and runs else None,
        reason=state.reason if state else "",
    )


@dataclass(frozen=True, slots=True)
class _Start:
    """One client's wish to have the database up."""

    layout: Layout
    port: int
    grace_s: float
    browser: bool

    def wait(self, timeout_s: float, report: Report) -> DatabaseInfo:
        """See to a keeper until the database answers."""
        before = read_state(self.layout.state)
        began = time.monotonic()
        keepers = 0
        while (info := self.running()) is None:
            if self.browser:
                self.layout.browser.touch()
            if not is_locked(self.layout.keeper_lock):
                self.check_failure(before)
                self.layout.check_room()
                if keepers == KEEPERS_TRIED:
                    raise StartFailedError(f"The keeper ends at once: {last_lines(self.layout.keeper_log)}")
                _spawn_keeper(self.layout, self.grace_s, self.port)
                keepers += 1
            waited = time.monotonic() - began
            if waited > timeout_s:
                raise StartFailedError(
                    f"The private Neo4j in {self.layout.home} does not answer within {timeout_s:.0f} s. It may only be slow: "
                    f"wait longer, or see {self.layout.neo4j_log}, which ends with: {last_lines(self.layout.neo4j_log)}"
                )
            report(Progress("start", int(waited), int(timeout_s)))
            time.sleep(POLL_S)
        return info

    def running(self) -> DatabaseInfo | None:
        """Return the database when it runs, is kept, and answers."""
        state = read_state(self.layout.state)
        if state is None or state.phase != "running" or (self.browser and state.http_port is None):
            return None
        if not is_locked(self.layout.keeper_lock) or not answers(state.bolt_port):
            return None
        return _info(self.layout, state)

    def check_failure(self, before: State | None) -> None:
        """Raise what a keeper failed with since `before`."""
        state = read_state(self.layout.state)
        if state and state.phase == "failed" and (before is None or state.keeper != before.keeper):
            kind: type[LocalDatabaseError] = getattr(errors, state.problem)
            raise kind(state.reason)


def _info(layout: Layout, state: State) -> DatabaseInfo:
    return DatabaseInfo(
        uri=f"bolt://{LOOPBACK}:{state.bolt_port}",
        user=USER,
        password=read_connection(layout).password,
        database=DATABASE,
        version=state.version,
        home=layout.home,
        pid=state.pid or 0,
        http_uri=f"http://{LOOPBACK}:{state.http_port}/browser/" if state.http_port else None,
    )


def _fetch(layout: Layout, report: Report) -> None:
    from recuerdo.graph.local.fetch import fetch_jars

    fetch_jars(layout.jars, report=report)


def _is_orphaned(layout: Layout) -> bool:
    """Tell whether a keeper was killed, so that nobody watches a JVM that may still run."""
    state = read_state(layout.state)
    return state is not None and state.phase not in {"stopped", "failed"} and not is_locked(layout.keeper_lock)


def _spawn_keeper(layout: Layout, grace_s: float, port: int = 0) -> None:
    """Start a keeper, which detaches at once; harmless when there is one.

    It gets none of our open files: whoever reads our standard output must see its end when we go.
    """
    layout.stop_request.unlink(missing_ok=True)
    for log in (layout.keeper_log, layout.neo4j_log):
        _roll(log)
    with layout.keeper_log.open("ab") as output:
        subprocess.run(  # noqa: S603 -- our own module
            [
                sys.executable,
                "-P",
                "-m",
                "recuerdo.graph.local.keeper",
                layout.home.absolute(),
                layout.jars.parent.absolute(),
                str(grace_s),
                str(port),
            ],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            cwd=layout.home,
            start_new_session=True,
            check=False,
        )


def _roll(log: Path) -> None:
    if log.exists() and log.stat().st_size > LOG_LIMIT_BYTES:
        log.replace(log.with_suffix(".old.log"))
