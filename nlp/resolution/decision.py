"""The values of resolution, and its two marks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from recuerdo.nlp.names import Name

LINK = 0.90
"""From here on two names are one entity."""
ASK = 0.75
"""From here to `LINK` somebody is asked; below it they are two."""
DOUBT = 0.80
"""The score of a doubt that no rule grades more finely."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A stored entity that a mention may name; names are parsed with its entity type."""

    id: str
    name: Name
    aliases: tuple[Name, ...] = ()
    entity_type: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one rule says about two names."""

    score: float
    """In [0, 1]; an order among reasons, not a probability."""
    rule: str
    why: str
    """A sentence without subject, e.g. "numbers differ: 101 and 110"."""
    needs_uniqueness: bool = False
    """Links only if no other candidate comes near."""
    holds_within_episode: bool = False
    """A doubt that is none if both names stand in one text."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Which entity a mention names.

    ``exact``, ``alias`` and ``similar`` link to ``entity_id``. ``nueva``: no candidate fits. ``ambigua``: one or more
    may fit; the caller makes a new entity and a merge doubt that names ``candidates``.
    """

    decision: Literal["exact", "alias", "similar", "nueva", "ambigua"]
    entity_id: str | None
    score: float
    why: str
    rule: str
    candidates: tuple[tuple[str, float, str], ...] = ()
    """(id, score, why), best first, at most five; those that were ruled out have score 0."""
    learn_alias: bool = False
    """The mention's spelling is a name of the entity from now on."""


def link(score: float, rule: str, why: str) -> Verdict:
    """A verdict that two names are one entity."""
    return Verdict(score, rule, why)


def link_if_unique(score: float, rule: str, why: str) -> Verdict:
    """A verdict that two names are one entity if no other candidate comes near."""
    return Verdict(score, rule, why, needs_uniqueness=True)


def ask(score: float, rule: str, why: str, *, within_episode: bool = False) -> Verdict:
    """A verdict that somebody should say."""
    return Verdict(score, rule, why, holds_within_episode=within_episode)


def new(rule: str, why: str) -> Verdict:
    """A verdict that two names are two entities."""
    return Verdict(0.0, rule, why)
