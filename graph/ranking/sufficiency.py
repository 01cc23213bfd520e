"""Whether an answer is one, and if not, what came close and why it was cut. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from recuerdo.graph.models import iso
from recuerdo.graph.ranking.candidates import Candidate, Near, Ranked
from recuerdo.graph.ranking.question import Question, RecallFilters
from recuerdo.graph.ranking.recipe import Recipe
from recuerdo.graph.ranking.words import share_held


def coverage(question: Question, candidate: Candidate) -> float:
    """Return the share of the question's words that a text holds, the teller's names among them counted as held."""
    asked = question.asked
    told = {word for each in question.named if each.id in candidate.told_by for word in each.name.casefold().split()}
    terms = [term for term in asked.terms if term.word.removesuffix("'s") not in told]
    language = candidate.language if asked.language == "und" else asked.language
    return share_held(terms, candidate.text, language) if terms else 1.0


def is_enough(question: Question, best: Sequence[Candidate], recipe: Recipe) -> bool:
    """Whether one of the best hits means what is asked, or holds enough of its words and means something near."""
    return any(
        each.cosine >= recipe.enough_cosine
        or (each.cosine >= recipe.weak_cosine and coverage(question, each) >= recipe.enough_coverage)
        for each in best
    )


def weak(question: Question, best: Sequence[Candidate], recipe: Recipe) -> tuple[Near, ...]:
    """Say of each hit why it is no answer."""
    return tuple(
        Near(
            each.id,
            f"holds {coverage(question, each):.0%} of the question's words (of {recipe.enough_coverage:.0%} asked for), "
            f"and its meaning is {each.cosine:.2f} near (of {recipe.enough_cosine:.2f})",
        )
        for each in best
    )


def cut_by(row: Mapping[str, Any], filters: RecallFilters, now: datetime) -> str:
    """Say which filter leaves a memory out.

    Args:
        row: Of the query `recall_cut`.
    """
    moment = filters.as_of or filters.known_at or now
    reasons = {
        f"is of the kind {row['tipo']}": bool(filters.kinds) and row["tipo"] not in filters.kinds,
        f"is {row['event_type'] or 'no event'}": bool(filters.event_types)
        and row["event_type"] not in filters.event_types,
        f"is {row['epistemico']}": bool(filters.epistemico) and row["epistemico"] not in filters.epistemico,
        f"is {row['volatilidad']}": bool(filters.volatilidad) and row["volatilidad"] not in filters.volatilidad,
        f"has confidence {row['confidence']:g}": row["confidence"] < filters.min_confidence,
        f"happened on {iso(row['occurred_at'])}": _outside(row["occurred_at"], filters),
        f"was recorded on {iso(row['recorded_at'])}": filters.known_at is not None
        and row["recorded_at"] > filters.known_at,
        "had ended by then": filters.as_of is not None and _past(row["valid_until"], filters.as_of),
        "has expired": not filters.include_expired and _past(row["expires_at"], moment),
        "was superseded": not filters.include_superseded and row["superseded_at"] is not None,
    }
    return ", ".join(reason for reason, holds in reasons.items() if holds) or "is not about the entities asked for"


def _outside(at: datetime, filters: RecallFilters) -> bool:
    late = [bound for bound in (filters.as_of,) if bound is not None and at > bound]
    return (
        bool(late)
        or (filters.desde is not None and at < filters.desde)
        or (filters.hasta is not None and at >= filters.hasta)
    )


def _past(moment: datetime | None, now: datetime) -> bool:
    return moment is not None and moment <= now


def top(ranked: Sequence[Ranked], found: Mapping[str, Candidate], count: int = 3) -> list[Candidate]:
    """Return the candidates of the first `count` places."""
    return [found[each.id] for each in ranked[:count]]
