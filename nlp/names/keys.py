"""Lookup keys: under which a stored entity is found, and under which a mention looks."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from itertools import islice

from recuerdo.nlp.names import tables
from recuerdo.nlp.names.counting import is_number
from recuerdo.nlp.names.name import Name

MOST_KEYS = 12
_SHORTEST_MISSPELT = 6
_SHORTEST_ABBREVIATED = 7


def lookup_keys(name: Name) -> tuple[str, ...]:
    """The keys of a name, most telling first.

    Symmetric: an entity is stored under the keys of its name and of each alias, a mention looks under its own;
    two names that resolution could link share at least one.

    Returns:
        At most 12 distinct ``kind:value`` strings: ``key`` (exact and umlaut spelling, of the whole and of the core),
        ``alias`` (known name), ``at`` (URL, repository, e-mail), ``file`` (last part of a path), ``acr``
        (acronym or initials), ``nick`` (full name of a nickname), ``tok`` (words), ``part`` (either end of a
        single long word, for misspellings). Deterministic; empty for a blank name.
    """
    return tuple(islice(dict.fromkeys(_keys(name)), MOST_KEYS))


def _keys(name: Name) -> Iterator[str]:
    if name.key:
        yield f"key:{name.key}"
        yield f"key:{name.umlaut_key}"
    yield from _address_keys(name)
    if core := "".join(word.lstrip("#") for word in name.content):
        yield f"key:{core}"
    if name.known_as[1]:
        yield f"alias:{name.known_as[1]}"
    for acronym in (name.acronym, name.declared_acronym):
        if acronym:
            yield f"acr:{acronym}"
    yield from _person_keys(name) if name.type_class in {"person", ""} else ()
    yield from _word_keys(name)
    yield from (f"acr:{initials}" for initials in name.initials)


def _address_keys(name: Name) -> Iterator[str]:
    if name.address:
        yield f"at:{name.address}"
        yield f"key:{name.address.rpartition('/')[2].lower()}"
        yield f"key:{name.address.split('/')[0].split('.')[0].lower()}"
    if name.email:
        yield f"at:{name.email}"
        yield from (f"tok:{part}" for part in _email_words(name.email)[-2:])
    if name.path:
        yield f"file:{posixpath.basename(name.path).lower()}"


def _email_words(email: str) -> list[str]:
    local = email.partition("@")[0]
    return [part for part in local.replace("_", ".").replace("-", ".").split(".") if len(part) > 1]


def _person_keys(name: Name) -> Iterator[str]:
    nicknames = tables.persons().nicknames
    for given in (name.core[0], "".join(name.core[:2])) if name.core else ():
        for full in sorted(nicknames.get(given, ())):
            yield f"nick:{full}"
    if name.core and any(name.core[0] in full for full in nicknames.values()):
        yield f"nick:{name.core[0]}"
    if len(name.core) > 1 and any(" ".join(name.core[:2]) in full for full in nicknames.values()):
        yield f"nick:{name.core[0]} {name.core[1]}"


def _word_keys(name: Name) -> Iterator[str]:
    """A person's names; of others the first, last and longest word, as concepts: languages order them differently."""
    found = [word for word in name.content if not is_number(word)]
    if not found:
        return
    telling = found if name.type_class == "person" else (found[0], found[-1], max(found, key=len))
    for word in telling[:5]:
        yield f"tok:{_concept(word)}"
    if len(name.content) == 1 and found[0].isalpha() and len(found[0]) >= _SHORTEST_ABBREVIATED:
        yield f"key:{found[0][0]}{len(found[0]) - 2}{found[0][-1]}"
    if len(found) == 1 and len(found[0]) >= _SHORTEST_MISSPELT and name.type_class != "person":
        yield from (f"part:{found[0][:4]}-", f"part:-{found[0][-3:]}")


def _concept(word: str) -> str:
    known = tables.gazetteer("places").get(word, word)
    return tables.words().meaning.get(word) or known
