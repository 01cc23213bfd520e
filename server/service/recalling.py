"""recall: a question becomes legs, the legs a ranking, the ranking memories with their source and receipt."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from recuerdo.graph.errors import InvalidInput
from recuerdo.graph.models import Memory, iso
from recuerdo.graph.ranking import Question, Ranked, Ranking, RecallFilters
from recuerdo.graph.store import entities, memories, search
from recuerdo.nlp.pipeline import name_phrases
from recuerdo.nlp.question import bare_text, read_question
from recuerdo.server import times
from recuerdo.server.runtime import Call
from recuerdo.server.service import cursors
from recuerdo.server.service.answers import LegReceipt, NearMiss, RecallAnswer, Recalled, Receipt

MOST_ASKED = 2_000
"""Characters of a question that are looked at: what is longer is a document, and its beginning says what it is about."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a client wants of the answer, times still as it wrote them."""

    kinds: tuple[str, ...] = ()
    entity_ids: tuple[str, ...] = ()
    event_types: tuple[str, ...] = ()
    epistemico: tuple[str, ...] = ()
    volatilidad: tuple[str, ...] = ()
    desde: str | None = None
    hasta: str | None = None
    as_of: str | None = None
    known_at: str | None = None
    min_confidence: float = 0.0
    include_superseded: bool = True
    include_expired: bool = False
    token_budget: int | None = None


@dataclass(frozen=True, slots=True)
class Recall:
    """The arguments of recall."""

    query: str
    limit: int
    cursor: str | None
    wishes: Wishes
    current_path: str | None
    rerank: bool
    explain: bool


async def recall(call: Call, asked: Recall) -> RecallAnswer:
    """Answer a question from memory.

    Raises:
        InvalidInput: A time, a cursor or an entity id is not one.
    """
    filters, notices = await _filters(call, asked)
    question = await _question(call, asked.query)
    ranking = await search.recall(call.database, question, filters, call.who, call.now)
    wanted = [*(each.id for each in ranking.items), *(each.id for each in ranking.cercanos)]
    found = await memories.by_ids(call.database, wanted, call.who, call.now) if wanted else {}
    end = filters.offset + filters.limit
    return RecallAnswer(
        items=[_recalled(found[each.id], each, explain=asked.explain) for each in ranking.items if each.id in found],
        suficiente=ranking.suficiente,
        cercanos=_near(ranking, found),
        next_cursor=cursors.encode(end, *_mark(asked)) if end < ranking.total else None,
        as_of=filters.as_of,
        known_at=filters.known_at,
        avisos=notices,
    )


def _mark(asked: Recall) -> tuple[str, ...]:
    return ("recall", asked.query, repr(asked.wishes), str(asked.limit))


async def _filters(call: Call, asked: Recall) -> tuple[RecallFilters, list[str]]:
    wishes = asked.wishes
    known = await entities.existing(call.database, wishes.entity_ids, call.who)
    unknown = [id_ for id_ in wishes.entity_ids if id_ not in known]
    if unknown:
        raise InvalidInput(
            f"entity_ids holds {unknown[0]!r}, which is no entity here: expected ids, as `search_entities` finds them."
        )
    stated = {
        name: times.parse(name, text)
        for name in ("desde", "hasta", "as_of", "known_at")
        if (text := getattr(wishes, name)) is not None
    }
    moments = {name: each.at for name, each in stated.items()}
    filters = RecallFilters(
        kinds=wishes.kinds,
        entity_ids=wishes.entity_ids,
        event_types=wishes.event_types,
        epistemico=wishes.epistemico,
        volatilidad=wishes.volatilidad,
        min_confidence=wishes.min_confidence,
        include_superseded=wishes.include_superseded,
        include_expired=wishes.include_expired,
        limit=asked.limit,
        offset=cursors.decode(asked.cursor, *_mark(asked)),
        token_budget=wishes.token_budget,
        **moments,
    )
    return filters, [*_naive(stated), *_not_yet(asked)]


def _naive(stated: dict[str, times.Stated]) -> list[str]:
    return [f"{name} has no time zone and was read as UTC." for name, each in stated.items() if each.naive]


def _not_yet(asked: Recall) -> list[str]:
    """Say which wishes this version does not fulfil, rather than ignore them."""
    notices = []
    if asked.rerank:
        notices.append("rerank was asked for: no cross-encoder is set up here, the order is that of the fusion.")
    if asked.current_path is not None:
        notices.append("current_path was given: this version does not yet raise memories by their place.")
    return notices


async def _question(call: Call, query: str) -> Question:
    """Read the question, look up whom it names, and embed it without the names of those who tell memories."""
    text = query[:MOST_ASKED]
    asked, named = await asyncio.gather(
        call.opened.read(read_question, text, call.now), search.named(call.database, name_phrases(text), call.who)
    )
    vector = await call.opened.embedder.query(bare_text(text, named))
    return Question(asked, [float(x) for x in vector], tuple(named))


def _recalled(memory: Memory, ranked: Ranked, *, explain: bool) -> Recalled:
    legs = {name: LegReceipt(rank=each.rank, score=round(each.score, 4)) for name, each in ranked.legs.items()}
    parts = {name: round(value, 4) for name, value in ranked.parts.items()}
    receipt = Receipt(legs=legs, partes=parts, camino=list(ranked.path)) if explain else None
    return Recalled(**memory.model_dump(), score=round(ranked.score, 4), recibo=receipt)


def _near(ranking: Ranking, found: dict[str, Memory]) -> list[NearMiss]:
    return [
        NearMiss(id=each.id, texto=found[each.id].texto, por_que_no=each.por_que_no)
        for each in ranking.cercanos
        if each.id in found
    ]


def as_text(answer: RecallAnswer) -> str:
    """Return the answer for a model to read: each memory fenced, with its source; never an instruction."""
    if not answer.items:
        return "Nothing in memory answers this." + "".join(
            f"\nClose, but cut ({each.por_que_no}): {each.texto}" for each in answer.cercanos
        )
    head = "" if answer.suficiente else "Probably not in memory; this is what comes closest.\n"
    return f"{head}{answer.aviso_de_seguridad}\n" + "\n".join(_item_text(item) for item in answer.items)


def _item_text(item: Recalled) -> str:
    gone = item.superseded_por
    state = (
        f" SUPERSEDED on {iso(gone.at)}: {gone.motivo}."
        if gone
        else ""
        if item.estado == "vigente"
        else f" ({item.estado})"
    )
    return f"<memory id={item.id!r} kind={item.tipo!r}>\n{item.texto}\n</memory> {item.procedencia}{state}"
