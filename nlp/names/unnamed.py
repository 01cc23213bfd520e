"""Words that refer without naming: pronouns, roles, "el proyecto", "allí"."""

from __future__ import annotations

from dataclasses import dataclass

from recuerdo.nlp.names import tables
from recuerdo.nlp.names.parsing import parse_name
from recuerdo.nlp.names.spelling import tidy, words


@dataclass(frozen=True, slots=True)
class Reference:
    """What a referring word requires of the thing that it refers to."""

    kinds: frozenset[str] = frozenset()
    """Type classes that fit; empty: whatever has the noun in its name."""
    gender: str = ""
    """``f`` or ``m`` where the word tells."""
    noun: str = ""
    """The noun of a definite reference, folded; "" for a pronoun."""


def reference(text: str) -> Reference | None:
    """What a text refers to without naming it.

    Returns:
        None for a text that is not, as a whole, a pronoun ("she", "allí") or a definite noun in lower case
        ("the project", "este equipo", "la cumbre"). Capitals alone are an acronym: "WHO" is no pronoun.
    """
    found = words(tidy(text))
    known = tables.references()
    if len(found) == 1 and found[0].folded in known.pronouns and not _is_acronym(text):
        return Reference(*known.pronouns[found[0].folded])
    if len(found) != 2 or found[0].folded not in known.definite or found[1].text != found[1].text.lower():
        return None
    noun = found[1].folded
    kinds = known.nouns.get(noun, frozenset())
    return Reference(kinds, noun=noun) if kinds or _is_common(noun) else None


def _is_common(noun: str) -> bool:
    common = tables.words()
    return noun in common.generic or noun in common.meaning or noun in common.concept_of


def is_nameable(text: str) -> bool:
    """Whether a text can name an entity of its own: pronouns, bare roles and definite nouns can not.

    "she", "my boss", "el proyecto", "allí" are not names; "my sister" is one: an owner has few of her.
    """
    found = [word.folded for word in words(tidy(text))]
    if not found or _is_acronym(text):
        return bool(text.strip())
    known = tables.references()
    if reference(text) or all(word in known.never_names for word in found):
        return False
    is_definite = found[0] in known.definite or found[0] in tables.words().articles
    return not (is_definite and parse_name(text).is_generic)


def _is_acronym(text: str) -> bool:
    return len(text) > 1 and text.isupper()
