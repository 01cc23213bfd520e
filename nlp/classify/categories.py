"""The category of a note: strategy, assumption, failure or fact. Pure."""

from __future__ import annotations

import re
from typing import Literal

from recuerdo.nlp.classify import cues
from recuerdo.nlp.classify.channels import is_commit
from recuerdo.nlp.classify.cues import Cue, Spoken
from recuerdo.nlp.verbs import find_verbs

Category = Literal["fact", "assumption", "failure", "strategy"]


def categorise(text: str, language: Spoken | None, canal: str | None = None) -> tuple[Category, Cue | None]:
    """Return a note's category and the cue that says so; `fact` without one."""
    if language is None:
        form = cues.output_form(text)
        return ("failure", form) if form and form.label == "stack trace" else ("fact", None)
    if advice := strategy(text, language, canal):
        return "strategy", advice
    hedge, broken = cues.earliest(language, "hedge", text), failure(text, language)
    if hedge and hedge.label == "hearsay" and cues.first(language, "report", text):
        hedge = None
    if hedge and not (broken and _came_first(broken, hedge, text, language)):
        return "assumption", hedge
    return ("failure", broken) if broken else ("fact", None)


def strategy(text: str, language: Spoken, canal: str | None) -> Cue | None:
    """Return the cue of advice; a commit's `Use …` or `Avoid …` is no advice unless it is a rule."""
    found = cues.first(language, "strategy", text)
    if found and is_commit(canal) and found.label not in ("always", "rule word", "when … do"):
        return None
    return found


def failure(text: str, language: Spoken) -> Cue | None:
    """Return the cue of something that failed; `no errors` and `fixes the crash` are none."""
    calm = [match.span() for match in cues.pattern(language, "no_failure").finditer(text)]
    rest = text
    for start, end in calm:
        rest = rest[:start] + re.sub(r"\S", " ", rest[start:end]) + rest[end:]
    return cues.earliest(language, "failure", rest)


def _came_first(broken: Cue, hedge: Cue, text: str, language: Spoken) -> bool:
    """A failure that a verb tells, and that is guessed about afterwards, stays a failure."""
    return (
        broken.label != "error"
        and broken.start < hedge.start
        and any(verb.tense == "past" for verb in find_verbs(text, language))
    )
