"""Who uses the database: one locked file for each use, void as soon as its process is gone."""

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from recuerdo.graph.local.layout import Layout
from recuerdo.graph.local.locks import is_locked, try_lock


@dataclass(frozen=True, slots=True)
class Taken:
    """A lease of this process: its file, and the open file that holds the lock."""

    path: Path
    lock: int


def take(layout: Layout) -> Taken:
    """Make a lease for this process."""
    while True:
        path = layout.leases / f"{os.getpid()}-{secrets.token_hex(4)}"
        lock = try_lock(path)
        # The keeper may have swept the file away in the instant before it was locked.
        if lock is not None and path.exists():
            return Taken(path, lock)
        if lock is not None:
            os.close(lock)


def drop(taken: Taken) -> None:
    """Give a lease back."""
    taken.path.unlink(missing_ok=True)
    os.close(taken.lock)


def holders(layout: Layout) -> list[int]:
    """Return the ids of the processes that hold a lease, one for each lease."""
    if not layout.leases.is_dir():
        return []
    return sorted(int(path.name.partition("-")[0]) for path in layout.leases.iterdir() if is_locked(path))


def sweep(layout: Layout) -> bool:
    """Remove void leases; tells whether one is left or the database is pinned. For the keeper alone."""
    for path in layout.leases.iterdir():
        lock = try_lock(path)
        if lock is not None:
            path.unlink(missing_ok=True)
            os.close(lock)
    return layout.pin.exists() or any(layout.leases.iterdir())
