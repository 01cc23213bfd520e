"""One text, read once: language, mentions, facts, dates, kind of statement. No database, no vectors."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from recuerdo.graph.models import Tipo
from recuerdo.nlp import spacy_models
from recuerdo.nlp.classify import Classification, classify, text_cues
from recuerdo.nlp.dates import DateSpan, find_dates
from recuerdo.nlp.facts import FactCandidate, extract_facts
from recuerdo.nlp.language import Language, detect, script_is_cjk
from recuerdo.nlp.mentions import Gazetteer, Mention, find_mentions
from recuerdo.nlp.names import name_key

if TYPE_CHECKING:
    from spacy.tokens import Doc

_WORD = re.compile(r"\w+(?:['’.\-/_]\w+)*")
_LONGEST_NAME = 5
"""Words of the longest stored name that is looked for in a text."""
_MANY_WORDS = 200
"""Beyond this many words only what is written like a name is looked for, so that a book costs no more than a page."""
_MOST_PARSED = 20_000
"""Characters that the parser sees; the mentions of the rest are found by patterns and by the owner's names."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text says about itself.

    Attributes:
        tokens: Words, for the length rule of recall.
        cues: What recall wants to know of the text later; see `text_cues`.
    """

    text: str
    language: Language
    cjk: bool
    tokens: int
    mentions: tuple[Mention, ...]
    facts: tuple[FactCandidate, ...]
    dates: tuple[DateSpan, ...]
    classification: Classification
    cues: frozenset[str]


@dataclass(frozen=True, slots=True)
class Scene:
    """What is known of a text beside its words.

    Attributes:
        anchor: When it was said; dates are counted from here.
        speaker: Name of whoever says "I", None when nobody is named.
        hints: Names that the client says are in it.
    """

    tipo: Tipo
    anchor: datetime
    speaker: str | None = None
    canal: str | None = None
    hints: tuple[str, ...] = ()


def name_phrases(text: str) -> Iterator[str]:
    """Yield the `key:…` lookup keys of every run of words that may be a stored name, each once."""
    words = list(_WORD.finditer(text))
    many = len(words) > _MANY_WORDS
    seen: set[str] = set()
    for index, first in enumerate(words):
        if many and first[0].islower():
            continue
        for last in words[index : index + _LONGEST_NAME]:
            phrase = name_key(text[first.start() : last.end()])
            if phrase and phrase not in seen:
                seen.add(phrase)
                yield f"key:{phrase}"


class Reader:
    """Reads texts; holds nothing but the names of its models. Safe in one worker thread at a time."""

    def __init__(self, *, english_model: str | None = None, spanish_model: str | None = None) -> None:
        self._preferred = {"en": english_model, "es": spanish_model}

    def warm(self) -> None:
        """Load what the first text would have to wait for."""
        scene = Scene("episode", datetime.fromisoformat("2026-01-01T00:00:00+00:00"))
        self.read("Ana works at Acme since Monday.", scene, Gazetteer())
        self.read("Ana trabaja en Acme desde el lunes.", scene, Gazetteer())

    def read(self, text: str, scene: Scene, gazetteer: Gazetteer) -> Reading:
        """Read one text; a few milliseconds a sentence, most of them the parser's."""
        language = detect(text)
        doc = self._parse(text, language)
        mentions = find_mentions(text, language=language, gazetteer=gazetteer, doc=doc, hints=scene.hints)
        dates = find_dates(text, anchor=scene.anchor, language=language)
        types = [mention.entity_type for mention in mentions if mention.text != scene.speaker]
        return Reading(
            text=text,
            language=language,
            cjk=script_is_cjk(text),
            tokens=len(_WORD.findall(text)),
            mentions=tuple(mentions),
            facts=tuple(extract_facts(text, language=language, speaker=scene.speaker, mentions=mentions, doc=doc)),
            dates=tuple(dates),
            classification=classify(text, language, tipo=scene.tipo, canal=scene.canal),
            cues=text_cues(text, language, dates=dates, entity_types=types),
        )

    def _parse(self, text: str, language: Language) -> Doc | None:
        pipeline = spacy_models.load(language, self._preferred.get(language))
        return pipeline(text) if pipeline is not None and len(text) <= _MOST_PARSED else None


def models(english: str | None, spanish: str | None) -> Sequence[tuple[str, str | None]]:
    """Return (language, name of its spaCy model or None) for the languages that have any."""
    return [
        ("en", english or spacy_models.installed_model("en")),
        ("es", spanish or spacy_models.installed_model("es")),
    ]
