"""A question to the memory, as the legs and the scores look at it: what its words say, and what was found for them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from recuerdo.graph.models import Principal

AnswerType = Literal["person", "place", "number", "reason", "quoted"]
Role = Literal["user", "assistant"]


@dataclass(frozen=True, slots=True)
class Term:
    """A content word of the question and its irregular forms, lower case."""

    word: str
    variants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Window:
    """A period that the question names, half-open, UTC."""

    begin: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class Asked:
    """What the words of a question say, without any look at the store.

    Attributes:
        language: `en`, `es` or `und`.
        terms: Content words in order; question words, auxiliaries and pronouns are gone.
        asks_when: The answer is a time.
        told_by: Who must have said it: "my …" the user, "did you recommend …" the assistant.
        answer_type: The cue that a text holds which answers it.
    """

    text: str
    language: str
    cjk: bool
    terms: tuple[Term, ...]
    window: Window | None = None
    asks_when: bool = False
    told_by: Role | None = None
    answer_type: AnswerType | None = None


@dataclass(frozen=True, slots=True)
class NamedEntity:
    """An entity that the question names; `speaks`: memories were told by it."""

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    speaks: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A question ready for the legs.

    Attributes:
        vector: Of the question without the names of people who tell memories (`bare_text`), a unit vector.
        named: Entities that it names.
    """

    asked: Asked
    vector: list[float]
    named: tuple[NamedEntity, ...] = ()


@dataclass(frozen=True, slots=True)
class RecallFilters:
    """What may be an answer; None or an empty tuple = anything.

    Attributes:
        desde: First moment at which it may have happened; `hasta` the first moment after.
        as_of: Only what held then (valid axis). known_at: Only what had been recorded by then (recorded axis).
        token_budget: Words that the answer may have in all; items are left out, never cut.
    """

    kinds: tuple[str, ...] = ()
    entity_ids: tuple[str, ...] = ()
    event_types: tuple[str, ...] = ()
    epistemico: tuple[str, ...] = ()
    volatilidad: tuple[str, ...] = ()
    desde: datetime | None = None
    hasta: datetime | None = None
    as_of: datetime | None = None
    known_at: datetime | None = None
    min_confidence: float = 0.0
    include_superseded: bool = True
    include_expired: bool = False
    limit: int = 10
    offset: int = 0
    token_budget: int | None = None


def role_names(who: Principal) -> dict[Role, frozenset[str]]:
    """Return the names under which the user and the assistant tell things, casefolded."""
    return {
        "user": frozenset({"user", "usuario", "usuaria", "human", who.owner.casefold()}),
        "assistant": frozenset({"assistant", "asistente", "ai", "agent", who.agent.casefold()}),
    }
