"""How something is known: `medido`, `reportado` or `inferido`. Pure.

Order: a guess is inferred even when it holds a number; then output of a program; then what a third person says;
then a number from a measurement; else nothing fires, and the caller marks the default.
"""

from __future__ import annotations

from recuerdo.graph.models import Epistemico
from recuerdo.nlp.classify import cues
from recuerdo.nlp.classify.channels import is_machine
from recuerdo.nlp.classify.cues import Cue, Spoken

_OWN_THOUGHTS = ("belief", "opinion")
_PLAIN_NUMBERS = ("metric", "unit", "machine did")


def epistemico(text: str, language: Spoken | None, canal: str | None) -> tuple[Epistemico, Cue] | None:
    """Return how a text's content is known and the cue that says so, or None without a cue."""
    form = cues.output_form(text)
    if language is None:
        return ("medido", form) if form else _by_channel(canal)
    hedge = cues.earliest(language, "hedge", text)
    report = cues.earliest(language, "report", text)
    if hedge and not _guessed_by_other(hedge, report, text):
        return "inferido", hedge
    if form:
        return "medido", form
    if report:
        return "reportado", report
    measure = _measure(text, language)
    return ("medido", measure) if measure else _by_channel(canal)


def _guessed_by_other(hedge: Cue, report: Cue | None, text: str) -> bool:
    """`Marta said it was probably DNS` is Marta's guess: reported. `…, so I think` is ours."""
    if report is None or hedge.label in _OWN_THOUGHTS or hedge.label == "inference":
        return False
    if hedge.label == "hearsay":
        return True
    return report.start <= hedge.start and not any(
        mark in text[report.end : hedge.start] for mark in (". ", "; ", "\n")
    )


def _measure(text: str, language: Spoken) -> Cue | None:
    """A number with a metric or a unit is measured, unless it is a limit or a price that somebody set."""
    setting = cues.pattern(language, "setting").search(text)
    return next(
        (cue for cue in cues.every(language, "measure", text) if not (setting and cue.label in _PLAIN_NUMBERS)), None
    )


def _by_channel(canal: str | None) -> tuple[Epistemico, Cue] | None:
    if not is_machine(canal):
        return None
    return "medido", Cue("fuente", "canal", canal or "", 0, 0)
