"""Entities: found under lookup keys, created once per key, read by id."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from recuerdo.graph.database import Database, Row, Transaction
from recuerdo.graph.errors import UnknownId
from recuerdo.graph.ids import key, new_id
from recuerdo.graph.models import Entity, EntityRef, Epistemico, Principal

CANDIDATE_CAP = 40
"""Entities looked at under one lookup key: a given name that hundreds share decides nothing."""


@dataclass(frozen=True, slots=True)
class StoredName:
    """What resolution needs to know of a stored entity."""

    id: str
    name: str
    entity_type: str
    aliases: tuple[str, ...]
    audience: str


@dataclass(frozen=True, slots=True)
class NewEntity:
    """An entity to be created unless its key is taken.

    Attributes:
        ref: The caller's own name for the row, given back with the id.
        normal_name: Of the exact spelling rules; with the type class it makes the key.
        disambiguator: Empty, or what tells it from another of the same name.
    """

    ref: str
    name: str
    entity_type: str
    type_class: str
    normal_name: str
    lookup: tuple[str, ...]
    epistemico: Epistemico = "inferido"
    disambiguator: str = ""
    aliases: tuple[str, ...] = ()
    attributes: Mapping[str, Any] = field(default_factory=dict)
    vector: list[float] | None = None
    embedder: str = ""


@dataclass(frozen=True, slots=True)
class Upserted:
    """What became of a `NewEntity`."""

    id: str
    created: bool
    name: str
    entity_type: str


def audience_keys(keys: Iterable[str], audiences: Sequence[str]) -> list[str]:
    """Return the node keys under which names are kept: lookup keys never cross an audience."""
    return [key(audience, each) for each in sorted(set(keys)) for audience in audiences]


async def named(database: Database, lookup: Iterable[str], who: Principal) -> list[StoredName]:
    """Return the entities stored under any of the lookup keys, shared ones first, each once."""
    keys = audience_keys(lookup, who.audiences)
    rows = await database.read("entity_candidates", keys=keys, cap=CANDIDATE_CAP) if keys else []
    found = {
        row["id"]: StoredName(row["id"], row["name"], row["entity_type"], tuple(row["aliases"]), row["audience"])
        for row in (rows[0]["entities"] if rows else ())
    }
    order = {audience: n for n, audience in enumerate(who.audiences)}
    return sorted(found.values(), key=lambda each: (order[each.audience], each.id))


async def upsert(
    tx: Transaction, entities: Sequence[NewEntity], who: Principal, audience: str, now: datetime
) -> dict[str, Upserted]:
    """Create what is not there yet and return everything by `ref`."""
    if not entities:
        return {}
    rows = sorted((_row(each, audience) for each in entities), key=lambda row: str(row["key"]))
    found = await tx.run("entities_upsert", rows=rows, owner=who.owner, now=now)
    return {row["ref"]: Upserted(row["id"], row["created"], row["name"], row["entity_type"]) for row in found}


def _row(entity: NewEntity, audience: str) -> Row:
    return {
        "ref": entity.ref,
        "id": new_id(),
        "key": key(audience, entity.type_class, entity.normal_name, entity.disambiguator),
        "audience": audience,
        "name": entity.name,
        "entity_type": entity.entity_type,
        "aliases": list(entity.aliases),
        "attributes": json.dumps(entity.attributes, ensure_ascii=False),
        "epistemico": entity.epistemico,
        "lookup": audience_keys(entity.lookup, [audience]),
        "embedding": entity.vector,
        "embedder": entity.embedder,
    }


async def add_aliases(tx: Transaction, aliases: Sequence[tuple[str, str, str, tuple[str, ...]]], now: datetime) -> None:
    """Remember the spellings under which entities were met.

    Args:
        aliases: (entity id, audience of the entity, spelling, its lookup keys); an alias already there is passed over.
    """
    rows = [
        {"id": id_, "alias": alias, "lookup": audience_keys(lookup, [audience])}
        for id_, audience, alias, lookup in sorted(aliases)
    ]
    if rows:
        await tx.run("entity_add_alias", rows=rows, now=now)


async def get(database: Database, id_: str, who: Principal) -> Entity:
    """Return one entity.

    Raises:
        UnknownId: It is not there for this principal.
    """
    rows = await database.read("entity_get", id=id_, audiences=who.audiences)
    if not rows:
        raise UnknownId("entity", id_, "search_entities")
    return Entity(**{**rows[0], "attributes": json.loads(rows[0]["attributes"])})


async def existing(database: Database, ids: Sequence[str], who: Principal) -> dict[str, EntityRef]:
    """Return those of the ids that are entities of this principal's."""
    rows = await database.read("entities_exist", ids=list(ids), audiences=who.audiences) if ids else []
    return {
        row["id"]: EntityRef(id=row["id"], name=row["name"], entity_type=row["entity_type"], role="mention")
        for row in rows
    }
