"""The word tables of `nlp/data/mentions`, read once."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast, get_args

from recuerdo.nlp.mentions.models import EntityType

_INTERNATIONAL = frozenset({"given_names", "titles", "org_words", "event_words", "place_words", "place_heads"})
"""Lists about names themselves: English companies are named in Spanish texts, and the other way round."""

_FOLDER = Path(__file__).resolve().parent.parent / "data" / "mentions"


@dataclass(frozen=True, slots=True)
class Words:
    """One language's words, each list a set of lower-case words, and what is known in any language."""

    lists: Mapping[str, frozenset[str]]
    known: Mapping[str, EntityType]

    def has(self, word: str, *names: str) -> bool:
        """Whether one of the named lists holds a word."""
        return any(word in self.lists[name] for name in names)


@dataclass(frozen=True, slots=True)
class IdentifierPattern:
    """A form that names something in any language; group `m`, where there is one, is the mention."""

    name: str
    entity_type: EntityType | None
    regex: re.Pattern[str]
    rejects: re.Pattern[str] | None
    needs: re.Pattern[str] | None
    trims: bool
    certain: bool


def read_table(name: str) -> dict[str, Any]:
    """Return `nlp/data/mentions/<name>.json`."""
    return cast("dict[str, Any]", json.loads((_FOLDER / f"{name}.json").read_text(encoding="utf-8")))


@cache
def words(language: str) -> Words:
    """Return the tables of a language; `und` gets English and Spanish together."""
    english, spanish = _lists("en"), _lists("es")
    both = {name: row | spanish[name] for name, row in english.items()}
    if language == "und":
        return Words(both, known_names())
    own = english if language == "en" else spanish
    return Words({name: both[name] if name in _INTERNATIONAL else own[name] for name in both}, known_names())


def _lists(language: str) -> dict[str, frozenset[str]]:
    return {name: frozenset(row) for name, row in read_table(language).items()}


@cache
def known_names() -> Mapping[str, EntityType]:
    """Return the type of names that everybody knows, by lower-case name."""
    table = read_table("known")
    return {name: kind for kind in get_args(EntityType) for name in table.get(kind, ())}


@cache
def identifier_patterns() -> tuple[IdentifierPattern, ...]:
    """Return the patterns in the order in which they are tried."""
    return tuple(_pattern(row) for row in read_table("patterns")["patterns"])


def _pattern(row: Mapping[str, Any]) -> IdentifierPattern:
    return IdentifierPattern(
        name=row["name"],
        entity_type=row["entity_type"],
        regex=re.compile(row["regex"]),
        rejects=re.compile(row["not"]) if "not" in row else None,
        needs=re.compile(row["need"]) if "need" in row else None,
        trims=row.get("trim", False),
        certain=row.get("certain", True),
    )
