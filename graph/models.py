"""What the memory holds, as plain values: one vocabulary on the wire, in the graph and in the code. No I/O.

The Spanish words are the domain's terms and have no English twin; the glossary in ARCHITECTURE.md defines each.
Times are aware datetimes in UTC; a span is half-open. Confidences and scores lie in [0, 1].
"""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer

Volatilidad = Literal["evento", "estado", "pendiente"]
Epistemico = Literal["medido", "reportado", "inferido"]
Modo = Literal["vivido", "conversado", "leido", "pensado"]
Tipo = Literal["episode", "fact", "note"]
Visibility = Literal["shared", "private"]
Estado = Literal["vigente", "superada", "caducada", "desvanecida", "en_duda"]
RelationEstado = Literal["CURRENT", "UNKNOWN", "CLOSED"]
Accion = Literal["created", "reinforced", "superseded", "merged", "nothing"]
Decision = Literal["exact", "alias", "similar", "nueva", "ambigua"]

CONFIDENCE_CEILING: dict[Epistemico, float] = {"medido": 1.0, "reportado": 0.8, "inferido": 0.7}


def utc(moment: datetime) -> datetime:
    """Return the moment in UTC; a naive one is read as UTC."""
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def iso(moment: datetime) -> str:
    """Return ISO-8601 with `Z`, milliseconds only where there are any."""
    text = utc(moment).isoformat(timespec="milliseconds" if moment.microsecond else "seconds")
    return text.replace("+00:00", "Z")


Moment = Annotated[datetime, AfterValidator(utc), PlainSerializer(iso, return_type=str, when_used="json")]
Score = Annotated[float, Field(ge=0.0, le=1.0)]


class Model(BaseModel):
    """Base of every value: unknown keys are a mistake of ours, not of a client."""

    model_config = ConfigDict(extra="forbid", frozen=True)


# ── who may see it ──────────────────────────────────────────────────────────────────────────────────────────────


def _token(prefix: str, *parts: str) -> str:
    digest = hashlib.sha256("\x1f".join(parts).encode()).digest()
    # Digits only: no analyzer stems or splits them, so the token works as a full-text filter in every index.
    return prefix + str(int.from_bytes(digest[:12], "big"))


class Principal(Model):
    """Who acts: one owner (the memory space) through one agent, as the credential says and nothing else."""

    owner: str
    agent: str
    transport: str = "stdio"
    can_read: frozenset[Visibility] = frozenset({"shared", "private"})
    can_write: frozenset[Visibility] = frozenset({"shared", "private"})
    users: frozenset[str] = frozenset()
    """Further names that a `user_id` argument may carry for this owner."""

    def audience(self, visibility: Visibility = "shared") -> str:
        """One alphanumeric token that names the owner, or owner and agent when private."""
        return _token("o", self.owner) if visibility == "shared" else _token("p", self.owner, self.agent)

    @property
    def audiences(self) -> list[str]:
        """Tokens of everything that this principal may read, shared first."""
        return [self.audience(each) for each in ("shared", "private") if each in self.can_read]


# ── how it is known ─────────────────────────────────────────────────────────────────────────────────────────────


class Named(Model):
    """A person or thing named by a client, not yet resolved."""

    nombre: str = Field(min_length=1)
    tipo: str = "person"


def _named(value: object) -> object:
    return {"nombre": value} if isinstance(value, str) else value


def _named_list(value: object) -> object:
    if value is None:
        return []
    return [_named(each) for each in value] if isinstance(value, list | tuple) else [_named(value)]


class Fuente(BaseModel):
    """How one came to know it; every key is optional and extra keys are kept."""

    model_config = ConfigDict(extra="allow", frozen=True)

    modo: Modo | None = Field(
        None, description="vivido: I did or said it. conversado: told directly. leido: read. pensado: concluded."
    )
    de: Annotated[Named | None, BeforeValidator(_named)] = Field(
        None, description="Who said it: a name or {nombre, tipo}."
    )
    con: Annotated[list[Named], BeforeValidator(_named_list)] = Field(
        default_factory=list, description="Who was there, if not the owner."
    )
    para: Annotated[list[Named], BeforeValidator(_named_list)] = Field(default_factory=list, description="For whom.")
    canal: str | None = Field(None, description="Channel inside the agent, such as whatsapp.")
    donde: str | None = Field(None, description="Repository, project, file or URL.")
    hilo: str | None = Field(None, description="Conversation or session that it belongs to.")


# ── what is stored ──────────────────────────────────────────────────────────────────────────────────────────────


class SupersededBy(Model):
    """Why a memory no longer holds."""

    id: str | None
    motivo: str
    at: Moment
    por: str


class EntityRef(Model):
    """An entity as a memory mentions it."""

    id: str
    name: str
    entity_type: str
    role: str


class Memory(Model):
    """An episode, fact or note, as every tool shows it."""

    id: str
    tipo: Tipo
    texto: str
    event_type: str | None = None
    subject_id: str | None = None
    predicate: str | None = None
    value: str | None = None
    value_entity_id: str | None = None
    category: str | None = None
    importance: float | None = None
    strength: float | None = None
    entities: list[EntityRef] = Field(default_factory=list)
    occurred_at: Moment | None = None
    valid_from: Moment | None = None
    valid_until: Moment | None = None
    precision: str | None = None
    recorded_at: Moment
    volatilidad: Volatilidad
    epistemico: Epistemico
    confidence: float
    confidence_now: float
    fuente: Fuente
    via_agent: str
    procedencia: str
    visibility: Visibility
    estado: Estado
    superseded_por: SupersededBy | None = None
    expires_at: Moment | None = None
    affirmations: int = 1
    context: dict[str, Any] = Field(default_factory=dict)


class Entity(Model):
    """A person, place, organisation, project or thing that memories are about."""

    id: str
    name: str
    entity_type: str
    aliases: list[str] = Field(default_factory=list)
    attributes: dict[str, Any] = Field(default_factory=dict)
    version: int = 1
    epistemico: Epistemico = "inferido"
    created_at: Moment
    updated_at: Moment
    merged_into: str | None = None


class Evidence(Model):
    """What a relation rests on."""

    ref: str
    kind: str
    at: Moment
    original_predicate: str | None = None


class Relation(Model):
    """A typed edge between two entities."""

    id: str
    source_entity_id: str
    target_entity_id: str
    relation_type: str
    estado: RelationEstado
    valid_from: Moment | None = None
    valid_until: Moment | None = None
    weight: float = 1.0
    causal_probability: float = 0.0
    evidence: list[Evidence] = Field(default_factory=list)
