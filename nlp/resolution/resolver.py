"""A mention among candidates: the best verdict, unless another comes too near."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from recuerdo.nlp.names import Name
from recuerdo.nlp.resolution.decision import ASK, DOUBT, LINK, Candidate, Decision, Verdict
from recuerdo.nlp.resolution.pairs import compare
from recuerdo.nlp.resolution.references import resolve_reference

_NEAR = 0.16
"""A candidate this close to a link that needs uniqueness contests it."""
_TIE = 0.02
"""Two links this close are two answers."""
_MOST_SHOWN = 5
_EXACT = frozenset({"identical", "key", "umlaut", "path", "address", "e-mail"})
_ALIAS = frozenset({"alias", "known"})


class Judged(NamedTuple):
    """A candidate with its verdict."""

    verdict: Verdict
    in_episode: bool
    id: str
    name: str


def resolve(mention: Name, candidates: Sequence[Candidate], *, same_episode: frozenset[str] = frozenset()) -> Decision:
    """Decide which candidate a mention names, if any.

    Pure; the order of the candidates does not matter. Never raises.

    Args:
        mention: The parsed mention.
        candidates: Entities of the same owner found under the mention's `lookup_keys`, and whatever else was fetched.
        same_episode: Ids of the candidates that the same text or conversation named before.

    Returns:
        A link at 0.90 or more; ``ambigua`` between 0.75 and 0.90, and where two candidates fit equally; else ``nueva``.
    """
    if found := resolve_reference(mention, candidates, same_episode):
        return found
    judged = sorted(
        (_judge(mention, candidate, candidate.id in same_episode) for candidate in candidates),
        key=lambda one: (-one.verdict.score, not one.in_episode, one.id),
    )
    return _choose(judged)


def _judge(mention: Name, candidate: Candidate, in_episode: bool) -> Judged:
    verdict = _compare_with_aliases(mention, candidate)
    if in_episode and verdict.holds_within_episode and ASK <= verdict.score < LINK:
        verdict = replace(verdict, score=LINK, needs_uniqueness=True, why=f"{verdict.why}; named in the same text")
    return Judged(verdict, in_episode, candidate.id, candidate.name.text)


def _compare_with_aliases(mention: Name, candidate: Candidate) -> Verdict:
    """The verdict on the name, unless an alias links for certain."""
    verdict = compare(mention, candidate.name)
    is_settled = verdict.rule == "type" or (verdict.score >= LINK and not verdict.needs_uniqueness)
    for alias in () if is_settled else candidate.aliases:
        by_alias = compare(mention, alias)
        if by_alias.score < LINK or by_alias.needs_uniqueness or by_alias.score <= verdict.score:
            continue
        verdict = replace(by_alias, rule="alias", why=f"known as {alias.text}: {by_alias.why}")
    return verdict


def _choose(judged: Sequence[Judged]) -> Decision:
    shown = tuple((one.id, one.verdict.score, one.verdict.why) for one in judged[:_MOST_SHOWN])
    if not judged or judged[0].verdict.score < ASK:
        return Decision("nueva", None, 0.0, _why_new(judged), judged[0].verdict.rule if judged else "none", shown)
    best = judged[0]
    if best.verdict.score < LINK:
        why = f"may be {best.name}: {best.verdict.why}"
        return Decision("ambigua", None, best.verdict.score, why, best.verdict.rule, shown)
    if rivals := _rivals(best, judged[1:]):
        names = ", ".join(f"{one.name} ({one.id})" for one in (best, *rivals))
        return Decision("ambigua", None, DOUBT, f"several fit: {names}", "uniqueness", shown)
    why = f"{best.name}: {best.verdict.why}"
    learn = best.verdict.rule not in {"identical", "generic"}
    return Decision(_kind(best.verdict), best.id, best.verdict.score, why, best.verdict.rule, shown, learn)


def _rivals(best: Judged, others: Iterable[Judged]) -> list[Judged]:
    """The candidates that contest the best: what the same text named before takes precedence over the rest."""
    margin = _NEAR if best.verdict.needs_uniqueness else _TIE
    contested = [one for one in others if one.in_episode or not best.in_episode]
    return [one for one in contested if one.verdict.score >= ASK and best.verdict.score - one.verdict.score <= margin]


def _kind(verdict: Verdict) -> Literal["exact", "alias", "similar"]:
    if verdict.rule in _EXACT:
        return "exact"
    return "alias" if verdict.rule in _ALIAS else "similar"


def _why_new(judged: Sequence[Judged]) -> str:
    if not judged:
        return "no stored entity has a name like it"
    return f"nothing fits; nearest is {judged[0].name}: {judged[0].verdict.why}"
