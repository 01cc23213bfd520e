"""Where the private Neo4j keeps things."""

import errno
import shutil
from dataclasses import dataclass
from pathlib import Path

from recuerdo.graph.local.errors import DiskFullError, HomeNotWritableError, LocalDatabaseError
from recuerdo.graph.local.jars import NEO4J_VERSION

DISK_FULL = {errno.ENOSPC, errno.EDQUOT}
LOG_LINES = 12
# A database that runs out of room while it starts hangs or dies with a message that nobody understands.
ROOM_BYTES = 200_000_000


@dataclass(frozen=True, slots=True)
class Layout:
    """The folders of one private database.

    Attributes:
        home: Belongs to one user and one database; made when missing.
        jars_root: Holds one folder of jars a Neo4j version; may be shared by several homes. Default: in `home`.
    """

    home: Path
    jars_root: Path | None = None

    @property
    def jars(self) -> Path:
        """The jars of the version that this code runs."""
        return (self.jars_root or self.home / "jars") / NEO4J_VERSION

    @property
    def data(self) -> Path:
        """The databases: what to back up."""
        return self.home / "data"

    @property
    def conf(self) -> Path:
        """`neo4j.conf`, written at every start, and the connection."""
        return self.home / "conf"

    @property
    def connection(self) -> Path:
        """The port and password chosen at first start."""
        return self.conf / "connection.json"

    @property
    def run(self) -> Path:
        """State of the running database: leases, locks, requests."""
        return self.home / "run"

    @property
    def leases(self) -> Path:
        """One locked file for each process that uses the database."""
        return self.run / "leases"

    @property
    def keeper_lock(self) -> Path:
        """Held by the keeper as long as it lives."""
        return self.run / "keeper.lock"

    @property
    def jvm_pid(self) -> Path:
        """Names the JVM, which holds it locked as long as it lives."""
        return self.run / "jvm.pid"

    @property
    def state(self) -> Path:
        """What the keeper says about the database."""
        return self.run / "state.json"

    @property
    def pin(self) -> Path:
        """While it exists, the database stays up without a lease."""
        return self.run / "pinned"

    @property
    def browser(self) -> Path:
        """While it exists, the database starts with HTTP, for Neo4j Browser."""
        return self.run / "browser"

    @property
    def stop_request(self) -> Path:
        """Asks the keeper to stop the database and go."""
        return self.run / "stop"

    @property
    def logs(self) -> Path:
        """What the keeper and Neo4j wrote."""
        return self.home / "logs"

    @property
    def keeper_log(self) -> Path:
        """What the keeper did and why."""
        return self.logs / "keeper.log"

    @property
    def neo4j_log(self) -> Path:
        """What Neo4j told its console."""
        return self.logs / "console.log"

    def make(self) -> None:
        """Make the folders that are missing, closed to other users.

        Raises:
            HomeNotWritableError: With the folder and what to do.
            DiskFullError: When there is no room.
        """
        try:
            for folder in (self.home, self.data, self.conf, self.run, self.leases, self.logs):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise explain(error, self.home) from error

    def check_room(self) -> None:
        """Refuse to start on a disk that is nearly full.

        Raises:
            DiskFullError: With how much is left and what to do.
        """
        free = shutil.disk_usage(self.home).free
        if free < ROOM_BYTES:
            raise DiskFullError(
                f"The disk of {self.home} has {free / 1e6:.0f} MB left, the database needs {ROOM_BYTES / 1e6:.0f} MB to "
                "start. Free some, or set RECUERDO_HOME to a folder on another disk."
            )


def explain(error: OSError, folder: Path) -> LocalDatabaseError:
    """Say what a failed write below `folder` means and what to do about it."""
    if error.errno in DISK_FULL:
        return DiskFullError(
            f"The disk of {folder} is full. Free at least 1 GB there, or set RECUERDO_HOME to a folder on another disk, "
            "and start again: what was fetched so far is kept."
        )
    return HomeNotWritableError(
        f"{folder} cannot be written ({error.strerror}: {error.filename}). Make it writable for your user, "
        "or set RECUERDO_HOME to a folder that is."
    )


def last_lines(log: Path) -> str:
    """Return the end of a log, for an error message; empty when there is no log."""
    if not log.exists():
        return ""
    return "\n".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-LOG_LINES:])
