"""Loads the query files of `cypher/queries` and checks their headers.

A file is a query: a sentence, `params:`, `mode:` and `returns:` as `//` comments, then Cypher.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

CYPHER = Path(__file__).parent.parent / "cypher"

_FIELD = re.compile(r"^//\s*(params|mode|returns):\s*(.*)$", re.MULTILINE)
_COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)
_PARAMETER = re.compile(r"\$(\w+)\b(?!\()")  # not `$any(…)`, Cypher's dynamic label or type


@dataclass(frozen=True, slots=True)
class Query:
    """One query file: its text, and what its header declares."""

    name: str
    text: str
    params: frozenset[str]
    mode: Literal["read", "write"]
    returns: tuple[str, ...]


def _names(declared: str) -> list[str]:
    return [name for name in re.split(r"[,\s]+", declared) if name and name != "–"]


def parse(name: str, source: str) -> Query:
    """Read one query file.

    Raises:
        ValueError: The header lacks a field, or declares other parameters than the text uses.
    """
    header = dict(_FIELD.findall(source))
    if header.keys() != {"params", "mode", "returns"} or header["mode"] not in ("read", "write"):
        raise ValueError(
            f"{name}.cypher: the header must give `params:`, `mode: read|write` and `returns:`, it has {header}."
        )
    declared = frozenset(_names(header["params"]))
    text = _COMMENT.sub("", source).strip()
    used = frozenset(_PARAMETER.findall(text))
    if declared != used:
        raise ValueError(f"{name}.cypher: declares the parameters {sorted(declared)}, uses {sorted(used)}.")
    # Neo4j Browser sends Cypher 5 and shares the server with us, so the language is named here, in one place.
    mode: Literal["read", "write"] = "read" if header["mode"] == "read" else "write"
    return Query(name, f"CYPHER 25\n{text}", declared, mode, tuple(_names(header["returns"])))


@cache
def load(folder: Path = CYPHER / "queries") -> dict[str, Query]:
    """Return every query by its name, which is the file's."""
    return {path.stem: parse(path.stem, path.read_text("utf-8")) for path in sorted(folder.glob("*.cypher"))}
