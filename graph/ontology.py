"""What is known of predicates and relation types before anybody says anything. Pure; the table is data."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

RELATED_TO = "related_to"


@dataclass(frozen=True, slots=True)
class RelationType:
    """One type of the closed table.

    Attributes:
        inverse: The same relation told from the other end, or "".
        single_valued: Whether a subject has one at a time.
    """

    name: str
    inverse: str
    single_valued: bool
    aliases: tuple[str, ...]

    @property
    def label(self) -> str:
        """The relationship type in the graph."""
        return self.name.upper()


@cache
def relation_types() -> dict[str, RelationType]:
    """Return the closed table by name."""
    table = json.loads((Path(__file__).parent / "ontology.json").read_text("utf-8"))
    return {
        name: RelationType(name, row.get("inverse", ""), row.get("single_valued", False), tuple(row.get("aliases", ())))
        for name, row in table["relations"].items()
    }


@cache
def _by_alias() -> dict[str, str]:
    return {alias: each.name for each in relation_types().values() for alias in (each.name, *each.aliases)}


def normal_predicate(text: str) -> str:
    """Return the predicate in snake_case: "works for" and "Works-For" are one."""
    return "_".join(text.casefold().replace("-", " ").replace("_", " ").split())


def relation_type(predicate: str) -> RelationType | None:
    """Return the type that a predicate means, by name or alias; None for one that the table lacks."""
    name = _by_alias().get(normal_predicate(predicate))
    return relation_types()[name] if name else None


@cache
def _single_valued_predicates() -> frozenset[str]:
    table = json.loads((Path(__file__).parent / "ontology.json").read_text("utf-8"))
    declared = {each.name for each in relation_types().values() if each.single_valued}
    return frozenset(declared | set(table["single_valued_predicates"]))


def is_single_valued(predicate: str) -> bool:
    """Whether two different values of this predicate cannot both hold; False also for what is not declared."""
    known = relation_type(predicate)
    return (known.name if known else normal_predicate(predicate)) in _single_valued_predicates()
