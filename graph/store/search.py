"""The read path: the legs of recall and of entity search, each filtered inside the database, ranked in plain code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, get_args

from recuerdo.graph import ontology
from recuerdo.graph.database import Database, Row
from recuerdo.graph.models import Principal, Tipo
from recuerdo.graph.ranking import (
    DEFAULT,
    Candidate,
    Hit,
    NamedEntity,
    Near,
    Question,
    Ranking,
    RecallFilters,
    Recipe,
)
from recuerdo.graph.ranking.lucene import indexes, name_query, text_query
from recuerdo.graph.ranking.question import Term, role_names
from recuerdo.graph.ranking.scoring import rank
from recuerdo.graph.ranking.sufficiency import cut_by, is_enough, top, weak
from recuerdo.graph.ranking.truth import fill, put_truth_first
from recuerdo.graph.store.entities import CANDIDATE_CAP, audience_keys

_NEAR = 3
"""Memories named as what came closest."""

_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
_END = datetime(9999, 1, 1, tzinfo=UTC)


async def named(database: Database, lookup: Iterable[str], who: Principal) -> list[NamedEntity]:
    """Return the entities that a question names, in the order of their ids.

    Args:
        lookup: `key:…` lookup keys of every run of words that may be a name (`name_phrases` of nlp/pipeline).
    """
    keys = audience_keys(lookup, who.audiences)
    rows = await database.read("recall_named", keys=keys, audiences=who.audiences, cap=CANDIDATE_CAP) if keys else []
    return sorted(
        (NamedEntity(row["id"], row["name"], tuple(row["aliases"]), row["speaks"]) for row in rows),
        key=lambda each: each.id,
    )


async def recall(
    database: Database,
    question: Question,
    filters: RecallFilters,
    who: Principal,
    now: datetime,
    recipe: Recipe = DEFAULT,
) -> Ranking:
    """Return the memories that answer a question, best first, each with its receipt.

    Two round trips: the legs, then what the score needs of their hits. Texts are not returned: see `memories.by_ids`.
    """
    candidates, hits = await _candidates(database, question, filters, who, now, recipe)
    ranked = put_truth_first(rank(question, candidates, hits, role_names(who), recipe))
    if not ranked:
        return Ranking(cercanos=await _left_out(database, question, filters, who, now))
    best = top(ranked, {each.id: each for each in candidates})
    enough = is_enough(question, best, recipe)
    page = fill(ranked[filters.offset : filters.offset + filters.limit], filters.token_budget)
    return Ranking(tuple(page), len(ranked), enough, () if enough else weak(question, best, recipe))


async def _left_out(
    database: Database, question: Question, filters: RecallFilters, who: Principal, now: datetime
) -> tuple[Near, ...]:
    """Ask again without filters, and say which of them cut what came closest."""
    anything = RecallFilters(include_expired=True, limit=_NEAR)
    if replace(filters, limit=_NEAR, offset=0, token_budget=None) == anything:
        return ()
    ranking = await recall(database, question, anything, who, now)
    rows = await database.read("recall_cut", ids=[each.id for each in ranking.items], audiences=who.audiences)
    return tuple(Near(row["id"], cut_by(row, filters, now)) for row in rows)


async def _candidates(
    database: Database, question: Question, filters: RecallFilters, who: Principal, now: datetime, recipe: Recipe
) -> tuple[list[Candidate], list[Hit]]:
    common = {"vector": question.vector, **_common(filters, who, now)}
    rows = await database.read("recall_legs", **common, **_legs(question, filters, who, recipe))
    hits = _hits(rows[0]["legs"])
    if not hits:
        return [], []
    around = sorted({hit.id for hit in hits if hit.rank <= recipe.around})
    found = await database.read("recall_candidates", ids=sorted({hit.id for hit in hits}), around=around, **common)
    return [_candidate(row) for row in found[0]["candidates"]], hits


def _common(filters: RecallFilters, who: Principal, now: datetime) -> dict[str, Any]:
    """Return the filters as every query takes them; null = anything."""
    moment = filters.as_of or filters.known_at or now
    return {
        "audiences": who.audiences,
        "kinds": list(filters.kinds or get_args(Tipo)),
        "alive_after": _BEGINNING if filters.include_expired else moment,
        "wanted_entities": list(filters.entity_ids) or None,
        "event_types": list(filters.event_types) or None,
        "epistemico": list(filters.epistemico) or None,
        "volatilidad": list(filters.volatilidad) or None,
        "desde": filters.desde,
        "hasta": filters.hasta,
        "as_of": filters.as_of,
        "known_at": filters.known_at,
        "min_confidence": filters.min_confidence,
        "include_superseded": filters.include_superseded,
    }


def _legs(question: Question, filters: RecallFilters, who: Principal, recipe: Recipe) -> dict[str, Any]:
    deep = recipe.deep if _cuts_much(filters) else recipe.pool
    begin, end = _period(question, filters, recipe)
    return {
        "pool": recipe.pool,
        "deep": deep,
        "lexical": _lexical(question, who, recipe.deep if deep > recipe.pool else 3 * recipe.pool, recipe),
        "from": begin,
        "to": end,
        "entity_ids": sorted({*(each.id for each in question.named), *filters.entity_ids}),
        "relation_types": sorted(each.label for each in ontology.relation_types().values()),
        "hub": recipe.deep if filters.entity_ids else recipe.hub,
    }


def _cuts_much(filters: RecallFilters) -> bool:
    """Whether a filter is set that no index knows, so that the legs must look deeper."""
    plain = RecallFilters(
        kinds=filters.kinds,
        include_expired=filters.include_expired,
        limit=filters.limit,
        offset=filters.offset,
        token_budget=filters.token_budget,
    )
    return filters != plain


def _lexical(question: Question, who: Principal, limit: int, recipe: Recipe) -> list[dict[str, Any]]:
    terms = (Term(question.asked.text),) if question.asked.cjk else question.asked.terms
    query = text_query(terms, who.audiences, recipe.variant)
    return [{"index": index, "query": query, "limit": limit} for index in indexes(question.asked)] if query else []


def _period(question: Question, filters: RecallFilters, recipe: Recipe) -> tuple[datetime | None, datetime | None]:
    """Return the period of the leg that searches by meaning within a time: the filter's, else the question's, widened."""
    if filters.desde or filters.hasta:
        return filters.desde or _BEGINNING, filters.hasta or _END
    window = question.asked.window
    return (None, None) if window is None else (window.begin - recipe.window_before, window.end + recipe.window_after)


def _hits(legs: Sequence[Row]) -> list[Hit]:
    """Number the hits of each leg; a question of stop words alone leaves nothing but the audience, which scores nought."""
    return [
        Hit(leg["leg"], hit["id"], n, hit["score"], hit["via"])
        for leg in legs
        for n, hit in enumerate(
            sorted((each for each in leg["hits"] if each["score"] > 0), key=lambda each: (-each["score"], each["id"])),
            1,
        )
    ]


def _candidate(row: Row) -> Candidate:
    names = {name.casefold() for name in row["told_by_names"]}
    return Candidate(
        id=row["id"],
        tipo=row["tipo"],
        text=row["text"],
        language=row["language"],
        tokens=row["tokens"],
        cues=frozenset(row["cues"]),
        conversation=row["conversation"],
        occurred_at=None if row["occurred_ms"] is None else datetime.fromtimestamp(row["occurred_ms"] / 1000, UTC),
        told_by=frozenset(row["told_by"]) | names,
        two_back=row["two_back"],
        superseded_by=row["superseded_by"],
        # Neo4j's similarity is (1 + cosine) / 2; a text without a vector is unlike everything.
        cosine=-1.0 if row["similarity"] is None else 2 * row["similarity"] - 1,
    )


# ── entities ────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class EntityHit:
    """An entity that a search found: `score` in [0, 1], `why` for a person."""

    id: str
    name: str
    score: float
    why: str


@dataclass(frozen=True, slots=True)
class EntityQuery:
    """What is searched for.

    Attributes:
        keys: Lookup keys of the text as a name (`lookup_keys`); `key:` ones are exact, the others only hint.
        vector: Of the text, or None when the embedder is not asked.
    """

    text: str
    keys: tuple[str, ...] = ()
    vector: list[float] | None = None
    entity_type: str | None = None
    limit: int = 10
    offset: int = 0


_POOL = 100
_MEANING_FROM, _MEANING_WORTH = 0.80, 0.6
"""Cosine from which two names mean something alike (e5), and what the closest meaning is worth beside a name."""
_WORDS_WORTH = 0.9


async def search_entities(database: Database, query: EntityQuery, who: Principal) -> list[EntityHit]:
    """Return entities by name or alias, by misspelt words of them, and by meaning; best first, from `offset` on."""
    text = name_query(query.text, who.audiences)
    rows = await database.read(
        "entity_search",
        keys=audience_keys((each for each in query.keys if each.startswith(("key:", "alias:"))), who.audiences),
        audiences=who.audiences,
        names=[text] if text else [],
        vector=query.vector,
        entity_type=query.entity_type,
        pool=_POOL,
    )
    return _best_of_each(rows)[query.offset : query.offset + query.limit]


def _best_of_each(rows: Sequence[Row]) -> list[EntityHit]:
    top_words = max((row["score"] for row in rows if row["leg"] == "words"), default=1.0)
    best: dict[str, EntityHit] = {}
    for hit in (_entity_hit(row, top_words) for row in rows):
        if hit is not None and (hit.id not in best or hit.score > best[hit.id].score):
            best[hit.id] = hit
    return sorted(best.values(), key=lambda each: (-each.score, each.name, each.id))


def _entity_hit(row: Row, top_words: float) -> EntityHit | None:
    match row["leg"]:
        case "key":
            return EntityHit(row["id"], row["name"], 1.0, "its name or alias")
        case "words":
            return EntityHit(
                row["id"],
                row["name"],
                _WORDS_WORTH * row["score"] / top_words,
                "words of its name, as written or nearly so",
            )
        case _:
            cosine = 2 * row["score"] - 1
            near = (cosine - _MEANING_FROM) / (1 - _MEANING_FROM)
            return (
                EntityHit(row["id"], row["name"], _MEANING_WORTH * near, f"near in meaning ({cosine:.2f})")
                if near > 0
                else None
            )
