"""What kind of statement a text is, by cues that are kept as evidence; English and Spanish, no model. Pure.

A value without a cue is a default and says so: its cue is None.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from recuerdo.graph.models import Epistemico, Tipo, Volatilidad
from recuerdo.nlp.classify.categories import Category, categorise
from recuerdo.nlp.classify.cues import Spoken, pattern
from recuerdo.nlp.classify.epistemico import epistemico
from recuerdo.nlp.classify.questions import asks, ends_with_question_mark
from recuerdo.nlp.classify.volatilidad import volatilidad
from recuerdo.nlp.dates import DateSpan
from recuerdo.nlp.language import Language

__all__ = ["Category", "Classification", "category", "classify", "has_question_mark_end", "is_question", "text_cues"]

_DEFAULTS: dict[Tipo, Volatilidad] = {"episode": "evento", "fact": "estado", "note": "estado"}


@dataclass(frozen=True, slots=True)
class Classification:
    """The two values and, for each, the cue that fired; a None cue marks the default."""

    volatilidad: Volatilidad
    epistemico: Epistemico
    volatilidad_cue: str | None
    epistemico_cue: str | None


def classify(text: str, language: Language, *, tipo: Tipo, canal: str | None = None) -> Classification:
    """Return `volatilidad` and `epistemico` of a text.

    Args:
        text: What was stored, as it was said.
        language: `und` is judged by form alone (log lines, gauges, stack traces).
        tipo: Chooses the default: `evento` for episodes, else `estado`.
        canal: `fuente.canal`: form alone cannot tell a commit's imperative from a request.
    """
    spoken = _spoken(language)
    lasting, known = volatilidad(text, spoken, canal), epistemico(text, spoken, canal)
    return Classification(
        volatilidad=lasting[0] if lasting else _DEFAULTS[tipo],
        epistemico=known[0] if known else "inferido",
        volatilidad_cue=str(lasting[1]) if lasting else None,
        epistemico_cue=str(known[1]) if known else None,
    )


def category(text: str, language: Language) -> tuple[Category, str | None]:
    """Return a note's category and its cue; `fact` with None when nothing fired."""
    found, cue = categorise(text, _spoken(language))
    return found, str(cue) if cue else None


def is_question(text: str, language: Language) -> str | None:
    """Return why a text is refused as a question, as a clause for a person (`it ends with …`), or None."""
    return asks(text, _spoken(language))


def has_question_mark_end(text: str) -> bool:
    """Whether a text ends with a question mark, which recall weighs down."""
    return ends_with_question_mark(text)


def text_cues(
    text: str, language: Language, *, dates: Iterable[DateSpan] = (), entity_types: Iterable[str] = ()
) -> frozenset[str]:
    """Return what recall wants to know of a text, stored when it is written.

    Args:
        text: The text.
        language: Its language; `und` has no number or reason words.
        dates: What `find_dates` found in it.
        entity_types: The types of the entities that it mentions, speakers left out.

    Returns:
        A subset of `question`, `time`, `number`, `reason`, `quoted`, `person`, `place`.
    """
    spoken = _spoken(language)
    number = any(c.isdigit() for c in text) or bool(spoken and pattern(spoken, "number_word").search(text))
    present = {
        "question": ends_with_question_mark(text),
        "time": any(True for _ in dates),
        "number": number,
        "reason": bool(spoken and pattern(spoken, "reason").search(text)),
        "quoted": any(mark in text for mark in '"“«„「『'),
        **{kind: kind in _kinds(entity_types) for kind in ("person", "place")},
    }
    return frozenset(name for name, holds in present.items() if holds)


_KINDS = {"person": "person", "place": "place", "location": "place", "city": "place", "country": "place"}


def _kinds(entity_types: Iterable[str]) -> set[str]:
    return {_KINDS.get(entity_type.lower(), "") for entity_type in entity_types}


def _spoken(language: Language) -> Spoken | None:
    return None if language == "und" else language
