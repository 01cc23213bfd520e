"""The lexical part: Lucene's scores with another length rule, each text by one index, weighed by the words that were found."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from recuerdo.graph.ranking.candidates import Candidate, Hit
from recuerdo.graph.ranking.lucene import index_of
from recuerdo.graph.ranking.question import Asked
from recuerdo.graph.ranking.recipe import Recipe
from recuerdo.graph.ranking.words import share_held

_K1, _B = 1.2, 0.75
"""Lucene's own constants, which cannot be set."""


def length_correction(tokens: int, average: float, recipe: Recipe) -> float:
    """Return the factor that turns Lucene's BM25 into one that spares short texts (RECALL.md; exact for a single occurrence).

    Args:
        tokens: Words of the text.
        average: Words of an average text; > 0.
    """
    analysed = tokens * recipe.analysed_share
    rule = 1 + recipe.length_slope * max(0.0, analysed - recipe.length_from) / recipe.length_from
    return (1 + _K1 * (1 - _B + _B * tokens / average)) / (1 + _K1 * rule)


def lexical(
    asked: Asked, found: Mapping[str, Candidate], hits: Sequence[Hit], average: float, recipe: Recipe
) -> dict[str, float]:
    """Return the lexical part of each memory that full text found, in [0, 1].

    BM25 over the best of its index, times the share of the question's words that this best hit holds; a text counts in
    one index only, because scores of two cannot be compared.
    """
    by_index: dict[str, dict[str, float]] = defaultdict(dict)
    for hit in hits:
        if hit.id in found and hit.leg.startswith("memory_"):
            by_index[hit.leg][hit.id] = hit.score * length_correction(found[hit.id].tokens, average, recipe)
    parts: dict[str, float] = {}
    for index, scores in by_index.items():
        best = max(scores, key=lambda id_: scores[id_])
        scale = _coverage(asked, found[best]) / scores[best]
        counted = {id_: score * scale for id_, score in scores.items() if _counts(index, found[id_], asked)}
        parts.update(counted)
    return parts


def _coverage(asked: Asked, best: Candidate) -> float:
    language = best.language if asked.language == "und" else asked.language
    return 1.0 if asked.cjk else share_held(asked.terms, best.text, language)


def _counts(index: str, candidate: Candidate, asked: Asked) -> bool:
    cjk = any("\u3040" <= c <= "\u9fff" or "\uac00" <= c <= "\ud7a3" for c in candidate.text) if asked.cjk else False
    return index_of(candidate.language, asked, cjk) == index
