"""How a text becomes a memory to be stored: what kind it is, how sure, how long it lasts, and its vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, get_args

from recuerdo.graph.errors import InvalidInput
from recuerdo.graph.ids import new_id
from recuerdo.graph.models import CONFIDENCE_CEILING, Epistemico, Fuente, Principal, Visibility, Volatilidad
from recuerdo.graph.store.episodes import Previous
from recuerdo.graph.store.memories import NewMemory, Piece
from recuerdo.nlp import embedding
from recuerdo.nlp.pipeline import Reading
from recuerdo.server import times
from recuerdo.server.runtime import Call

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_CHARACTERS = 200_000
"""Of one text; a longer one is a document and is given in parts."""
LONG_TEXT = 1200
"""Characters above which the pieces carry the vectors instead of the whole."""
LONG_PIECE = 500
"""Characters of a piece of a long text (RECALL)."""
SHORT_TURN_WORDS = 60
"""RECALL: only short turns are embedded together with what was said before."""


@dataclass(frozen=True, slots=True)
class Stated:
    """What the client said of a memory, besides its text; None where it said nothing."""

    fuente: Fuente
    volatilidad: str | None = None
    epistemico: str | None = None
    occurred_at: str | None = None
    confidence: float | None = None
    visibility: Visibility = "shared"


@dataclass(frozen=True, slots=True)
class Dated:
    """When it happened or held, how exactly that is known, and what there is to say about it."""

    at: datetime
    precision: str
    inferred: tuple[str, ...]
    notices: tuple[str, ...]


def require_text(name: str, text: str) -> str:
    """Return the text, or say why it is none.

    Raises:
        InvalidInput: It is empty, or longer than `MOST_CHARACTERS`.
    """
    if not text.strip():
        raise InvalidInput(f"{name} is empty: expected the text to remember.")
    if len(text) > MOST_CHARACTERS:
        raise InvalidInput(f"{name} has {len(text)} characters: expected at most {MOST_CHARACTERS}. Store it in parts.")
    return text


def require_writable(who: Principal, visibility: Visibility) -> None:
    """Refuse what the credential may not write.

    Raises:
        InvalidInput: It lacks the right.
    """
    if visibility not in who.can_write:
        raise InvalidInput(
            f"This key may write {sorted(who.can_write) or 'nothing'}, not {visibility!r}. Use another key."
        )


def dated(stated: Stated, now: datetime) -> Dated:
    """Return when it happened: as stated, else now."""
    if stated.occurred_at is None:
        return Dated(now, "instant", ("occurred_at",), ())
    time = times.parse("occurred_at", stated.occurred_at)
    notices = (f"occurred_at {stated.occurred_at!r} has no time zone and was read as UTC.",) if time.naive else ()
    return Dated(time.at, time.precision, (), notices)


def dated_by_text(when: Dated, reading: Reading) -> Dated:
    """Return the one past date that the text names, where the client gave none; else what there was."""
    spans = [span for span in reading.dates if span.kind == "date" and span.begin is not None]
    if "occurred_at" not in when.inferred or len(spans) != 1 or spans[0].ambiguous:
        return when
    begin, precision = spans[0].begin, spans[0].precision
    if begin is None or precision is None or begin >= when.at or reading.classification.volatilidad != "evento":
        return when
    return Dated(
        begin,
        str(precision),
        when.inferred,
        (*when.notices, f"Dated {begin.date()} ({precision}) by its own words {spans[0].text!r}."),
    )


@dataclass(frozen=True, slots=True)
class Kind:
    """`volatilidad` and `epistemico` with the names of those that were inferred."""

    volatilidad: Volatilidad
    epistemico: Epistemico
    inferred: tuple[str, ...]


def kind(stated: Stated, reading: Reading) -> Kind:
    """Take what the client gave if it is in the lists, else what the text itself shows."""
    found = reading.classification
    given_v, given_e = stated.volatilidad, stated.epistemico
    inferred = [
        name
        for name, value, values in (
            ("volatilidad", given_v, get_args(Volatilidad)),
            ("epistemico", given_e, get_args(Epistemico)),
        )
        if value not in values
    ]
    return Kind(
        given_v if given_v in get_args(Volatilidad) else found.volatilidad,  # type: ignore[arg-type]
        given_e if given_e in get_args(Epistemico) else found.epistemico,  # type: ignore[arg-type]
        tuple(inferred),
    )


def _words(text: str) -> int:
    return len(text.split())


def passage(text: str, before: Previous | None) -> str:
    """Return what is embedded: a short turn of a conversation together with the turn before it (RECALL.md)."""
    if before is None or _words(text) > SHORT_TURN_WORDS or _words(before.text) > SHORT_TURN_WORDS:
        return text
    return f"{before.text} {text}"


def passages(text: str, before: Previous | None) -> list[str]:
    """Return everything of one memory that is embedded: one passage, or the pieces of a long text."""
    if len(text) <= LONG_TEXT:
        return [passage(text, before)]
    return [text[cut.start : cut.end] for cut in _cuts(text)]


def _cuts(text: str) -> list[embedding.Piece]:
    """Return the stretches of a text that have a vector each; a short one is a single stretch."""
    return embedding.pieces(text, LONG_PIECE if len(text) > LONG_TEXT else len(text))


def lists(vectors: NDArray[Any]) -> list[list[float]]:
    """Return vectors as the database takes them."""
    return [[float(x) for x in vector] for vector in vectors]


@dataclass(frozen=True, slots=True)
class Known:
    """How a fact is known, and how surely before the ceiling."""

    epistemico: Epistemico
    confidence: float


@dataclass(frozen=True, slots=True)
class Draft:
    """A memory without its vectors."""

    reading: Reading
    stated: Stated
    kind: Kind
    when: Dated
    context: dict[str, Any]
    id: str

    @classmethod
    def of(cls, reading: Reading, stated: Stated, when: Dated, context: dict[str, Any]) -> Draft:
        """Begin a memory of a text."""
        return cls(reading, stated, kind(stated, reading), when, context, new_id())

    def memory(self, call: Call, vectors: Sequence[list[float]]) -> NewMemory:
        """Complete it; `vectors` belong to `passages` of the same text."""
        cuts = zip(_cuts(self.reading.text), vectors, strict=True)
        return self._with_pieces(call, tuple(Piece(cut.start, cut.end, vector) for cut, vector in cuts))

    def _with_pieces(self, call: Call, cut: tuple[Piece, ...]) -> NewMemory:
        ceiling = CONFIDENCE_CEILING[self.kind.epistemico]
        return NewMemory(
            id=self.id,
            text=self.reading.text,
            language=self.reading.language,
            cjk=self.reading.cjk,
            tokens=self.reading.tokens,
            cues=tuple(sorted(self.reading.cues)),
            volatilidad=self.kind.volatilidad,
            epistemico=self.kind.epistemico,
            confidence=ceiling if self.stated.confidence is None else self.stated.confidence,
            fuente=self.stated.fuente,
            visibility=self.stated.visibility,
            precision=self.when.precision,
            expires_at=self._expires_at(call),
            context=self.context,
            pieces=cut,
            embedder=str(call.opened.embedder.embedder.fingerprint),
        )

    def fact_memory(self, call: Call, text: str, known: Known, vector: list[float]) -> NewMemory:
        """Complete a fact that was read from the text: it lasts as a state does, and is as sure as its reading."""
        return replace(
            self._with_pieces(call, (Piece(0, len(text), vector),)),
            text=text,
            tokens=len(text.split()),
            cues=(),
            volatilidad="estado",
            epistemico=known.epistemico,
            confidence=min(known.confidence, CONFIDENCE_CEILING[known.epistemico]),
            expires_at=None,
        )

    def _expires_at(self, call: Call) -> datetime | None:
        if self.kind.volatilidad != "pendiente":
            return None
        return call.now + timedelta(days=call.settings.pendiente_days)
