"""The keeper: a small process that runs the database for as long as somebody uses it.

Started by a client as `python -m recuerdo.graph.local.keeper HOME JARS_ROOT GRACE_S PORT`, it detaches, and goes
by itself: when nobody has held a lease for the grace period, when a client asks it to, or when the database cannot
be made to run. It is the only one that starts, signals and restarts the JVM; its lock makes it the only keeper.
It lives as long as the database, so it imports nothing but the standard library.
"""

import errno
import logging
import os
import secrets
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path

from recuerdo.graph.local import configuration, leases
from recuerdo.graph.local.bolt import answers, free_port, is_free
from recuerdo.graph.local.errors import LocalDatabaseError, PortTakenError, StartFailedError
from recuerdo.graph.local.jars import NEO4J_VERSION
from recuerdo.graph.local.java import find_java
from recuerdo.graph.local.jvm import Jvm
from recuerdo.graph.local.layout import Layout, explain, last_lines
from recuerdo.graph.local.locks import try_lock
from recuerdo.graph.local.state import Phase, State, read_state, write_state

POLL_S = 0.2
START_LIMIT_S = 180.0
STOP_LIMIT_S = 60.0
# A JVM that dies sooner than this has not recovered from what ails it.
QUICK_DEATH_S = 60.0
QUICK_DEATHS = 3
LOCK_ATTEMPTS = 20

log = logging.getLogger("keeper")


class Keeper:
    """One keeper of one home."""

    def __init__(self, layout: Layout, grace_s: float, fixed_port: int) -> None:
        self.layout = layout
        self.grace_s = grace_s
        self.fixed_port = fixed_port
        self.token = secrets.token_hex(8)
        self.told_to_go = False
        self.used_at = time.monotonic()
        self.started_at = self.used_at
        self.ready = False
        self.bolt_port = 0
        self.http_port: int | None = None

    def run(self) -> None:
        """Keep the database until nobody wants it; say why when it cannot be kept."""
        try:
            self.keep()
            log.info("stopped, nobody uses the database")
            self.tell("stopped")
        except LocalDatabaseError as error:
            self.fail(error)
        except OSError as error:
            self.fail(explain(error, self.layout.home))
        finally:
            self.layout.stop_request.unlink(missing_ok=True)
            self.layout.browser.unlink(missing_ok=True)

    def keep(self) -> None:
        """Start or adopt the JVM and start it again whenever it dies.

        Raises:
            StartFailedError: It died quickly several times in a row.
            PortTakenError: The fixed port is not free.
        """
        quick_deaths = 0
        jvm = self.adopt()
        self.tell("starting", jvm)
        while jvm or self.is_wanted():
            self.ready, self.started_at = False, time.monotonic()
            jvm = jvm or self.start()
            if not self.outlives(jvm):
                log.warning("the JVM %d died", jvm.pid)
                quick_deaths = quick_deaths + 1 if time.monotonic() - self.started_at < QUICK_DEATH_S else 0
            if quick_deaths == QUICK_DEATHS:
                raise start_failure(self.layout)
            jvm = None

    def start(self) -> Jvm:
        """Start the JVM on a free port."""
        chosen = configuration.choose_connection(self.layout)
        self.bolt_port = self.fixed_port or chosen.bolt_port
        if not is_free(self.bolt_port):
            if self.fixed_port:
                raise PortTakenError(
                    f"Port {self.fixed_port} belongs to another process. Stop that process, "
                    "ask for another port, or let Recuerdo choose one."
                )
            log.warning("port %d belongs to another process by now, choosing another one", self.bolt_port)
            self.bolt_port = free_port()
            configuration.write_connection(self.layout, replace(chosen, bolt_port=self.bolt_port))
        self.http_port = free_port() if self.layout.browser.exists() else None
        configuration.write_neo4j_conf(self.layout, self.bolt_port, self.http_port)
        jvm = Jvm.start(
            configuration.java_command(find_java(), self.layout), self.layout.jvm_pid, self.layout.neo4j_log
        )
        log.info("started the JVM %d, Bolt at port %d", jvm.pid, self.bolt_port)
        self.tell("starting", jvm)
        return jvm

    def adopt(self) -> Jvm | None:
        """Take over the JVM of a keeper that was killed; one whose port nobody knows is replaced."""
        jvm = Jvm.adopt(self.layout.jvm_pid)
        if jvm is None:
            return None
        before = read_state(self.layout.state)
        if before is None or before.pid != jvm.pid:
            self.stop(jvm)
            return None
        log.info("took over the JVM %d of keeper %d", jvm.pid, before.keeper_pid)
        self.bolt_port, self.http_port = before.bolt_port, before.http_port
        return jvm

    def outlives(self, jvm: Jvm) -> bool:
        """Watch the JVM until it is to stop, and stop it: true; or until it dies: false.

        Whatever goes wrong here, a home that is deleted for one, the JVM does not stay behind.
        """
        try:
            while jvm.is_alive():
                if self.is_to_stop(jvm):
                    return True
                time.sleep(POLL_S)
            self.tell("starting")
            return False
        finally:
            self.stop(jvm)

    def is_to_stop(self, jvm: Jvm) -> bool:
        """Look at the JVM and its users once; tells the clients what is new."""
        if not self.ready and self.answers():
            self.ready = True
            self.tell("running", jvm)
        if not self.ready and time.monotonic() - self.started_at > START_LIMIT_S:
            log.error("the JVM %d does not answer after %.0f s", jvm.pid, START_LIMIT_S)
            jvm.kill()
        if self.ready and self.lacks_browser():
            self.tell("starting", jvm)
            return True
        if self.is_wanted():
            return False
        self.tell("stopping", jvm)
        # A client that took its lease before it could read this is seen now; a later one awaits our end.
        self.ready = False
        return not self.is_wanted()

    def answers(self) -> bool:
        """Tell whether Bolt answers, and HTTP listens when it should."""
        return answers(self.bolt_port) and (self.http_port is None or not is_free(self.http_port))

    def lacks_browser(self) -> bool:
        """Tell whether Neo4j Browser is asked for and not served."""
        return self.http_port is None and self.layout.browser.exists()

    def is_wanted(self) -> bool:
        """Tell whether somebody uses the database or did so within the grace period."""
        if self.told_to_go or self.layout.stop_request.exists():
            return False
        if leases.sweep(self.layout):
            self.used_at = time.monotonic()
            return True
        return time.monotonic() - self.used_at < self.grace_s

    def stop(self, jvm: Jvm) -> None:
        """Stop the JVM, if it lives, in good order, or by force when it takes too long."""
        deadline = time.monotonic() + STOP_LIMIT_S
        jvm.terminate()
        while jvm.is_alive():
            if time.monotonic() > deadline:
                log.error("the JVM %d does not stop after %.0f s, killing it", jvm.pid, STOP_LIMIT_S)
                jvm.kill()
            time.sleep(POLL_S / 4)

    def tell(self, phase: Phase, jvm: Jvm | None = None) -> None:
        """Let the clients know."""
        self._write(phase, pid=jvm.pid if jvm else None)

    def fail(self, error: LocalDatabaseError) -> None:
        """Let the clients know that it cannot be done, and why."""
        log.error("%s: %s", type(error).__name__, error)
        self._write("failed", problem=type(error).__name__, reason=str(error))

    def go(self, *_signal: object) -> None:
        """Stop the database and end, soon."""
        self.told_to_go = True

    def _write(self, phase: Phase, *, pid: int | None = None, problem: str = "", reason: str = "") -> None:
        state = State(
            phase, self.token, os.getpid(), NEO4J_VERSION, self.bolt_port, self.http_port, pid, problem, reason
        )
        write_state(self.layout.state, state)


def start_failure(layout: Layout) -> LocalDatabaseError:
    """Explain, from the end of its log, why the JVM dies."""
    ending = last_lines(layout.neo4j_log)
    if os.strerror(errno.ENOSPC) in ending:
        return explain(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), layout.home)
    return StartFailedError(
        f"The private Neo4j ended {QUICK_DEATHS} times right after its start. See {layout.neo4j_log} and debug.log "
        f"beside it, which may end with the cause: {ending}"
    )


def detach() -> None:
    """Become a process of its own, so that no client is its parent or waits for it."""
    if os.fork():
        os._exit(0)


def lock_patiently(path: Path) -> int | None:
    """Lock the keeper's file; tried for half a second, since a client that looks at the lock holds it for an instant."""
    for _attempt in range(LOCK_ATTEMPTS):
        lock = try_lock(path)
        if lock is not None:
            return lock
        time.sleep(0.025)
    return None


def main(home: str, jars_root: str, grace_s: str, port: str) -> None:
    """Run as the keeper of `home`, unless it has one."""
    layout = Layout(Path(home), Path(jars_root))
    if lock_patiently(layout.keeper_lock) is None:
        return
    detach()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    keeper = Keeper(layout, float(grace_s), int(port))
    signal.signal(signal.SIGTERM, keeper.go)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    keeper.run()


if __name__ == "__main__":
    main(*sys.argv[1:])
