"""process_observation and store_episode: one text goes in, one transaction lays down everything that follows from it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from recuerdo.graph.database import Transaction
from recuerdo.graph.errors import Conflict
from recuerdo.graph.models import Epistemico, Evidence
from recuerdo.graph.store import entities, episodes, facts, memories, relations
from recuerdo.graph.store.episodes import NewEpisode, Previous
from recuerdo.graph.store.facts import NewFact
from recuerdo.graph.store.memories import Link
from recuerdo.nlp.facts import SPEAKER, WE, FactCandidate
from recuerdo.nlp.mentions import Gazetteer
from recuerdo.nlp.names import name_key
from recuerdo.nlp.pipeline import Reading, Scene, name_phrases
from recuerdo.server.runtime import Call
from recuerdo.server.service import laying, resolving
from recuerdo.server.service.answers import (
    EpisodeWrite,
    ExtractedFact,
    ObservationWrite,
    OtherValueAnswer,
    RelationOutcome,
)
from recuerdo.server.service.gathering import Gathered, with_anchor
from recuerdo.server.service.laying import Dated, Draft, Known, Stated
from recuerdo.server.service.once import Retry, once
from recuerdo.server.service.resolving import Plan, Settled, Wanted

MOST_FACTS = 50
"""Facts that one text may give: a table pasted into a message is no hundred observations."""

_LONGEST_SUBJECT = 5
"""Words; what is longer is a clause, not the name of anything."""

_DOUBTED = 0.5
"""Confidence below which the parser disagrees with the pattern: three of twelve such facts were right."""

_NO_CYCLE = "trigger_cycle was asked for: this version has no upkeep to run yet, so nothing was run. The observation itself is stored."

_NOBODY = {WE, "he", "she", "él", "ella"}
"""Subjects that nothing in the text makes certain."""

_ENTITY_VALUES = {"person", "org", "place", "product", "service", "project", "name", "name/org"}
"""Value types that name an entity."""


@dataclass(frozen=True, slots=True)
class RelationWish:
    """A relation as the client tells it; each is judged by itself, one bad triple does not cost the others."""

    source: str
    source_type: str
    target: str
    target_type: str
    predicate: str


@dataclass(frozen=True, slots=True)
class Observation:
    """The arguments of process_observation."""

    content: str
    hints: tuple[str, ...]
    relations: tuple[RelationWish, ...]
    event_type: str
    stated: Stated
    idempotency_key: str | None
    trigger_cycle: bool = False


@dataclass(frozen=True, slots=True)
class Vectors:
    """The vectors of one call, by what they belong to."""

    text: list[list[float]]
    entities: list[list[float]]
    facts: list[list[float]]


async def process_observation(call: Call, observation: Observation) -> ObservationWrite:
    """Read a text and store it with everything that it mentions, states and relates.

    Raises:
        InvalidInput: An argument is not acceptable; nothing was stored.
    """
    stated = observation.stated
    laying.require_text("content", observation.content)
    laying.require_writable(call.who, stated.visibility)
    when = laying.dated(stated, call.now)
    reading = await _read(call, observation.content, stated, when, observation.hints)
    when = laying.dated_by_text(when, reading)
    draft = Draft.of(reading, stated, when, {})
    told = [fact for fact in reading.facts if _is_told(fact)][:MOST_FACTS]
    gathered = _gather(call, observation, reading, told)
    audience = call.who.audience(stated.visibility)
    plan, before = await asyncio.gather(resolving.plan(call, gathered.names, audience), _before(call, stated, when))
    vectors = await _embed(call, reading.text, before, plan, [_fact_text(call, stated, fact) for fact in told])

    async def work(tx: Transaction) -> ObservationWrite:
        settled = await resolving.settle(tx, call, plan, vectors.entities, audience)
        new = NewEpisode(draft.memory(call, vectors.text), observation.event_type, when.at)
        await episodes.create(tx, new, call.who, call.now, gathered.links(stated.fuente, settled))
        laid, others = await _lay_facts(tx, call, draft, _Told(told, vectors.facts, gathered, settled))
        return ObservationWrite(
            id=draft.id,
            accion="created",
            inferidos=[*draft.kind.inferred, *when.inferred],
            avisos=[*when.notices, *([_NO_CYCLE] if observation.trigger_cycle else [])],
            contradicciones=others,
            duda_de_fusion=list(settled.doubts),
            episode_id=draft.id,
            relations=await _relate(tx, call, observation.relations, gathered, settled, draft.id),
            episode=await memories.read(tx, draft.id, call.who, call.now),
            entities=resolving.mention_answers(plan, settled),
            facts=laid,
        )

    said = (observation.content, stated.occurred_at or "", stated.fuente.model_dump_json(), stated.visibility)
    return await once(call, Retry("process_observation", observation.idempotency_key, said), ObservationWrite, work)


def speaker(call: Call, stated: Stated) -> str:
    """Return who "I" is: whom the fuente names, else the owner."""
    return stated.fuente.de.nombre if stated.fuente.de else call.who.owner


async def _read(call: Call, text: str, stated: Stated, when: Dated, hints: tuple[str, ...]) -> Reading:
    """Read the text with the owner's own names at hand: those that may stand in it are looked up, so they are never stale."""
    stored = await entities.named(call.database, name_phrases(text), call.who)
    names = ((name, each.id, each.entity_type) for each in stored for name in (each.name, *each.aliases))
    scene = Scene("episode", when.at, stated.fuente.de.nombre if stated.fuente.de else None, stated.fuente.canal, hints)
    return await call.opened.read(call.opened.reader.read, text, scene, Gazetteer(names))  # type: ignore[arg-type]


def _gather(call: Call, observation: Observation, reading: Reading, told: Sequence[FactCandidate]) -> Gathered:
    gathered = Gathered()
    gathered.add_reading(reading, observation.hints)
    with_anchor(gathered)
    gathered.add_fuente(observation.stated.fuente)
    for fact in told:
        if fact.subject == SPEAKER:
            gathered.add(Wanted(speaker(call, observation.stated), "person", "subject"))
        else:
            gathered.add(Wanted(fact.subject, "object", "subject", certain=False))
        if fact.value_type in _ENTITY_VALUES:
            gathered.add(Wanted(fact.value, _value_type(fact), "object", certain=False))
    for wish in observation.relations:
        gathered.add(Wanted(wish.source, wish.source_type or "object", "subject", certain=bool(wish.source_type)))
        gathered.add(Wanted(wish.target, wish.target_type or "object", "object", certain=bool(wish.target_type)))
    return gathered


def _is_told(fact: FactCandidate) -> bool:
    """Whether a fact is asserted, about somebody or something nameable, and not doubted by the parser."""
    named = fact.subject == SPEAKER or (fact.subject not in _NOBODY and len(fact.subject.split()) <= _LONGEST_SUBJECT)
    return named and fact.polarity == "+" and fact.modality == "asserted" and fact.confidence >= _DOUBTED


def _value_type(fact: FactCandidate) -> str:
    return {"name/org": "org", "name": "object"}.get(fact.value_type, fact.value_type)


async def _before(call: Call, stated: Stated, when: Dated) -> Previous | None:
    """Return the turn before, for a text that is part of a named conversation."""
    if stated.fuente.hilo is None:
        return None
    conversation = episodes.conversation_key(call.who, stated.fuente, stated.visibility)
    return await episodes.previous(call.database, conversation, stated.fuente, when.at)


async def _embed(call: Call, text: str, before: Previous | None, plan: Plan, facts_: Sequence[str]) -> Vectors:
    own = laying.passages(text, before)
    found = laying.lists(await call.opened.embedder.passages([*own, *plan.new_names, *facts_]))
    cut = len(own) + len(plan.new)
    return Vectors(found[: len(own)], found[len(own) : cut], found[cut:])


# ── facts read from the text ────────────────────────────────────────────────────────────────────────────────────


def _fact_text(call: Call, stated: Stated, fact: FactCandidate) -> str:
    subject = speaker(call, stated) if fact.subject == SPEAKER else fact.subject
    return f"{subject} {fact.predicate.replace('_', ' ')} {fact.value}"


@dataclass(frozen=True, slots=True)
class _Told:
    facts: Sequence[FactCandidate]
    vectors: Sequence[list[float]]
    gathered: Gathered
    settled: Settled


async def _lay_facts(
    tx: Transaction, call: Call, draft: Draft, told: _Told
) -> tuple[list[ExtractedFact], list[OtherValueAnswer]]:
    """Affirm the facts that the text states; one read from prose is a candidate and retires nothing."""
    made: dict[str, tuple[FactCandidate, NewFact]] = {}
    for fact, vector in zip(told.facts, told.vectors, strict=True):
        new = _new_fact(call, draft, fact, vector, told)
        if new is not None:
            made[new.memory.id] = (fact, new)
    affirmed = await facts.affirm(tx, [new for _, new in made.values()], call.who, call.now)
    laid = [_extracted(fact, new, affirmed[id_]) for id_, (fact, new) in made.items()]
    others = [other_value(each) for done in affirmed.values() for each in done.others]
    return laid, others


def _epistemico(draft: Draft, fact: FactCandidate) -> Epistemico:
    """Prose is hearsay at best; structured material is known as its text is."""
    if fact.structured:
        return draft.kind.epistemico
    told = fact.told_by or draft.stated.fuente.de or draft.kind.epistemico != "inferido"
    return "reportado" if told else "inferido"


def _new_fact(call: Call, draft: Draft, fact: FactCandidate, vector: list[float], told: _Told) -> NewFact | None:
    subject = speaker(call, draft.stated) if fact.subject == SPEAKER else fact.subject
    subject_id = told.gathered.id(subject, told.settled)
    if subject_id is None:
        return None
    own = Draft.of(
        draft.reading,
        draft.stated,
        draft.when,
        {"sentence": fact.sentence, "pattern": fact.pattern, "told_by": fact.told_by},
    )
    known = Known(_epistemico(draft, fact), fact.confidence)
    memory = own.fact_memory(call, _fact_text(call, draft.stated, fact), known, vector)
    return NewFact(
        memory=memory,
        subject_id=subject_id,
        predicate=fact.predicate,
        value=fact.value,
        normal_value=name_key(fact.value) or fact.value,
        value_entity_id=told.gathered.id(fact.value, told.settled) if fact.value_type in _ENTITY_VALUES else None,
        valid_from=draft.when.at,
        evidence=(draft.id, fact.start, fact.end),
        candidate=not fact.structured,
    )


def _extracted(fact: FactCandidate, new: NewFact, done: facts.Affirmed) -> ExtractedFact:
    return ExtractedFact(
        id=done.id,
        subject_id=new.subject_id,
        predicate=fact.predicate,
        value=fact.value,
        created=done.created,
        affirmations=done.affirmations,
        confidence=new.memory.confidence,
        candidato=new.candidate,
        pattern=fact.pattern,
        sentence=fact.sentence,
    )


def other_value(other: facts.OtherValue) -> OtherValueAnswer:
    """Tell of a current fact that says otherwise."""
    return OtherValueAnswer(id=other.id, tipo=other.tipo, fact_id=other.id, value=other.value)


# ── relations that the client tells ─────────────────────────────────────────────────────────────────────────────


async def _relate(
    tx: Transaction, call: Call, wishes: Sequence[RelationWish], gathered: Gathered, settled: Settled, episode_id: str
) -> list[RelationOutcome]:
    outcomes = []
    for wish in wishes:
        source, target = gathered.id(wish.source, settled), gathered.id(wish.target, settled)
        told = {"source": wish.source, "predicate": wish.predicate, "target": wish.target}
        if source is None or target is None:
            outcomes.append(
                RelationOutcome(**told, error="The source or the target names nothing. Give a name, not a pronoun.")
            )
            continue
        evidence = Evidence(ref=episode_id, kind="episode", at=call.now, original_predicate=wish.predicate)
        try:
            relation, created = await relations.upsert(tx, source, target, evidence, call.now)
            outcomes.append(RelationOutcome(**told, created=created, relation=relation))
        except Conflict as error:
            outcomes.append(RelationOutcome(**told, error=str(error)))
    return outcomes


# ── store_episode ───────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Episode:
    """The arguments of store_episode."""

    entity_id: str
    event_type: str
    text: str
    context: dict[str, Any]
    stated: Stated
    idempotency_key: str | None


async def store_episode(call: Call, episode: Episode) -> EpisodeWrite:
    """Store an episode about one entity; an unknown one leaves it unlinked, and says so.

    Raises:
        InvalidInput: An argument is not acceptable; nothing was stored.
    """
    stated = episode.stated
    laying.require_text("content", episode.text)
    laying.require_writable(call.who, stated.visibility)
    when = laying.dated(stated, call.now)
    reading = await _read(call, episode.text, stated, when, ())
    when = laying.dated_by_text(when, reading)
    known = await entities.existing(call.database, [episode.entity_id], call.who)
    dropped = [] if known else [episode.entity_id]
    context = {**episode.context, **({"entity_ids_descartados": dropped} if dropped else {})}
    draft = Draft.of(reading, stated, when, context)
    gathered = Gathered()
    gathered.add_fuente(stated.fuente)
    audience = call.who.audience(stated.visibility)
    plan, before = await asyncio.gather(resolving.plan(call, gathered.names, audience), _before(call, stated, when))
    vectors = await _embed(call, reading.text, before, plan, [])

    async def work(tx: Transaction) -> EpisodeWrite:
        settled = await resolving.settle(tx, call, plan, vectors.entities, audience)
        links = {**gathered.links(stated.fuente, settled), "about": [Link(id_, "subject") for id_ in known]}
        await episodes.create(
            tx, NewEpisode(draft.memory(call, vectors.text), episode.event_type, when.at), call.who, call.now, links
        )
        unlinked = f"No entity has the id {episode.entity_id!r}: the episode is stored unlinked. Ids are found with `search_entities`."
        return EpisodeWrite(
            id=draft.id,
            accion="created",
            inferidos=[*draft.kind.inferred, *when.inferred],
            avisos=[*when.notices, *([unlinked] if dropped else [])],
            duda_de_fusion=list(settled.doubts),
            episode_id=draft.id,
            episode=await memories.read(tx, draft.id, call.who, call.now),
        )

    said = (
        episode.entity_id,
        episode.event_type,
        episode.text,
        stated.occurred_at or "",
        stated.fuente.model_dump_json(),
        stated.visibility,
    )
    return await once(call, Retry("store_episode", episode.idempotency_key, said), EpisodeWrite, work)
