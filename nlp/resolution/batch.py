"""The mentions of one text, resolved against the store and against each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from recuerdo.nlp.names import Name, is_nameable
from recuerdo.nlp.resolution.decision import Candidate, Decision
from recuerdo.nlp.resolution.resolver import resolve


def resolve_batch(
    mentions: Sequence[Name], candidates: Sequence[Candidate], *, same_episode: frozenset[str] = frozenset()
) -> list[Decision]:
    """Resolve the mentions of one text in their order.

    A mention that names nothing stored becomes a candidate for those after it, under a provisional id ``new:1``,
    ``new:2`` …, which all decisions about it carry in ``entity_id`` (for ``ambigua`` as well: the caller makes an
    entity and a doubt). A mention that can not name anything and refers to nothing keeps ``entity_id`` None.

    Args:
        mentions: Parsed mentions in text order.
        candidates: Stored entities found for any of them.
        same_episode: Ids that the same conversation named before.
    """
    known, named, decisions = list(candidates), set(same_episode), []
    for mention in mentions:
        decision = resolve(mention, known, same_episode=frozenset(named))
        if decision.entity_id is None and is_nameable(mention.text):
            decision = _with_provisional_id(decision, len(known) - len(candidates) + 1)
            known.append(Candidate(str(decision.entity_id), mention, entity_type=mention.entity_type))
        if decision.entity_id:
            named.add(decision.entity_id)
        decisions.append(decision)
    return decisions


def _with_provisional_id(decision: Decision, number: int) -> Decision:
    return replace(decision, entity_id=f"new:{number}")
