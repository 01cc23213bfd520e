"""Which language a text is in: English, Spanish, or `und`, the path that assumes no language.

Three looks, cheapest first: the script, the frequent words of each language, and the posterior of
py3langid over all of its languages. The words decide short texts, where letter statistics guess; the
statistics veto a third language that shares words with ours.
"""

from __future__ import annotations

import json
import re
import unicodedata
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

Language = Literal["en", "es", "und"]

_WORDS = Path(__file__).parent / "data" / "language" / "words.json"
_EXCERPT = 400
"""Characters that are looked at: more do not change the answer, and cost time."""

_CJK = re.compile(
    r"[\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f]|[\U00020000-\U0003134f]"
)
_CODE = re.compile(r"\S*://\S+|\S+@\S+|`[^`]*`|\S*[/\\_=<>{}()\[\]|]\S*|\S+\.\w+\S*|\S*\d\S*|(?<!\S)--?[a-z]\S*")
_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")

# Close relatives count as ours: short English and Spanish look like them, and they are rarely written to an agent.
_FAMILY: dict[Literal["en", "es"], tuple[str, ...]] = {"en": ("en", "pcm"), "es": ("es", "gl", "an", "ext")}
_OWN_WEIGHT, _FOREIGN_WEIGHT = 2.0, 6.0
"""What a posterior of 1 is worth in words. A foreign one counts squared: the statistics are sure of long texts only."""
_LEAST_EVIDENCE = 0.5
_DECISIVE_WORDS, _DECISIVE_SHARE = 3, 0.3
"""So many words of one language, and such a share of the text, need no statistics."""


def script_is_cjk(text: str) -> bool:
    """Whether at least a fifth of the letters are Chinese, Japanese or Korean.

    A fifth, because one such character carries as much as a Latin word.
    """
    letters = sum(c.isalpha() for c in text)
    return letters > 0 and len(_CJK.findall(text)) >= letters / 5


def detect(text: str) -> Language:
    """Return the language of a text.

    Args:
        text: Any text; the first 400 characters decide.

    Returns:
        `en` or `es`, or `und` for another language or script, for code, and for text without a sign of either.
    """
    excerpt = text[:_EXCERPT]
    if not _is_latin(excerpt):
        return "und"
    words = tuple(w.lower().replace("’", "'") for w in _TOKEN.findall(_CODE.sub(" ", excerpt)))
    en, es = _evidence(words, "en"), _evidence(words, "es")
    if min(en, es) < 1 and max(en, es) >= max(_DECISIVE_WORDS, _DECISIVE_SHARE * len(words)):
        return "en" if en > es else "es"
    return _weigh(" ".join(words), en, es)


def _is_latin(text: str) -> bool:
    letters = [c for c in text if c.isalpha()]
    latin = sum(c.isascii() or unicodedata.name(c, "").startswith("LATIN") for c in letters)
    return bool(letters) and latin >= 0.6 * len(letters)


def _evidence(words: tuple[str, ...], language: Literal["en", "es"]) -> float:
    own, shared = _frequent()[language]
    return sum(1.0 if w in own else 0.5 if w in shared else 0.0 for w in words)


def _weigh(prose: str, en: float, es: float) -> Language:
    """Add the posterior to the words' evidence; a third language wins when it outweighs both."""
    if not prose:
        return "und"
    posterior = _posterior(prose)
    score = {"en": en + _OWN_WEIGHT * _share(posterior, "en"), "es": es + _OWN_WEIGHT * _share(posterior, "es")}
    ours = {label for labels in _FAMILY.values() for label in labels}
    foreign = max(p for label, p in posterior.items() if label not in ours)
    best: Language = "en" if score["en"] >= score["es"] else "es"
    return best if score[best] >= max(_LEAST_EVIDENCE, _FOREIGN_WEIGHT * foreign**2) else "und"


def _share(posterior: dict[str, float], language: Literal["en", "es"]) -> float:
    return sum(posterior.get(label, 0.0) for label in _FAMILY[language])


@lru_cache(maxsize=256)
def _posterior(prose: str) -> dict[str, float]:
    return dict(_identifier().rank(prose))


@cache
def _identifier() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


@cache
def _frequent() -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    table = json.loads(_WORDS.read_text(encoding="utf-8"))
    return {
        code: (frozenset(table[code]["own"].split()), frozenset(table[code]["shared"].split())) for code in ("en", "es")
    }
