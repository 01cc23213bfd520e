"""What may stand above what: a memory never stands above the one that replaced it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from recuerdo.graph.ranking.candidates import Ranked


def put_truth_first(ranked: Sequence[Ranked]) -> list[Ranked]:
    """Move what replaced a memory up to just above it, however long the chain; everything else keeps its order."""
    by_id = {each.id: each for each in ranked}
    placed: dict[str, Ranked] = {}
    for each in ranked:
        for current in reversed(_chain(each, by_id)):
            placed.setdefault(current.id, current)
    return list(placed.values())


def _chain(each: Ranked, by_id: dict[str, Ranked]) -> list[Ranked]:
    """Return the memory, what replaced it, what replaced that …; a circle ends where it closes."""
    chain: dict[str, Ranked] = {}
    current: Ranked | None = each
    while current is not None and current.id not in chain:
        chain[current.id] = current
        current = by_id.get(current.superseded_by or "")
    return list(chain.values())


def fill(ranked: Iterable[Ranked], budget: int | None) -> list[Ranked]:
    """Return what fits into a budget of words, best first; what is too long is left out whole, never cut."""
    kept, left = [], budget
    for each in ranked:
        if left is not None and each.tokens > left:
            continue
        kept.append(each)
        left = None if left is None else left - each.tokens
    return kept
