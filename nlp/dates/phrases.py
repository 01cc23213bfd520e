"""From matches to phrases: longest match, gluing, edges, ranges, open intervals. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from recuerdo.nlp.dates.calendar import Direction, third
from recuerdo.nlp.dates.combination import combine, span_of
from recuerdo.nlp.dates.direction import cues, direction_at
from recuerdo.nlp.dates.grammar import Grammar, Rule
from recuerdo.nlp.dates.readings import Match, Meaning, read
from recuerdo.nlp.language import Language

_LOOK_BACK = 40
"""Characters before a phrase in which its preposition is sought."""
_LONGEST_JOINT = 16


@dataclass(frozen=True, slots=True)
class Phrase:
    """A stretch of text and what it means; `why` names the steps that made it."""

    start: int
    end: int
    meaning: Meaning
    why: str
    bound: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """A text with all that stays the same while it is read."""

    text: str
    language: Language
    anchor: datetime
    grammar: Grammar
    unmarked: Direction | None = None
    """The direction of phrases whose sentence has no tensed verb."""

    def before(self, start: int) -> str:
        """Return the text just before a phrase."""
        return self.text[max(0, start - _LOOK_BACK) : start]


def phrases(on: Scene) -> list[Phrase]:
    """Return the phrases of a text in order, none overlapping."""
    found = _fold(list(_atoms(on)), lambda first, second: _glue(on, first, second))
    edged = [_edge(on, phrase) for phrase in found if not phrase.bound]
    ranged = _fold(edged, lambda first, second: _range(on, first, second))
    return [_open(on, phrase) for phrase in ranged]


def _atoms(on: Scene) -> Iterator[Phrase]:
    """Read the longest matches first; what overlaps one is dropped, also when it is no date (31 June, `one day`)."""
    found = [
        (rule, *_extent(rule, match), match)
        for rule in on.grammar.applicable(on.text)
        for match in rule.pattern.finditer(on.text)
    ]
    blocked: list[tuple[int, int]] = []
    taken: list[Phrase] = []
    for rule, start, end, match in sorted(found, key=lambda f: (f[1] - f[2], f[0].reading != "nothing", f[1])):
        if any(start < b and a < end for a, b in blocked):
            continue
        meaning = None if rule.reading == "nothing" else _read(on, rule, match, (start, end))
        if meaning:
            taken.append(Phrase(start, end, meaning, rule.reading.replace("_", " "), rule.bound))
        blocked.append((start, end))
    yield from sorted(taken, key=lambda phrase: phrase.start)


def _extent(rule: Rule, match: re.Match[str]) -> tuple[int, int]:
    return match.span("x") if rule.spanned else match.span()


def _read(on: Scene, rule: Rule, match: re.Match[str], span: tuple[int, int]) -> Meaning | None:
    direction = direction_at(on.text, span[0], span[1], cues(on.text, on.language))
    opened = on.grammar.joints["open"].search(on.before(span[0]))
    if opened and opened.groupdict().get("since") and direction is None:
        direction = "past"
    if on.grammar.joints["postponed"].search(on.before(span[0])):
        direction = "future"
    stated = {name: value for name, value in match.groupdict().items() if value is not None}
    return read(
        rule.reading, Match(stated, on.anchor, direction or on.unmarked, on.grammar.tables, on.grammar.day_first)
    )


def _fold(found: list[Phrase], join: Callable[[Phrase, Phrase], Phrase | None]) -> list[Phrase]:
    """Join neighbours from left to right, a joined one again with the next."""
    folded: list[Phrase] = []
    for phrase in found:
        joined = join(folded[-1], phrase) if folded else None
        if joined:
            folded[-1] = joined
        else:
            folded.append(phrase)
    return folded


def _between(on: Scene, first: Phrase, second: Phrase, joint: str) -> bool:
    gap = on.text[first.end : second.start]
    return len(gap) <= _LONGEST_JOINT and on.grammar.joints[joint].fullmatch(gap) is not None


def _glue(on: Scene, first: Phrase, second: Phrase) -> Phrase | None:
    """`Friday` + `at 4pm`, `June` + `last year`: two phrases that complete each other are one."""
    if not _between(on, first, second, "glue"):
        return None
    meaning = combine(first.meaning, second.meaning) or combine(second.meaning, first.meaning)
    return Phrase(first.start, second.end, meaning, f"{first.why} + {second.why}") if meaning else None


def _edge(on: Scene, phrase: Phrase) -> Phrase:
    """`late March`, `a mediados de noviembre`: a third of the period."""
    found = on.grammar.joints["edge"].search(on.before(phrase.start))
    interval = phrase.meaning.interval
    if (
        not found
        or phrase.meaning.kind != "date"
        or interval is None
        or interval.precision in ("day", "part", "hour", "minute", "instant")
    ):
        return phrase
    edge = on.grammar.tables["edges"][" ".join(found["edge"].lower().split())]
    meaning = replace(phrase.meaning, interval=third(interval, edge))
    return Phrase(phrase.start - len(found[0].lstrip()), phrase.end, meaning, f"{phrase.why}, {edge} third")


def _range(on: Scene, first: Phrase, second: Phrase) -> Phrase | None:
    """`from Monday to Thursday`, its last day included; `and` needs `between` before it."""
    prefix = on.grammar.joints["range_prefix"].search(on.before(first.start))
    if not _between(on, first, second, "connector" if prefix else "bare_connector"):
        return None
    meaning = span_of(first.meaning, second.meaning, on.anchor)
    start = first.start - len(prefix[0]) if prefix else first.start
    return Phrase(start, second.end, meaning, f"{first.why} to {second.why}") if meaning else None


def _open(on: Scene, phrase: Phrase) -> Phrase:
    """`since A` is [A, …), `after A` [end of A, …), `until A` […, end of A), `before A` […, A)."""
    interval = phrase.meaning.interval
    if phrase.meaning.kind != "date" or interval is None:
        return phrase
    found = on.grammar.joints["open"].search(on.before(phrase.start))
    after = on.grammar.joints["open_after"].search(on.text[phrase.end : phrase.end + _LOOK_BACK])
    if not found and not after:
        return phrase
    side = (found.lastgroup if found else None) or "since"
    opened = {
        "since": replace(interval, finish=None),
        "onwards": replace(interval, finish=None),
        "after": replace(interval, begin=interval.finish, finish=None),
        "until": replace(interval, begin=None),
        "before": replace(interval, begin=None, finish=interval.begin),
    }[side]
    meaning = replace(phrase.meaning, kind="open", interval=opened)
    start = phrase.start - len(found[0]) if found else phrase.start
    return Phrase(start, phrase.end + (len(after[0]) if after else 0), meaning, f"{phrase.why}, open ({side})")
