"""Stems of words, as the full-text indexes make them: to see which of the question's words a text holds."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from recuerdo.graph.ranking.question import Term

_WORD = re.compile(r"\w+")
_STEMMERS = {"en": "porter", "es": "spanish"}


@cache
def _stemmer(language: str) -> Callable[[str], str]:
    import snowballstemmer

    made: Callable[[str], str] = snowballstemmer.stemmer(_STEMMERS[language]).stemWord
    return made


@lru_cache(maxsize=20_000)
def stem(word: str, language: str) -> str:
    """Return the stem of a word, without case and accents; `und` has no stems."""
    lower = word.lower()
    stemmed = _stemmer(language)(lower) if language in _STEMMERS else lower
    return "".join(c for c in unicodedata.normalize("NFKD", stemmed) if not unicodedata.combining(c))


def stems(text: str, language: str) -> list[str]:
    """Return the stems of a text's words in order."""
    return [stem(word, language) for word in _WORD.findall(text)]


@lru_cache(maxsize=1_000)
def term_stems(term: Term, language: str) -> frozenset[str]:
    """Return the stems under which a term counts as found: its own and its irregular forms'; a compound has several."""
    return frozenset(each for form in (term.word, *term.variants) for each in stems(form, language))


def share_held(terms: Sequence[Term], text: str, language: str) -> float:
    """Return the share of the terms that a text holds, in [0, 1]; 0 without terms."""
    if not terms:
        return 0.0
    held = set(stems(text, language))
    return sum(not held.isdisjoint(term_stems(term, language)) for term in terms) / len(terms)


def stand_together(terms: Sequence[Term], text: str, language: str, gap: int = 3) -> bool:
    """Whether two terms that follow each other in the question stand within `gap` words of each other in a text."""
    places = stems(text, language)
    wanted = [term_stems(term, language) for term in terms]
    where = [[n for n, each in enumerate(places) if each in forms] for forms in wanted]
    return any(abs(a - b) <= gap for one, two in pairwise(where) for a in one for b in two if a != b)
