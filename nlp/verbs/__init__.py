"""Finite verbs and their tense, from morphology with its exceptions listed: no model, microseconds. Pure.

Tells past from present from future, which is what dates (direction) and `volatilidad` need; it does not parse.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from recuerdo.nlp.language import Language
from recuerdo.nlp.verbs import english, spanish
from recuerdo.nlp.verbs.lexicon import lexicon
from recuerdo.nlp.verbs.words import Found, Tense, Verb, Word, split

__all__ = ["Tense", "Verb", "Word", "find_verbs", "lexicon", "split"]

_TENSES: dict[Language, Callable[[list[Word], int, str], Found]] = {"en": english.tense_at, "es": spanish.tense_at}


@lru_cache(maxsize=64)
def find_verbs(text: str, language: Language) -> tuple[Verb, ...]:
    """Return the verbs whose tense is clear, in order; none for `und`."""
    tense_at = _TENSES.get(language)
    if tense_at is None:
        return ()
    sentence = split(text)
    found = ((word, tense_at(sentence, i, text)) for i, word in enumerate(sentence))
    return tuple(Verb(word.start, word.end, word.lower, *tense) for word, tense in found if tense)
