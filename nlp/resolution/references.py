"""Pronouns and definite nouns: only what is certain, the one candidate of the kind in the same text."""

from __future__ import annotations

from collections.abc import Sequence

from recuerdo.nlp.names import Name, Reference, reference, tables
from recuerdo.nlp.resolution.decision import LINK, Candidate, Decision


def resolve_reference(mention: Name, candidates: Sequence[Candidate], same_episode: frozenset[str]) -> Decision | None:
    """What "she", "el proyecto" or "allí" refers to; None for a mention that is a name, or may be one.

    Certain means: exactly one entity that fits was named in the same text, and a pronoun's gender is known to be
    the entity's. The spelling is never learnt as an alias.
    """
    wanted = reference(mention.text)
    if not wanted:
        return None
    named = [one for one in candidates if one.id in same_episode]
    fitting = [one for one in named if _fits(wanted, one.name)]
    if len(fitting) == 1 and not _is_contested(wanted, named):
        why = f"{fitting[0].name.text}: the only one of that kind in the same text"
        return Decision("similar", fitting[0].id, LINK, why, "reference", ((fitting[0].id, LINK, why),))
    if wanted.noun:
        return None
    return Decision("nueva", None, 0.0, "a pronoun, and nothing certain that it refers to", "reference")


def _fits(wanted: Reference, name: Name) -> bool:
    """An entity of the kind; or one whose name has the noun at an end: "the summit", Lisbon Rail Summit."""
    if wanted.kinds:
        return name.type_class in wanted.kinds and (not wanted.gender or _gender(name) == wanted.gender)
    return len(name.words) > 1 and not name.is_generic and wanted.noun in {name.words[0], name.words[-1]}


def _is_contested(wanted: Reference, named: Sequence[Candidate]) -> bool:
    """Somebody whose gender is not known may be meant as well."""
    return bool(wanted.gender) and any(one.name.type_class == "person" and not _gender(one.name) for one in named)


def _gender(name: Name) -> str:
    """``f`` or ``m`` by title or given name; "" if neither tells."""
    known = tables.persons()
    if name.titles & known.titles.feminine:
        return "f"
    if name.titles & known.titles.masculine:
        return "m"
    return known.genders.get(name.core[0], "") if name.core else ""
