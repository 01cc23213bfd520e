"""Retrieval metrics, spelled out. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from statistics import fmean


@dataclass(frozen=True, slots=True)
class Ranked:
    """One question's answer: ids, best first, and the ids that are right (never empty)."""

    found: Sequence[str]
    gold: Collection[str]


def any_at(k: int, answers: Sequence[Ranked]) -> float:
    """Return the share of questions with at least one right id among the first k, in percent."""
    return 100 * fmean(any(id_ in each.gold for id_ in each.found[:k]) for each in answers)


def all_at(k: int, answers: Sequence[Ranked]) -> float:
    """Return the share of questions with every right id among the first k, in percent."""
    return 100 * fmean(set(each.gold) <= set(each.found[:k]) for each in answers)


def frac_at(k: int, answers: Sequence[Ranked]) -> float:
    """Return the mean share of the right ids that are among the first k (recall at k), in percent."""
    return 100 * fmean(len(set(each.gold) & set(each.found[:k])) / len(set(each.gold)) for each in answers)


def mrr(answers: Sequence[Ranked]) -> float:
    """Return the mean reciprocal rank of the first right id, 0 where none was found, in percent."""
    ranks = (next((n for n, id_ in enumerate(each.found, 1) if id_ in each.gold), None) for each in answers)
    return 100 * fmean(0.0 if rank is None else 1 / rank for rank in ranks)


def summary(answers: Sequence[Ranked]) -> dict[str, float]:
    """Return all figures of one run, rounded to one decimal; `n` is the number of questions."""
    figures = {f"any@{k}": any_at(k, answers) for k in (1, 5, 10)}
    figures |= {"all@5": all_at(5, answers), "frac@5": frac_at(5, answers), "MRR": mrr(answers)}
    return {"n": float(len(answers)), **{name: round(value, 1) for name, value in figures.items()}}


def percentile(share: float, values: Sequence[float]) -> float:
    """Return the value below which `share` (0–1) of the values lie: nearest rank, the values need not be sorted."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def latency(seconds: Sequence[float]) -> dict[str, float]:
    """Return p50 and p95 in milliseconds."""
    return {"p50_ms": round(1000 * percentile(0.5, seconds), 1), "p95_ms": round(1000 * percentile(0.95, seconds), 1)}
