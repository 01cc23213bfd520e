"""Facts: what holds, affirmed as often as it is said, one node per current triple."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from recuerdo.graph import ontology
from recuerdo.graph.database import Row, Transaction
from recuerdo.graph.ids import digest, key
from recuerdo.graph.models import Principal
from recuerdo.graph.store import memories
from recuerdo.graph.store.memories import NewMemory


@dataclass(frozen=True, slots=True)
class NewFact:
    """A triple to be affirmed.

    Attributes:
        normal_value: The value as it is compared.
        valid_from: Since when it holds; None = since it was recorded.
        evidence: Episode that says so, with the offsets of the clause in its text, or None.
    """

    memory: NewMemory
    subject_id: str
    predicate: str
    value: str
    normal_value: str
    value_entity_id: str | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    evidence: tuple[str, int, int] | None = None
    candidate: bool = False


@dataclass(frozen=True, slots=True)
class OtherValue:
    """A current fact of the same subject and predicate with another value."""

    id: str
    value: str
    tipo: Literal["contradiccion", "otro_valor"]


@dataclass(frozen=True, slots=True)
class Affirmed:
    """What became of a `NewFact`."""

    id: str
    created: bool
    affirmations: int
    others: tuple[OtherValue, ...]


def slot(audience: str, subject_id: str, predicate: str) -> str:
    """Return the key of a subject's predicate: the facts in one slot are each other's alternatives."""
    return key(audience, subject_id, ontology.normal_predicate(predicate))


def _interval(fact: NewFact) -> str:
    """Distinguish what held once, for a known while, from what holds now."""
    if fact.valid_until is None:
        return "now"
    return f"{fact.valid_from.isoformat() if fact.valid_from else ''}–{fact.valid_until.isoformat()}"


def _row(fact: NewFact, who: Principal, now: datetime) -> Row:
    audience = who.audience(fact.memory.visibility)
    props = memories.properties(fact.memory, "fact", who, now)
    own = {
        "subject_id": fact.subject_id,
        "predicate": fact.predicate,
        "value": fact.value,
        "normal_value": fact.normal_value,
        "value_entity_id": fact.value_entity_id,
        "slot": slot(audience, fact.subject_id, fact.predicate),
        "valid_from": fact.valid_from or now,
        "valid_until": fact.valid_until,
        "candidate": fact.candidate,
        # A fact's place on the valid axis, under the name that the vector index filters on.
        "occurred_at": fact.valid_from or now,
    }
    evidence = fact.evidence or (None, None, None)
    return {
        "id": fact.memory.id,
        "key": key(
            audience,
            fact.subject_id,
            ontology.normal_predicate(fact.predicate),
            digest(fact.normal_value),
            _interval(fact),
        ),
        "props": {**props, **own},
        "labels": memories.labels(fact.memory),
        "slots": [slot(each, fact.subject_id, fact.predicate) for each in who.audiences],
        "episode_id": evidence[0],
        "start": evidence[1],
        "end": evidence[2],
        "fuente": props["fuente"],
    }


async def affirm(tx: Transaction, facts: Sequence[NewFact], who: Principal, now: datetime) -> dict[str, Affirmed]:
    """Store what is new and affirm what is known; return each by the id that the caller gave.

    MERGE on the constrained key is what makes eight writers at once leave one fact with eight affirmations.
    """
    if not facts:
        return {}
    rows = sorted((_row(each, who, now) for each in facts), key=lambda row: str(row["key"]))
    params = {
        "agent_key": key(who.owner, who.agent),
        "owner": who.owner,
        "agent": who.agent,
        "transport": who.transport,
    }
    found = await tx.run("facts_affirm", rows=rows, now=now, **params)
    done = {row["asked"]: row for row in found}
    for fact in facts:
        if done[fact.memory.id]["created"]:
            await _tie(tx, fact, who, now)
    return {fact.memory.id: _affirmed(fact, done[fact.memory.id]) for fact in facts}


async def _tie(tx: Transaction, fact: NewFact, who: Principal, now: datetime) -> None:
    about = [memories.Link(fact.subject_id, "subject")]
    if fact.value_entity_id:
        about.append(memories.Link(fact.value_entity_id, "object"))
        await tx.run("fact_value", id=fact.memory.id, entity_id=fact.value_entity_id)
    await memories.attach(tx, fact.memory, who, now, {"about": about})


def _affirmed(fact: NewFact, row: Row) -> Affirmed:
    tipo: Literal["contradiccion", "otro_valor"] = (
        "contradiccion" if ontology.is_single_valued(fact.predicate) else "otro_valor"
    )
    others = tuple(OtherValue(each["id"], each["value"], tipo) for each in row["others"])
    return Affirmed(row["id"], row["created"], row["affirmations"], others)
