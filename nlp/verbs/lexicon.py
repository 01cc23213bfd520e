"""The verb forms that morphology does not give, and the words that only look like verbs: one file per language."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

_DATA = Path(__file__).parents[1] / "data" / "verbs"


@cache
def lexicon(language: str) -> dict[str, frozenset[str]]:
    """Return the word lists of `en` or `es`; in the file their words are separated by spaces."""
    table = json.loads((_DATA / f"{language}.json").read_text(encoding="utf-8"))
    return {name: frozenset(listed.split()) for name, listed in table.items() if name != "about"}
