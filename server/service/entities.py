"""search_entities and get_entity."""

from __future__ import annotations

from dataclasses import dataclass

from recuerdo.graph.errors import InvalidInput
from recuerdo.graph.models import Entity
from recuerdo.graph.store import entities, search
from recuerdo.graph.store.search import EntityQuery
from recuerdo.nlp.names import lookup_keys, parse_name
from recuerdo.server.runtime import Call
from recuerdo.server.service import cursors
from recuerdo.server.service.answers import EntityPage, FoundEntity


@dataclass(frozen=True, slots=True)
class Search:
    """The arguments of search_entities."""

    query: str
    entity_type: str | None
    limit: int
    cursor: str | None


async def find(call: Call, asked: Search) -> EntityPage:
    """Find entities by name, alias, spelling and meaning.

    Raises:
        InvalidInput: The query is empty, or the cursor belongs to another one.
    """
    if not asked.query.strip():
        raise InvalidInput("query is empty: expected a name or words about an entity.")
    mark = ("search_entities", asked.query, asked.entity_type or "", str(asked.limit))
    offset = cursors.decode(asked.cursor, *mark)
    name = parse_name(asked.query, asked.entity_type or "")
    vector = [float(x) for x in await call.opened.embedder.query(asked.query)]
    query = EntityQuery(asked.query, lookup_keys(name), vector, asked.entity_type, asked.limit + 1, offset)
    hits = await search.search_entities(call.database, query, call.who)
    found = {hit.id: await entities.get(call.database, hit.id, call.who) for hit in hits[: asked.limit]}
    items = [
        FoundEntity(**found[hit.id].model_dump(), score=round(hit.score, 4), why=hit.why) for hit in hits[: asked.limit]
    ]
    more = len(hits) > asked.limit
    return EntityPage(items=items, next_cursor=cursors.encode(offset + asked.limit, *mark) if more else None)


async def get(call: Call, entity_id: str) -> Entity:
    """Return one entity.

    Raises:
        UnknownId: There is none with this id; a name is no id.
    """
    return await entities.get(call.database, entity_id, call.who)
