"""Lucene queries from words: every sign of its syntax escaped, the audience inside, without a share in the score."""

from __future__ import annotations

import re
from collections.abc import Sequence

from recuerdo.graph.ranking.question import Asked, Term

_SYNTAX = re.compile(r'([+\-!(){}\[\]^"~*?:\\/&|<>=])')
_LANGUAGE_INDEX = {"en": ("memory_english",), "es": ("memory_spanish",), "und": ("memory_english", "memory_spanish")}
ANY_LANGUAGE = "memory_any_language"
MOST_TERMS = 64
"""Words of a question that are looked for; Lucene itself refuses more than 1,024 clauses."""


def escape(word: str) -> str:
    """Return a word that Lucene's parser reads as a word, whatever it holds; lower case, so that `OR` is no operator."""
    return _SYNTAX.sub(r"\\\1", word.lower())


def text_query(terms: Sequence[Term], audiences: Sequence[str], variant: float) -> str:
    """Return the query for texts with any of the terms that these audiences may see; empty without terms.

    Args:
        variant: Boost of an irregular form beside the word itself.
    """
    words = [escape(term.word) for term in terms[:MOST_TERMS] if term.word.strip()]
    forms = [f"{escape(form)}^{variant}" for term in terms[:MOST_TERMS] for form in term.variants]
    if not words:
        return ""
    return f"+audience:({' '.join(audiences)})^0 +text:({' '.join([*words, *forms])})"


def indexes(asked: Asked) -> tuple[str, ...]:
    """Return the full-text indexes that a question is put to: its language's, and the one of every language."""
    if asked.cjk:
        return ("memory_cjk", ANY_LANGUAGE)
    return (*_LANGUAGE_INDEX[asked.language], ANY_LANGUAGE)


def index_of(language: str, asked: Asked, cjk: bool) -> str:
    """Return the one index whose score counts for a text: its own language's where that was asked, else every language's."""
    if asked.cjk and cjk:
        return "memory_cjk"
    own = _LANGUAGE_INDEX.get(language, ())
    return own[0] if len(own) == 1 and own[0] in indexes(asked) else ANY_LANGUAGE


def name_query(text: str, audiences: Sequence[str]) -> str:
    """Return the query for entities by name or alias, one typing error a word allowed; empty for a blank text."""
    words = [escape(word) for word in re.findall(r"\w+", text)[:MOST_TERMS]]
    if not words:
        return ""
    either = " ".join(f"{word} {word}~1^0.5" if len(word) > 3 else word for word in words)
    return f"+audience:({' '.join(audiences)})^0 +(name:({either}) aliases:({either})^0.9)"
