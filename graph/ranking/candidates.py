"""Candidates of a question as plain values, and what comes out of the ranking."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Hit:
    """One leg's hit; `score` is the leg's own, `rank` counts from 1, `via` is its path in words."""

    leg: str
    id: str
    rank: int
    score: float
    via: str | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """What the score looks at in one memory.

    Attributes:
        tokens: Words of the text.
        conversation: Key of the conversation, None for notes, facts and documents.
        told_by: Ids and names (casefolded) of who told it.
        two_back: Id of the turn two NEXT before it.
        superseded_by: Id of what replaced it, as far as that was known at `known_at`.
        cosine: To the question's vector, in [-1, 1].
    """

    id: str
    tipo: str
    text: str
    language: str
    tokens: int
    cues: frozenset[str]
    conversation: str | None
    occurred_at: datetime | None
    told_by: frozenset[str]
    two_back: str | None
    superseded_by: str | None
    cosine: float


@dataclass(frozen=True, slots=True)
class LegScore:
    """A memory's place in one leg: rank from 1, and the leg's own score."""

    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class Ranked:
    """One memory of an answer with its receipt.

    Attributes:
        score: Sum of `parts`; 0 to about 3, comparable within one answer only.
        legs: Where it was found; empty for a neighbour of a hit.
        parts: Each summand of the score by its name in `Recipe`.
        path: How the graph led to it, in words.
    """

    id: str
    score: float
    tokens: int
    legs: Mapping[str, LegScore]
    parts: Mapping[str, float]
    path: tuple[str, ...] = ()
    superseded_by: str | None = None


@dataclass(frozen=True, slots=True)
class Near:
    """What came close to an answer, and why it is none."""

    id: str
    por_que_no: str


@dataclass(frozen=True, slots=True)
class Ranking:
    """An answer: best first, cut to what was asked for.

    Attributes:
        total: Memories that were ranked, before the cut.
        suficiente: False = what was asked is not in memory, as far as one can see.
        cercanos: What came closest, when `suficiente` is False.
    """

    items: tuple[Ranked, ...] = ()
    total: int = 0
    suficiente: bool = False
    cercanos: tuple[Near, ...] = field(default_factory=tuple)
