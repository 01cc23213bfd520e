"""The word lists and patterns of classification: one file per language and purpose, read when first asked for."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

_DATA = Path(__file__).parents[1] / "data" / "classify"


@cache
def load(name: str) -> dict[str, Any]:
    """Return a table by its file name without extension."""
    loaded: dict[str, Any] = json.loads((_DATA / f"{name}.json").read_text(encoding="utf-8"))
    return loaded
