"""store_fact and supersede_memory: what holds, and what no longer does."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from recuerdo.graph.database import Transaction
from recuerdo.graph.errors import InvalidInput, UnknownId
from recuerdo.graph.models import Fuente, Tipo
from recuerdo.graph.ontology import normal_predicate
from recuerdo.graph.store import entities, facts, memories
from recuerdo.graph.store.facts import NewFact
from recuerdo.graph.store.memories import Supersession
from recuerdo.nlp.mentions import Gazetteer
from recuerdo.nlp.names import lookup_keys, name_key, parse_name
from recuerdo.nlp.pipeline import Scene
from recuerdo.nlp.resolution import resolve
from recuerdo.server import times
from recuerdo.server.runtime import Call
from recuerdo.server.service import laying, resolving
from recuerdo.server.service.answers import FactWrite, SupersedeWrite
from recuerdo.server.service.gathering import Gathered
from recuerdo.server.service.laying import Dated, Draft, Stated
from recuerdo.server.service.observations import other_value
from recuerdo.server.service.once import Retry, once


@dataclass(frozen=True, slots=True)
class Fact:
    """The arguments of store_fact."""

    entity_id: str
    predicate: str
    value: str
    stated: Stated
    valid_from: str | None
    valid_until: str | None
    idempotency_key: str | None


def with_source(fuente: Fuente, source: str | None) -> Fuente:
    """Take N's plain `source` as where it is from, unless the fuente says so itself."""
    return fuente if source is None or fuente.donde is not None else fuente.model_copy(update={"donde": source})


async def store_fact(call: Call, fact: Fact) -> FactWrite:
    """Store or reaffirm a triple; other current values are told, never retired.

    Raises:
        InvalidInput: An argument is not acceptable.
        UnknownId: There is no such entity. Nothing was stored.
    """
    stated = fact.stated
    laying.require_text("value", fact.value)
    laying.require_writable(call.who, stated.visibility)
    if not normal_predicate(fact.predicate):
        raise InvalidInput("predicate is empty: expected what is said of the entity, such as works_for.")
    since, until = _interval(fact, call.now)
    subject = (await entities.existing(call.database, [fact.entity_id], call.who)).get(fact.entity_id)
    if subject is None:
        raise UnknownId("entity", fact.entity_id, "search_entities")
    text = f"{subject.name} {normal_predicate(fact.predicate).replace('_', ' ')} {fact.value}"
    scene = Scene("fact", since.at, stated.fuente.de.nombre if stated.fuente.de else None, stated.fuente.canal)
    reading = await call.opened.read(call.opened.reader.read, text, scene, Gazetteer())
    draft = Draft.of(reading, stated, since, {})
    gathered = Gathered()
    gathered.add_fuente(stated.fuente)
    audience = call.who.audience(stated.visibility)
    plan = await resolving.plan(call, gathered.names, audience)
    value_id = await _value_entity(call, fact.value)
    vectors = laying.lists(await call.opened.embedder.passages([*laying.passages(text, None), *plan.new_names]))
    own = len(vectors) - len(plan.new)

    async def work(tx: Transaction) -> FactWrite:
        settled = await resolving.settle(tx, call, plan, vectors[own:], audience)
        new = NewFact(
            memory=draft.memory(call, vectors[:own]),
            subject_id=fact.entity_id,
            predicate=fact.predicate,
            value=fact.value,
            normal_value=name_key(fact.value) or fact.value,
            value_entity_id=value_id if value_id != fact.entity_id else None,
            valid_from=since.at,
            valid_until=until,
        )
        done = (await facts.affirm(tx, [new], call.who, call.now))[draft.id]
        if done.created and stated.fuente.de:
            told_by = gathered.links(stated.fuente, settled)["told_by"]
            await tx.run("memory_links", id=done.id, about=[], told_by=told_by, now=call.now, **{"with": [], "for": []})
        return FactWrite(
            id=done.id,
            accion="created" if done.created else "reinforced",
            inferidos=[*draft.kind.inferred, *since.inferred, *(["confidence"] if stated.confidence is None else [])],
            avisos=list(since.notices),
            contradicciones=[other_value(each) for each in done.others],
            duda_de_fusion=list(settled.doubts),
            fact_id=done.id,
            fact=await memories.read(tx, done.id, call.who, call.now),
        )

    said = (
        fact.entity_id,
        fact.predicate,
        fact.value,
        fact.valid_from or "",
        fact.valid_until or "",
        stated.fuente.model_dump_json(),
        stated.visibility,
    )
    return await once(call, Retry("store_fact", fact.idempotency_key, said), FactWrite, work)


def _interval(fact: Fact, now: datetime) -> tuple[Dated, datetime | None]:
    since = Dated(now, "instant", ("valid_from",), ())
    if fact.valid_from is not None:
        stated = times.parse("valid_from", fact.valid_from)
        notices = (f"valid_from {fact.valid_from!r} has no time zone and was read as UTC.",) if stated.naive else ()
        since = Dated(stated.at, stated.precision, (), notices)
    until = times.parse("valid_until", fact.valid_until).at if fact.valid_until is not None else None
    if until is not None and fact.valid_from is not None and until <= since.at:
        raise InvalidInput(
            f"valid_until {fact.valid_until!r} is not after valid_from {fact.valid_from!r}: expected an interval with a beginning before its end."
        )
    return since, until


async def _value_entity(call: Call, value: str) -> str | None:
    """Return the one entity that a value names for certain; a value makes no entity by itself."""
    name = parse_name(value)
    stored = await entities.named(call.database, lookup_keys(name), call.who)
    decision = resolve(name, [resolving.candidate(each) for each in stored])
    return decision.entity_id if decision.decision in {"exact", "alias"} else None


async def supersede_memory(call: Call, old_id: str, old_tipo: Tipo, motivo: str, new_id: str | None) -> SupersedeWrite:
    """Retire a memory softly, with the reason, in favour of another or of nothing.

    Raises:
        UnknownId: viejo_no_existe or nuevo_no_existe.
        Conflict: It gave way to another one before.
    """
    laying.require_text("motivo", motivo)
    accion = await memories.supersede(call.database, Supersession(old_id, old_tipo, motivo, new_id), call.who, call.now)
    notices = ["It was superseded before; nothing was changed."] if accion == "nothing" else []
    return SupersedeWrite(id=old_id, accion=accion, avisos=notices, viejo_id=old_id, nuevo_id=new_id, motivo=motivo)
