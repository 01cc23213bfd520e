"""What a name names: by titles, lists and legal forms in it, else by the words around it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from recuerdo.nlp.mentions.line import Line, Word
from recuerdo.nlp.mentions.models import EntityType
from recuerdo.nlp.mentions.tables import Words

Typed = tuple[EntityType, bool]
"""A type, and whether it is certain."""

_LAST_WORDS: tuple[tuple[str, EntityType], ...] = (
    ("project_words", "project"), ("service_words", "service"), ("team_words", "org"),
    ("org_words", "org"), ("event_words", "event"), ("place_words", "place"),
)  # fmt: skip
_FIRST_WORDS: tuple[tuple[str, EntityType], ...] = (
    ("project_words", "project"), ("service_words", "service"), ("team_words", "org"), ("room_words", "place"),
    ("place_heads", "place"), ("event_words", "event"), ("org_words", "org"),
)  # fmt: skip
_BESIDE = _FIRST_WORDS[:3]
"""Words that type a name also from outside it: "the Atlas project", "el servicio Atlas"."""

DESIGNATORS = tuple(name for name, _ in _FIRST_WORDS)

_APPOSITION_WORDS = 4
_CLAN = re.compile(r"^(?:O['’]|Mc|Mac)[A-Z]")


def type_of(run: Sequence[Word], line: Line) -> Typed | None:
    """Return type and certainty of a name, None when neither it nor its surroundings tell."""
    by_name = _by_name(run, line)
    if by_name is not None:
        return by_name
    if any(word.is_number for word in run):
        return "product", False
    return _by_neighbours(run, line)


def _by_name(run: Sequence[Word], line: Line) -> Typed | None:
    words, first = line.words, run[0].lower
    if len(run) > 1 and words.has(first, "titles") and not words.has(first, "place_heads"):
        return "person", True
    listed = _listed(line.text[run[0].start : run[-1].end], run, words)
    if listed is not None:
        return listed, True
    if _CLAN.match(run[0].text):
        return "person", len(run) > 1
    if words.has(first, "given_names") and not run[-1].is_number:
        return "person", len(run) > 1 or not words.has(first, "ambiguous_names")
    return None


def _listed(surface: str, run: Sequence[Word], words: Words) -> EntityType | None:
    known = words.known.get(surface.lower())
    if known is None and run[-1].is_number:
        known = words.known.get(surface[: run[-1].start - run[0].start].strip().lower())
    return known or (_by_designator(run, words) if len(run) > 1 else None)


def _by_designator(run: Sequence[Word], words: Words) -> EntityType | None:
    first, last = run[0].lower, run[-1].lower
    by_last = next((entity_type for name, entity_type in _LAST_WORDS if words.has(last, name)), None)
    by_first = next((entity_type for name, entity_type in _FIRST_WORDS if words.has(first, name)), None)
    return by_last or by_first


def _by_neighbours(run: Sequence[Word], line: Line) -> Typed | None:
    previous, following = line.adjacent(run[0], -1), line.adjacent(run[-1], 1)
    beside = (
        entity_type for name, entity_type in _BESIDE for word in (previous, following) if line.words.has(word, name)
    )
    designated = next(beside, None)
    if designated is not None:
        return designated, True
    if _is_apposed(run[-1], line):
        return "person", True
    before = line.neighbour(run[0], -2)
    return _by_cue(before.lower if before is not None else "", previous, following, line.words)


def _is_apposed(last: Word, line: Line) -> bool:
    """Whether a description of a person follows: "Karis Tornau, the volunteer coordinator, …"."""
    if not line.text.startswith(", ", last.end):
        return False
    following = [line.neighbour(last, step) for step in range(2, _APPOSITION_WORDS + 1)]
    return any(word is not None and line.words.has(word.lower, "person_cues_certain") for word in following)


def _by_cue(earlier: str, previous: str, following: str, words: Words) -> Typed | None:
    cues: tuple[tuple[bool, Typed], ...] = (
        (words.has(previous, "person_cues_certain"), ("person", True)),
        (words.has(previous, "place_heads"), ("place", True)),
        (words.has(earlier, "work_verbs") and words.has(previous, "org_cues"), ("org", True)),
        (words.has(earlier, "live_verbs") and words.has(previous, "place_cues"), ("place", True)),
        (words.has(following, "person_verbs"), ("person", False)),
        (words.has(previous, "product_verbs"), ("product", False)),
        (words.has(previous, "in_words"), ("place", False)),
    )
    return next((typed for applies, typed in cues if applies), None)
