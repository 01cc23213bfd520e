"""What episodes, facts and notes have in common: how they are laid down, and how they are read back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from recuerdo.graph.database import Database, Row, Transaction
from recuerdo.graph.errors import Conflict, InvalidInput, UnknownId
from recuerdo.graph.ids import digest, key
from recuerdo.graph.models import (
    Accion,
    EntityRef,
    Epistemico,
    Estado,
    Fuente,
    Memory,
    Principal,
    SupersededBy,
    Tipo,
    Visibility,
    Volatilidad,
)
from recuerdo.graph.provenance import sentence

Language = Literal["en", "es", "und"]
_LABELS = {"en": "English", "es": "Spanish"}


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a text with a vector of its own, or the whole of a short one; offsets in characters, half-open."""

    start: int
    end: int
    vector: list[float]


@dataclass(frozen=True, slots=True)
class NewMemory:
    """Everything about a memory to be laid down that does not depend on its kind.

    Attributes:
        tokens: Analysed tokens of the text, for the length rule of recall.
        cues: What recall wants to know of the text without reading it again.
        pieces: Cover the text and carry its vectors.
    """

    id: str
    text: str
    language: Language
    cjk: bool
    tokens: int
    cues: tuple[str, ...]
    volatilidad: Volatilidad
    epistemico: Epistemico
    confidence: float
    fuente: Fuente
    visibility: Visibility
    precision: str
    expires_at: datetime | None
    context: Mapping[str, Any] = field(default_factory=dict)
    pieces: tuple[Piece, ...] = ()
    embedder: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """One ABOUT edge; `start` and `end` say where in the text the mention stands."""

    id: str
    role: str
    start: int | None = None
    end: int | None = None
    score: float = 1.0


def labels(memory: NewMemory) -> list[str]:
    """Return the labels that put a text into its language's full-text index; a closed set."""
    found = [_LABELS[memory.language]] if memory.language in _LABELS else []
    return [*found, "Cjk"] if memory.cjk else found


def caption(text: str, most: int = 60) -> str:
    """Return one short line for people who look at the graph."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def properties(memory: NewMemory, tipo: Tipo, who: Principal, now: datetime) -> Row:
    """Return the node's properties; the owner and the agent come from the credential alone."""
    return {
        "tipo": tipo,
        "owner": who.owner,
        "audience": who.audience(memory.visibility),
        "agent": who.agent,
        "visibility": memory.visibility,
        "caption": caption(memory.text),
        "text": memory.text,
        "language": memory.language,
        "tokens": memory.tokens,
        "cues": list(memory.cues),
        "volatilidad": memory.volatilidad,
        "epistemico": memory.epistemico,
        "confidence": memory.confidence,
        "fuente": memory.fuente.model_dump_json(exclude_defaults=True),
        "precision": memory.precision,
        "expires_at": memory.expires_at,
        "hilo": memory.fuente.hilo,
        "context": json.dumps(memory.context, ensure_ascii=False, default=str),
        "recorded_at": now,
        "affirmed_at": now,
        "affirmations": 1,
    }


def places(donde: str | None, owner: str) -> list[Row]:
    """Return the places of a path or URL from the root down, each with its parent's key."""
    parts = [
        part for part in (donde or "").replace("\\", "/").split("/") if part and part not in {".", "http:", "https:"}
    ]
    paths = ["/".join(parts[: n + 1]) for n in range(min(len(parts), 12))]
    keys = [key(owner, path.casefold()) for path in paths]
    return [
        {"key": k, "path": path, "parent": keys[n - 1] if n else None}
        for n, (k, path) in enumerate(zip(keys, paths, strict=True))
    ]


async def attach(
    tx: Transaction, memory: NewMemory, who: Principal, now: datetime, links: Mapping[str, Sequence[Any]]
) -> None:
    """Tie a memory that was just laid down to its entities, source, place and pieces.

    Args:
        links: `about` as a sequence of `Link`; `told_by`, `with` and `for` as sequences of entity ids.
    """
    about = [
        {"id": each.id, "role": each.role, "start": each.start, "end": each.end, "score": each.score}
        for each in links.get("about", ())
    ]
    people = {name: list(links.get(name, ())) for name in ("told_by", "with", "for")}
    if about or any(people.values()):
        await tx.run("memory_links", id=memory.id, about=about, now=now, **people)
    await _attach_source(tx, memory, who)
    rows = [{"start": piece.start, "end": piece.end, "vector": piece.vector} for piece in memory.pieces]
    await tx.run("passages_create", id=memory.id, rows=rows, embedder=memory.embedder)


async def _attach_source(tx: Transaction, memory: NewMemory, who: Principal) -> None:
    fuente = memory.fuente
    if not (fuente.modo or fuente.canal or fuente.donde):
        return
    parts = (fuente.modo or "", fuente.canal or "", fuente.donde or "")
    await tx.run(
        "memory_source",
        id=memory.id,
        owner=who.owner,
        source_key=key(who.audience(memory.visibility), digest(*parts)),
        modo=fuente.modo,
        canal=fuente.canal,
        donde=fuente.donde,
        places=places(fuente.donde, who.audience(memory.visibility)),
    )


# ── reading ─────────────────────────────────────────────────────────────────────────────────────────────────────


def estado(row: Mapping[str, Any], now: datetime) -> Estado:
    """Say whether a memory still holds at `now`."""
    if row["superseded_at"] is not None:
        return "superada"
    ended = row["valid_until"] is not None and row["valid_until"] <= now
    if ended or (row["expires_at"] is not None and row["expires_at"] <= now):
        return "caducada"
    return "vigente"


def from_row(row: Row, now: datetime) -> Memory:
    """Build the model from a row of `memories_by_id`."""
    fuente = Fuente.model_validate_json(row["fuente"])
    said_at = row["occurred_at"] or row["recorded_at"]
    return Memory(
        id=row["id"],
        tipo=row["tipo"],
        texto=row["text"],
        event_type=row["event_type"],
        subject_id=row["subject_id"],
        predicate=row["predicate"],
        value=row["value"],
        value_entity_id=row["value_entity_id"],
        entities=[EntityRef(**each) for each in row["entities"]],
        occurred_at=row["occurred_at"],
        valid_from=row["valid_from"],
        valid_until=row["valid_until"],
        precision=row["precision"],
        recorded_at=row["recorded_at"],
        volatilidad=row["volatilidad"],
        epistemico=row["epistemico"],
        confidence=row["confidence"],
        confidence_now=row["confidence"],
        fuente=fuente,
        via_agent=row["agent"],
        procedencia=sentence(fuente, row["agent"], said_at, row["language"]),
        visibility=row["visibility"],
        estado=estado(row, now),
        superseded_por=_superseded_by(row),
        expires_at=row["expires_at"],
        affirmations=row["affirmations"],
        context=json.loads(row["context"]),
    )


def _superseded_by(row: Row) -> SupersededBy | None:
    if row["superseded_at"] is None:
        return None
    return SupersededBy(
        id=row["superseded_by"], motivo=row["superseded_reason"], at=row["superseded_at"], por=row["superseded_agent"]
    )


async def by_ids(database: Database, ids: Sequence[str], who: Principal, now: datetime) -> dict[str, Memory]:
    """Return the memories that the principal may see, by id; the others are simply absent."""
    rows = await database.read("memories_by_id", ids=list(ids), audiences=who.audiences)
    return {row["id"]: from_row(row, now) for row in rows[0]["memories"]}


async def read(tx: Transaction, id_: str, who: Principal, now: datetime) -> Memory:
    """Return a memory as it stands in the transaction that has just written it."""
    rows = await tx.run("memories_by_id", ids=[id_], audiences=who.audiences)
    if not rows[0]["memories"]:
        raise UnknownId("memory", id_, "recall")
    return from_row(rows[0]["memories"][0], now)


@dataclass(frozen=True, slots=True)
class Supersession:
    """One call to retire a memory in favour of another, or of nothing."""

    old_id: str
    old_tipo: Tipo
    motivo: str
    new_id: str | None


async def supersede(database: Database, call: Supersession, who: Principal, now: datetime) -> Accion:
    """Mark a memory as superseded; it stays readable. The same call again changes nothing.

    Raises:
        UnknownId: The old or the new memory is not there for this principal.
        Conflict: It already gave way to another memory, or the two would supersede each other.
    """
    if call.old_id == call.new_id:
        raise InvalidInput(
            f"viejo_id and nuevo_id are both {call.old_id!r}: a memory cannot supersede itself. Give the id of the newer one."
        )

    async def work(tx: Transaction) -> Accion:
        rows = await tx.run(
            "memory_lock", ids=[each for each in (call.old_id, call.new_id) if each], audiences=who.audiences
        )
        found = {row["id"]: row for row in rows}
        _require_supersedable(call, found)
        if found[call.old_id]["superseded_at"] is not None:
            return "nothing"
        await tx.run(
            "memory_supersede", old_id=call.old_id, new_id=call.new_id, motivo=call.motivo, agent=who.agent, now=now
        )
        return "superseded"

    return await database.write(work)


def _require_supersedable(call: Supersession, found: Mapping[str, Row]) -> None:
    old = found.get(call.old_id)
    if old is None or old["tipo"] != call.old_tipo:
        raise UnknownId(f"{call.old_tipo} (viejo_no_existe)", call.old_id, "recall")
    if call.new_id is None:
        return
    new = found.get(call.new_id)
    if new is None:
        raise UnknownId("memory (nuevo_no_existe)", call.new_id, "recall")
    if new["superseded_by"] == call.old_id:
        raise Conflict(
            f"{call.new_id!r} was itself superseded by {call.old_id!r}: two memories cannot supersede each other."
        )
    if old["superseded_at"] is not None and old["superseded_by"] != call.new_id:
        raise Conflict(
            f"{call.old_id!r} was already superseded by {old['superseded_by']!r} ({old['superseded_reason']}). Supersede that one instead."
        )


_visible = Visibility  # re-exported for the stores beside this one
