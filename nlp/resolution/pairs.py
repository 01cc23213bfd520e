"""Two names, one verdict."""

from __future__ import annotations

from collections.abc import Callable

from recuerdo.nlp.names import Name, parse_name, tables
from recuerdo.nlp.names.types import ARTEFACTS
from recuerdo.nlp.resolution.addresses import compare_addresses, compare_emails, compare_paths
from recuerdo.nlp.resolution.decision import DOUBT, LINK, Verdict, ask, link, new
from recuerdo.nlp.resolution.people import compare_people
from recuerdo.nlp.resolution.things import compare_things

Rule = Callable[[Name, Name], Verdict | None]
"""A verdict, or None where the rule has nothing to say; symmetric unless it says otherwise."""


def compare(mention: Name, stored: Name) -> Verdict:
    """Whether two names are one entity's: the first rule that applies decides.

    A name without a type is read with the type of the other.
    """
    if verdict := _common_word(mention, stored):
        return verdict
    mention, stored = _typed_alike(mention, stored)
    verdict = _decide(mention, stored)
    if verdict.score >= LINK and (doubt := _doubtful_types(mention, stored)):
        return doubt
    return verdict


def _decide(mention: Name, stored: Name) -> Verdict:
    for rule in _RULES:
        if verdict := rule(mention, stored):
            return verdict
    return compare_people(mention, stored) if _is_person(mention) else compare_things(mention, stored)


def _typed_alike(mention: Name, stored: Name) -> tuple[Name, Name]:
    if mention.type_class == stored.type_class:
        return mention, stored
    if not mention.type_class:
        return parse_name(mention.text, stored.entity_type), stored
    return mention, stored if stored.type_class else parse_name(stored.text, mention.entity_type)


def _is_person(name: Name) -> bool:
    return name.type_class == "person"


def _different_types(mention: Name, stored: Name) -> Verdict | None:
    """A person, place or event is nothing else; an organisation is no product where a single word names both."""
    kinds = {mention.type_class, stored.type_class}
    if len(kinds) == 1 or kinds <= ARTEFACTS or _are_loosely_typed(kinds, mention, stored):
        return None
    return new("type", f"{mention.entity_type} and {stored.entity_type} are different kinds of thing")


def _are_loosely_typed(kinds: set[str], mention: Name, stored: Name) -> bool:
    others = kinds - {"org"}
    return "org" in kinds and others <= ARTEFACTS | {"place"} and min(len(mention.core), len(stored.core)) > 1


def _doubtful_types(mention: Name, stored: Name) -> Verdict | None:
    kinds = {mention.type_class, stored.type_class}
    if len(kinds) == 1 or (kinds <= ARTEFACTS and kinds != {"project", "product"}):
        return None
    return ask(DOUBT, "type", f"the names fit, but one is {mention.entity_type}, the other {stored.entity_type}")


def _common_word(mention: Name, stored: Name) -> Verdict | None:
    """Will, may, rosa: in lower case and without a type, a word rather than somebody's name."""
    for plain, other in ((mention, stored), (stored, mention)):
        is_plain = plain.is_lowercase and not plain.type_class and len(plain.words) == 1 and not other.is_lowercase
        if is_plain and plain.words[0] in tables.persons().also_common_words:
            if plain.words == other.words:
                return ask(DOUBT, "common word", f"{plain.text} is a common word as well as a name")
            return new("common word", f"{plain.text} is a common word")
    return None


def _emoji(mention: Name, stored: Name) -> Verdict | None:
    if mention.emoji == stored.emoji:
        return None
    if (mention.emoji and stored.emoji) or not mention.content or not stored.content:
        return new("emoji", "told apart by their emoji")
    if mention.content != stored.content:
        return None
    if mention.content[0] in tables.words().generic or len(mention.words) > len(mention.content):
        return new("emoji", "only one of them has an emoji, and the rest is a common noun")
    return ask(DOUBT, "emoji", "only one of them has an emoji")


def _generic(mention: Name, stored: Name) -> Verdict | None:
    """Common nouns ("the meeting", "mi oficina"): one thing inside one conversation, perhaps another in the next."""
    if not (mention.is_generic and stored.is_generic and mention.content == stored.content):
        return None
    return ask(DOUBT, "generic", "a common noun names something else in another conversation", within_episode=True)


def _identical(mention: Name, stored: Name) -> Verdict | None:
    return link(1.0, "identical", "the same text") if mention.text == stored.text and mention.key else None


def _same_key(mention: Name, stored: Name) -> Verdict | None:
    if not mention.key or not stored.key:
        return new("blank", "a blank name names nothing")
    if mention.key == stored.key:
        return link(0.98, "key", "the same name but for case, accents or separators")
    if mention.umlaut_key == stored.umlaut_key:
        return link(0.95, "umlaut", "the same name with umlauts spelt out")
    return None


_RULES: tuple[Rule, ...] = (
    _different_types,
    _emoji,
    _generic,
    _identical,
    compare_paths,
    compare_addresses,
    compare_emails,
    _same_key,
)
