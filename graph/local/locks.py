"""Files that are locked by whoever is alive: the kernel lets go of them with the process, however it dies.

`flock` belongs to the open file, not to the process: a child that inherits the file holds the lock as well.
"""

import os
from pathlib import Path

from recuerdo.graph.local.errors import UnsupportedPlatformError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


def try_lock(path: Path) -> int | None:
    """Open `path` (made when missing) and lock it; returns the open file, or None when another holds it."""
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    if _flock(file, shared=False):
        return file
    os.close(file)
    return None


def is_locked(path: Path) -> bool:
    """Tell whether some process holds `path`; two who ask at once do not see each other."""
    try:
        file = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return False
    try:
        return not _flock(file, shared=True)
    finally:
        os.close(file)


def check_platform() -> None:
    """Refuse a system without `flock`.

    Raises:
        UnsupportedPlatformError: With what to do instead.
    """
    if fcntl is None:
        raise UnsupportedPlatformError(
            "The private Neo4j needs file locks (flock), which this system lacks. "
            "Set RECUERDO_NEO4J_URI to a Neo4j of your own, 2026.01 or newer."
        )


def _flock(file: int, *, shared: bool) -> bool:
    try:
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
