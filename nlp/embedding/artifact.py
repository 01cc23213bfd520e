"""A folder of files derived from others: it is there whole, or it is made again.

Made in a neighbouring folder and moved into place, so that a reader never sees half of it; a lock beside it lets one
process make it while the others wait.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

_MANIFEST = "manifest.json"


def ensure(folder: Path, make: Callable[[Path], None]) -> Path:
    """Give the folder, made if it is missing or damaged.

    Args:
        folder: Where it belongs; its name carries the version of its content.
        make: Writes all files into the empty folder that it is given.

    Raises:
        OSError: The place cannot be written.
    """
    from filelock import FileLock

    if not is_whole(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(folder.with_name(f"{folder.name}.lock")):
            if not is_whole(folder):
                _replace(folder, make)
    return folder


def is_whole(folder: Path) -> bool:
    """Whether every file that was made is there in its full size."""
    try:
        sizes = json.loads((folder / _MANIFEST).read_text("utf-8"))
        return all((folder / name).stat().st_size == size for name, size in sizes.items())
    except (OSError, ValueError, AttributeError):
        return False


def _replace(folder: Path, make: Callable[[Path], None]) -> None:
    with TemporaryDirectory(dir=folder.parent, prefix=f"{folder.name}.") as scratch:
        fresh = Path(scratch, "fresh")
        fresh.mkdir()
        make(fresh)
        _seal(fresh)
        shutil.rmtree(folder, ignore_errors=True)
        fresh.rename(folder)


def _seal(folder: Path) -> None:
    sizes = {path.name: path.stat().st_size for path in sorted(folder.iterdir())}
    (folder / _MANIFEST).write_text(json.dumps(sizes, indent=2), "utf-8")
    for path in folder.iterdir():
        with path.open("rb") as file:
            os.fsync(file.fileno())  # or a power cut after the move leaves files of the right size and no content
