"""What the keeper tells the clients: one small JSON file, replaced as a whole."""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, TypeAlias

Phase: TypeAlias = Literal["starting", "running", "stopping", "stopped", "failed"]


@dataclass(frozen=True, slots=True)
class State:
    """How the database is.

    Attributes:
        phase: Where it is in its life.
        keeper: Names one run of one keeper; tells an old failure from a new one.
        keeper_pid: Process of the keeper.
        version: Of Neo4j.
        bolt_port: Where Bolt listens, 0 before it was chosen.
        http_port: Where Neo4j Browser is served, None when it is not.
        pid: Process of the JVM, None when there is none.
        problem: Name of the error class, when failed.
        reason: What went wrong and what to do, when failed.
    """

    phase: Phase
    keeper: str
    keeper_pid: int
    version: str
    bolt_port: int = 0
    http_port: int | None = None
    pid: int | None = None
    problem: str = ""
    reason: str = ""


def read_state(path: Path) -> State | None:
    """Read what a keeper said last, None when none ever did."""
    try:
        return State(**json.loads(path.read_bytes()))
    except FileNotFoundError:
        return None


def write_state(path: Path, state: State) -> None:
    """Replace the file: a reader sees the old state or the new one."""
    replace_text(path, json.dumps(asdict(state)))


def replace_text(path: Path, text: str) -> None:
    """Write a file that only this user may read, atomically."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    part.touch(mode=0o600)
    part.write_text(text, encoding="utf-8")
    part.replace(path)
