"""The score of each candidate: a sum of named parts (RECALL.md, "The default"). Pure.

Constants and gates stand in `Recipe`; a part that is 0 is left out of the receipt.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from recuerdo.graph.ranking.candidates import Candidate, Hit, LegScore, Ranked
from recuerdo.graph.ranking.lexical import lexical
from recuerdo.graph.ranking.question import Question, Role, Window
from recuerdo.graph.ranking.recipe import Recipe
from recuerdo.graph.ranking.words import stand_together

Roles = Mapping[Role, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that the parts look at beside the candidate itself.

    Attributes:
        lexical: Lexical part by id. entity: entity leg's score by id.
        top: Cosine of the best candidate, with the offset of another language.
        bilingual: The candidates are in both languages.
        speaker: Id of the one teller whom the question names, or None.
        window: The question's period, widened; None when it tells nothing here.
    """

    question: Question
    recipe: Recipe
    found: Mapping[str, Candidate]
    lexical: Mapping[str, float]
    entity: Mapping[str, float]
    top: float
    bilingual: bool
    speaker: str | None
    role: frozenset[str]
    window: Window | None


def rank(
    question: Question, candidates: Sequence[Candidate], hits: Sequence[Hit], roles: Roles, recipe: Recipe
) -> list[Ranked]:
    """Score every candidate and return them all, best first; equal scores go by id, newest first.

    Args:
        hits: Of all legs; those of candidates that are not there are ignored.
        roles: Names under which the user and the assistant tell things, casefolded.
    """
    if not candidates:
        return []
    scene = _scene(question, candidates, hits, roles, recipe)
    parts = {each.id: _parts(each, scene) for each in candidates}
    for id_, prior in _group_prior(candidates, parts).items():
        parts[id_]["group"] = recipe.group * prior
    legs = _legs(hits)
    ranked = [_ranked(each, parts[each.id], legs.get(each.id, {}), hits) for each in candidates]
    return sorted(sorted(ranked, key=lambda each: each.id, reverse=True), key=lambda each: -each.score)


def _ranked(
    candidate: Candidate, parts: Mapping[str, float], legs: Mapping[str, LegScore], hits: Sequence[Hit]
) -> Ranked:
    kept = {name: value for name, value in parts.items() if value}
    ways = [hit.via for hit in hits if hit.id == candidate.id and hit.via] or (
        [] if legs else ["beside a hit in its conversation"]
    )
    return Ranked(candidate.id, sum(kept.values()), candidate.tokens, legs, kept, tuple(ways), candidate.superseded_by)


def _legs(hits: Sequence[Hit]) -> dict[str, dict[str, LegScore]]:
    legs: dict[str, dict[str, LegScore]] = defaultdict(dict)
    for hit in hits:
        legs[hit.id][hit.leg] = LegScore(hit.rank, hit.score)
    return legs


# ── the scene ───────────────────────────────────────────────────────────────────────────────────────────────────


def _scene(
    question: Question, candidates: Sequence[Candidate], hits: Sequence[Hit], roles: Roles, recipe: Recipe
) -> Scene:
    found = {each.id: each for each in candidates}
    asked = question.asked
    bilingual = {"en", "es"} <= {each.language for each in candidates}
    tellers = [each.id for each in question.named if each.speaks]
    return Scene(
        question=question,
        recipe=recipe,
        found=found,
        lexical=lexical(asked, found, hits, _average_tokens(found, hits), recipe),
        entity={hit.id: hit.score for hit in hits if hit.leg == "entity"},
        top=max(each.cosine + _offset(each, asked.language, bilingual, recipe) for each in candidates),
        bilingual=bilingual,
        speaker=tellers[0] if len(tellers) == 1 else None,
        role=roles[asked.told_by] if asked.told_by else frozenset(),
        window=_window(asked.window, candidates, recipe),
    )


def _average_tokens(found: Mapping[str, Candidate], hits: Sequence[Hit]) -> float:
    """Estimate the length of an average text: what meaning finds is not chosen for its length, as lexical hits are."""
    lengths = [found[hit.id].tokens for hit in hits if hit.leg == "vector" and hit.id in found]
    return max(1.0, fmean(lengths)) if lengths else 15.0


def _offset(candidate: Candidate, language: str, bilingual: bool, recipe: Recipe) -> float:
    other = bilingual and {candidate.language, language} == {"en", "es"}
    return recipe.other_language if other else 0.0


def _window(window: Window | None, candidates: Sequence[Candidate], recipe: Recipe) -> Window | None:
    if window is None:
        return None
    wide = Window(window.begin - recipe.window_before, window.end + recipe.window_after)
    inside = sum(_within(each, wide) for each in candidates)
    return wide if 0 < inside <= recipe.window_share * len(candidates) else None


def _within(candidate: Candidate, window: Window) -> bool:
    return candidate.occurred_at is not None and window.begin <= candidate.occurred_at < window.end


# ── the parts of Y ──────────────────────────────────────────────────────────────────────────────────────────────


def _parts(candidate: Candidate, scene: Scene) -> dict[str, float]:
    recipe = scene.recipe
    return {name: getattr(recipe, name) * part(candidate, scene) for name, part in _PARTS.items()}


def _vector(each: Candidate, scene: Scene) -> float:
    cosine = each.cosine + _offset(each, scene.question.asked.language, scene.bilingual, scene.recipe)
    return max(0.0, 1 - (scene.top - cosine) / scene.recipe.vector_fall)


def _lexical(each: Candidate, scene: Scene) -> float:
    return scene.lexical.get(each.id, 0.0)


def _two_back(each: Candidate, scene: Scene) -> float:
    back = scene.found.get(each.two_back or "")
    short = scene.recipe.short_turn
    return scene.lexical.get(back.id, 0.0) if back and each.tokens <= short and back.tokens <= short else 0.0


def _told_by_named(each: Candidate, scene: Scene) -> float:
    return float(scene.speaker is not None and scene.speaker in each.told_by)


def _told_by_role(each: Candidate, scene: Scene) -> float:
    return float(not scene.role.isdisjoint(each.told_by))


def _in_window(each: Candidate, scene: Scene) -> float:
    return float(scene.window is not None and _within(each, scene.window))


def _when(each: Candidate, scene: Scene) -> float:
    asked = scene.question.asked
    talk = each.conversation is not None and each.tokens <= scene.recipe.short_turn
    return float(asked.asks_when and talk and each.language == asked.language and "time" in each.cues)


def _question(each: Candidate, scene: Scene) -> float:
    return float("question" in each.cues and each.tokens <= scene.recipe.short_question)


def _answer_type(each: Candidate, scene: Scene) -> float:
    talk = each.conversation is not None and each.tokens <= scene.recipe.short_answer
    return float(talk and scene.question.asked.answer_type in each.cues)


def _together(each: Candidate, scene: Scene) -> float:
    asked = scene.question.asked
    return float(each.id in scene.lexical and stand_together(asked.terms, each.text, asked.language))


def _entity(each: Candidate, scene: Scene) -> float:
    """Only facts and notes: in talk the names are in the words already, and more of them misleads."""
    return 0.0 if each.conversation is not None else scene.entity.get(each.id, 0.0)


_PARTS: Mapping[str, Callable[[Candidate, Scene], float]] = {
    "vector": _vector,
    "lexical": _lexical,
    "two_back": _two_back,
    "told_by_named": _told_by_named,
    "told_by_role": _told_by_role,
    "window": _in_window,
    "when": _when,
    "question": _question,
    "answer_type": _answer_type,
    "together": _together,
    "entity": _entity,
}


def _group_prior(candidates: Sequence[Candidate], parts: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """Return the best Y of each candidate's group, min-max over the groups; what belongs to no conversation is a group of its own."""
    group = {each.id: each.conversation or each.id for each in candidates}
    best: dict[str, float] = defaultdict(lambda: -1.0)
    for id_, name in group.items():
        best[name] = max(best[name], sum(parts[id_].values()))
    low, high = min(best.values()), max(best.values())
    span = high - low
    return {id_: (best[name] - low) / span if span else 1.0 for id_, name in group.items()}
