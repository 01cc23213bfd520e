"""Whether something happened, is so, or is still to be done: `evento`, `estado`, `pendiente`. Pure.

Order: advice is a state; what remains to be done, said last, is pending; output of a program happened (a gauge is a
state); an imperative opens a commit or a request; then the first past or present verb of the speaker's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from recuerdo.graph.models import Volatilidad
from recuerdo.nlp.classify import cues
from recuerdo.nlp.classify.categories import strategy
from recuerdo.nlp.classify.channels import is_commit
from recuerdo.nlp.classify.cues import Cue, Spoken
from recuerdo.nlp.verbs import Verb, find_verbs, split

Verdict = tuple[Volatilidad, Cue]

_PREFIX = re.compile(r"^\s*(?:\w+(?:\([^)]*\))?!?:\s*)?")
_HEADING = re.compile(r"^\s*[^:.!?\n]{2,30}:(?=\s+\S)")
_SHORTEST_SENTENCE = 4
_PERFECT = re.compile(r"(?:\b(?:has|have|he|ha|han|hemos|has)|['’]ve|['’]s)\s+(?:\w+\s+){0,2}$", re.IGNORECASE)


def volatilidad(text: str, language: Spoken | None, canal: str | None) -> Verdict | None:
    """Return how lasting a text's content is and the cue that says so, or None without a cue."""
    form = cues.output_form(text)
    if language is None:
        return _by_form(form, text) if form else None
    advice = strategy(text, language, canal)
    if advice:
        return "estado", advice
    return (
        _pending(text, language, form)
        or (_by_form(form, text) if form else None)
        or _by_imperative(text, language, canal)
        or _by_verb(text, language)
        or _by_request(text, language)
        or _by_guess(text, language)
        or _by_channel(canal)
        or _by_heading(text)
        or _by_result(text, language)
        or _by_absence(text, language)
    )


def _by_form(form: Cue, text: str) -> Verdict:
    gauge = form.label == "gauge" or (form.label == "key=value" and not cues.event_keys().search(text))
    return ("estado" if gauge else "evento"), form


def _pending(text: str, language: Spoken, form: Cue | None) -> Verdict | None:
    """What remains counts when nothing past is told after it."""
    if form and form.label != "gauge" and not re.search(r"\b(?:todo|fixme|wip)\b", text, re.IGNORECASE):
        return None
    said = cues.sentences(text)
    past = [verb.start for verb in find_verbs(text, language) if verb.tense == "past" and not verb.weak]
    for start, sentence in reversed(said):
        found = next(
            (c for c in cues.every(language, "pending", sentence) if not _excused(sentence, c, language)), None
        )
        if found:
            return "pendiente", found
        if any(start <= at < start + len(sentence) for at in past):
            return None
    return None if past else _future(text, language)


def _excused(sentence: str, cue: Cue, language: Spoken) -> bool:
    """`was waiting for` is over, and `I think the index is missing` guesses how things are."""
    if cue.label not in ("remains", "intention"):
        return False
    hedge = cues.earliest(language, "hedge", sentence)
    if cue.label == "remains" and hedge and hedge.start < cue.start:
        return True
    return any(
        verb.tense == "past" and not verb.weak and 0 <= cue.start - verb.end <= 1
        for verb in find_verbs(sentence, language)
    )


def _future(text: str, language: Spoken) -> Verdict | None:
    """A present verb with a future time: `mañana recojo a los niños`; `el lunes firmamos` leaves it open."""
    found = cues.pattern(language, "future_time").search(text)
    maybe_past = any(verb.tense == "past" for verb in find_verbs(text, language))
    if found is None or (maybe_past and found[0].lower().startswith("el ") and "que" not in found[0]):
        return None
    return "pendiente", Cue("pending", "future time", found[0], found.start(), found.end())


def _opening(text: str) -> tuple[str, int]:
    """Return the first word in lower case, after a conventional prefix, and its offset."""
    start = _PREFIX.match(text)
    offset = start.end() if start else 0
    found = split(text[offset : offset + 30])
    after = text[offset + found[0].end : offset + found[0].end + 1] if found else "_"
    return (found[0].lower, offset + found[0].start) if not after.strip(" ,.:!") else ("", 0)


def _by_imperative(text: str, language: Spoken, canal: str | None) -> Verdict | None:
    word, at = _opening(text)
    if word not in cues.imperatives(language):
        return None
    cue = Cue("commit", "imperative", text[at : at + len(word)], at, at + len(word))
    if is_commit(canal, text):
        return "evento", cue
    if canal is None and word in cues.commit_verbs(language) and text[at : at + 1].isupper():
        return "evento", cue
    return None


def _by_request(text: str, language: Spoken) -> Verdict | None:
    """An imperative outside a commit asks for something that is still to be done."""
    word, at = _opening(text)
    if word in cues.imperatives(language) or cues.pattern(language, "request_form").fullmatch(word):
        return "pendiente", Cue("pending", "request", text[at : at + len(word)], at, at + len(word))
    return None


def _by_verb(text: str, language: Spoken) -> Verdict | None:
    """Skip the verbs that only frame (`Tom told me …`, `it seems …`); a strong mark goes before a weak one."""
    guesses = [cue for cue in cues.every(language, "hedge", text) if cue.label not in ("inference", "adverb")]
    own = [v for v in find_verbs(text, language) if v.tense == "past" or not _inside(v, guesses)]
    verbs = [v for v in own if not _inside(v, cues.every(language, "report", text))] or own
    lasting = cues.pattern(language, "perfect_state").search(text)
    verb = next((v for v in verbs if not v.weak and v.tense != "hypothetical"), None) or next(
        (v for v in verbs if v.weak), None
    )
    if lasting and (verb is None or lasting.start() <= verb.start):
        return "estado", Cue("state", "perfect", lasting[0], lasting.start(), lasting.end())
    if verb is None:
        return None
    cue = Cue("verb", "place" if verb.weak else verb.tense, verb.word, verb.start, verb.end)
    if verb.tense == "past":
        still = _PERFECT.search(text[: verb.start]) and cues.pattern(language, "lasting").search(text)
        return ("estado" if still else "evento"), cue
    guessed = verb.tense == "future" and cues.first(language, "hedge", text) is not None
    return ("estado" if verb.tense == "present" or guessed else "pendiente"), cue


def _by_guess(text: str, language: Spoken) -> Verdict | None:
    """A guess without a verb that is understood is about how things are."""
    hedge = cues.first(language, "hedge", text)
    return ("estado", hedge) if hedge else None


def _by_heading(text: str) -> Verdict | None:
    """`Rotation: one week on, three off`: a label with its value, and no verb, is how things are."""
    found = _HEADING.match(text)
    return ("estado", Cue("form", "label and value", found[0], found.start(), found.end())) if found else None


def _by_result(text: str, language: Spoken) -> Verdict | None:
    """`All 58 tests pass`: a present that tells what a run gave."""
    run = next((cue for cue in cues.every(language, "measure", text) if cue.label in ("tests", "code")), None)
    return ("evento", run) if run else None


def _by_absence(text: str, language: Spoken) -> Verdict | None:
    """A sentence without a past verb, and with nothing to be done, tells how things are."""
    long_enough = len(split(text)) >= _SHORTEST_SENTENCE
    past = any(verb.tense == "past" for verb in find_verbs(text, language))
    return ("estado", Cue("verb", "none in the past", text[:20], 0, len(text))) if long_enough and not past else None


def _inside(verb: Verb, framed: Iterable[Cue]) -> bool:
    return any(cue.start <= verb.start < cue.end for cue in framed)


def _by_channel(canal: str | None) -> Verdict | None:
    if is_commit(canal):
        return "evento", Cue("fuente", "canal", canal or "", 0, 0)
    return None
