"""From names in a text to entities of the graph: candidates from the store, decisions by the rules, new ones made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, TypeAlias

from recuerdo.graph.database import Transaction
from recuerdo.graph.store import doubts, entities
from recuerdo.graph.store.doubts import Doubt
from recuerdo.graph.store.entities import NewEntity, StoredName, Upserted
from recuerdo.nlp.names import Name, lookup_keys, name_key, parse_name, type_class
from recuerdo.nlp.resolution import Candidate, Decision, resolve_batch
from recuerdo.nlp.resolution.decision import ASK
from recuerdo.server.runtime import Call
from recuerdo.server.service.answers import MentionAnswer, MentionCandidate, MergeDoubt

Role: TypeAlias = Literal["mention", "hint", "told_by", "with", "for", "subject", "object"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A name that must become an entity.

    Attributes:
        certain: The type is known; a guessed one does not keep a name from an entity of another type.
    """

    text: str
    entity_type: str
    role: Role
    start: int | None = None
    end: int | None = None
    certain: bool = True


@dataclass(frozen=True, slots=True)
class Plan:
    """The decisions about the names of one call, and what must be created for them; nothing is written yet."""

    wanted: tuple[Wanted, ...]
    decisions: tuple[Decision, ...]
    stored: Mapping[str, StoredName]
    new: tuple[NewEntity, ...]

    @property
    def new_names(self) -> list[str]:
        """What will be embedded, in the order of `new`."""
        return [each.name for each in self.new]


@dataclass(frozen=True, slots=True)
class Settled:
    """A plan carried out: the entity of each wanted name, in order; None where a text only refers."""

    ids: tuple[str | None, ...]
    upserted: Mapping[str, Upserted]
    doubts: tuple[MergeDoubt, ...]


async def plan(call: Call, wanted: Sequence[Wanted], audience: str) -> Plan:
    """Decide for every wanted name; what a shared memory is tied to is never another agent's private entity."""
    names = [parse_name(each.text, each.entity_type if each.certain else "") for each in wanted]
    found = await entities.named(call.database, (key for name in names for key in lookup_keys(name)), call.who)
    shared = call.who.audience("shared")
    stored = {each.id: each for each in found if each.audience in {shared, audience}}
    decisions = resolve_batch(names, [candidate(each) for each in stored.values()])
    taken = {(type_class(each.entity_type), name_key(each.name)) for each in stored.values()}
    return Plan(tuple(wanted), tuple(decisions), stored, tuple(_new_entities(wanted, names, decisions, taken)))


def candidate(stored: StoredName) -> Candidate:
    """Return a stored entity as the rules look at it."""
    aliases = tuple(parse_name(alias, stored.entity_type) for alias in stored.aliases)
    return Candidate(stored.id, parse_name(stored.name, stored.entity_type), aliases, stored.entity_type)


def _new_entities(
    wanted: Sequence[Wanted], names: Sequence[Name], decisions: Sequence[Decision], taken: set[tuple[str, str]]
) -> list[NewEntity]:
    """Describe what must be made, each once.

    Args:
        taken: (type class, normal name) of what is stored: a namesake that the rules kept apart gets a key of its own,
            any other has the plain key, so that two writers of one new name at once make one entity.
    """
    made: dict[str, NewEntity] = {}
    for each, name, decision in zip(wanted, names, decisions, strict=True):
        ref = decision.entity_id
        if ref is not None and ref.startswith("new:") and ref not in made:
            made[ref] = _new_entity(ref, each, name, taken)
            taken.add((made[ref].type_class, made[ref].normal_name))
    return list(made.values())


def _new_entity(ref: str, wanted: Wanted, name: Name, taken: set[tuple[str, str]]) -> NewEntity:
    display = " ".join(wanted.text.split())
    class_, normal = type_class(wanted.entity_type), name_key(display) or display
    return NewEntity(
        ref=ref,
        name=display,
        entity_type=wanted.entity_type,
        type_class=class_,
        normal_name=normal,
        lookup=lookup_keys(name),
        disambiguator=ref if (class_, normal) in taken else "",
    )


async def settle(tx: Transaction, call: Call, plan_: Plan, vectors: Sequence[list[float]], audience: str) -> Settled:
    """Create the new entities, remember new spellings and queue the doubts, all in the caller's transaction."""
    new = [_with_vector(each, vector, call) for each, vector in zip(plan_.new, vectors, strict=True)]
    upserted = await entities.upsert(tx, new, call.who, audience, call.now)
    ids = tuple(_id(decision.entity_id, upserted) for decision in plan_.decisions)
    await _learn_aliases(tx, plan_, call.now)
    return Settled(ids, upserted, tuple(await _ask(tx, call, plan_, upserted, audience)))


def _with_vector(entity: NewEntity, vector: list[float], call: Call) -> NewEntity:
    # A double's key must be unlike every other: the moment and the agent make it so, a retry is caught before.
    own = f"{call.now.isoformat()}/{call.who.agent}/{entity.disambiguator}" if entity.disambiguator else ""
    return replace(entity, vector=vector, embedder=str(call.opened.embedder.embedder.fingerprint), disambiguator=own)


def _id(ref: str | None, upserted: Mapping[str, Upserted]) -> str | None:
    return upserted[ref].id if ref is not None and ref in upserted else ref


async def _learn_aliases(tx: Transaction, plan_: Plan, now: datetime) -> None:
    learnt: dict[tuple[str, str, str], tuple[str, ...]] = {}
    for wanted, decision in zip(plan_.wanted, plan_.decisions, strict=True):
        known = plan_.stored.get(decision.entity_id or "")
        if decision.learn_alias and known is not None:
            learnt[known.id, known.audience, wanted.text] = lookup_keys(parse_name(wanted.text, known.entity_type))
    await entities.add_aliases(tx, [(*who, keys) for who, keys in learnt.items()], now)


async def _ask(
    tx: Transaction, call: Call, plan_: Plan, upserted: Mapping[str, Upserted], audience: str
) -> list[MergeDoubt]:
    asked: dict[tuple[str, str], Doubt] = {}
    for decision in plan_.decisions:
        own = _id(decision.entity_id, upserted)
        if decision.decision != "ambigua" or own is None:
            continue
        for ref, score, why in decision.candidates:
            other = _id(ref, upserted)
            if score >= ASK and other is not None and other != own:
                asked.setdefault((own, other), Doubt(own, other, score, why))
    ids = await doubts.propose(tx, list(asked.values()), call.who, audience, call.now)
    return [
        MergeDoubt(id=id_, entity_id=each.entity_id, other_id=each.other_id, score=each.score, reason=each.why)
        for id_, each in zip(ids, asked.values(), strict=True)
    ]


def mention_answers(plan_: Plan, settled: Settled) -> list[MentionAnswer]:
    """Tell what became of each name, each entity once, in the order of the text."""
    seen: set[str] = set()
    answers = []
    for wanted, decision, id_ in zip(plan_.wanted, plan_.decisions, settled.ids, strict=True):
        if id_ is None or id_ in seen:
            continue
        seen.add(id_)
        answers.append(_mention_answer(wanted, decision, id_, plan_, settled))
    return answers


def _mention_answer(wanted: Wanted, decision: Decision, id_: str, plan_: Plan, settled: Settled) -> MentionAnswer:
    made = settled.upserted.get(decision.entity_id or "")
    known = plan_.stored.get(id_)
    name, entity_type = (
        (known.name, known.entity_type)
        if known
        else (made.name, made.entity_type)
        if made
        else (wanted.text, wanted.entity_type)
    )
    raced = made is not None and not made.created
    return MentionAnswer(
        id=id_,
        name=name,
        entity_type=entity_type,
        mention=wanted.text,
        created=made is not None and made.created,
        decision="exact" if raced else decision.decision,
        score=1.0 if raced else decision.score,
        why="another write had just made it" if raced else decision.why,
        candidates=[
            MentionCandidate(id=_id(ref, settled.upserted) or ref, score=score, why=why)
            for ref, score, why in decision.candidates
        ],
    )
