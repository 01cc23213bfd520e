"""Persons' names: titles, suffixes and particles off; given and family names as they stand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from recuerdo.nlp.names import tables
from recuerdo.nlp.names.name import Name
from recuerdo.nlp.names.spelling import Word, name_key, tidy, words

_POSSESSIVE = re.compile(r"['’]s?$")
_ASIDE = re.compile(r"\(([^()]*)\)|[\"“«][^\"”»]*[\"”»]")
_ABBREVIATED_DON = re.compile(r"^D\.\s")
_ABBREVIATED_DONA = re.compile(r"^D\.?ª\s?")


def read_person(name: Name) -> Name:
    """Fill in the parts of a person's name. ``core`` is given and family names in order, particles left out."""
    text = _ABBREVIATED_DONA.sub("Doña ", _POSSESSIVE.sub("", name.text.strip()))
    text, aside = _without_aside(text)
    found = _flipped(text)
    found, titles = _without_titles(found, abbreviated_don=bool(_ABBREVIATED_DON.match(text)))
    found, suffix = _without_suffix(found)
    core = tuple(word.folded for word in _without_particles(_initials_apart(found)))
    return replace(
        name,
        words=tuple(word.folded for word in found),
        core=core,
        content=core,
        titles=frozenset(titles),
        suffix=suffix,
        qualifier=("branch", aside) if aside else ("", ""),
        numbers=tuple(sorted(word for word in core if word[0].isdigit())),
        is_generic=_is_generic([word.folded for word in found], titles),
    )


def _without_aside(text: str) -> tuple[str, str]:
    """Text without its aside, and the aside's key: "Ana López (Acme)". A nickname in brackets or quotes is no qualifier."""
    match = _ASIDE.search(text)
    if not match or not _ASIDE.sub(" ", text).strip():
        return text, ""
    aside = name_key(match[1] or "")
    return _ASIDE.sub(" ", text), "" if aside in tables.persons().given_names else aside


def _flipped(text: str) -> list[Word]:
    """The words; "Family, Given" as "Given Family"."""
    family, comma, given = text.partition(",")
    after = words(tidy(given))
    if not comma or "," in given or not after or _is_appendix(after[0].folded):
        return words(tidy(text))
    return after + words(tidy(family))


def _is_appendix(word: str) -> bool:
    known = tables.persons()
    return word in known.generation_suffixes or word in known.post_nominals or word in known.titles.words


def _without_titles(found: list[Word], *, abbreviated_don: bool) -> tuple[list[Word], list[str]]:
    known = tables.persons()
    taken: list[str] = []
    if found and found[0].folded == "the" and len(found) > 1:
        found = found[1:]
    if abbreviated_don and len(found) > 1 and found[1].folded in known.given_names:
        found, taken = found[1:], ["don"]
    while found and _is_title(found):
        taken.append(found[0].folded)
        found = found[1:]
    while len(found) > 1 and found[-1].folded in known.post_nominals:
        found = found[:-1]
    return found, taken


def _is_title(found: Sequence[Word]) -> bool:
    titles = tables.persons().titles
    if found[0].folded not in titles.words:
        return False
    return len(found) > (2 if found[0].folded in titles.also_names else 1)


def _without_suffix(found: list[Word]) -> tuple[list[Word], str]:
    """Words without Jr, hijo, III; the suffix is jr, sr or the number."""
    if len(found) < 2:
        return found, ""
    last = found[-1]
    generation = tables.persons().generation_suffixes.get(last.folded, "")
    if generation and len(found) > 2:
        return found[:-1], generation
    if (last.text.isupper() or len(last.text) > 1) and last.folded in (roman := tables.numbers().roman):
        return found[:-1], roman[last.folded]
    return found, ""


def _initials_apart(found: list[Word]) -> list[Word]:
    """JR Smith → J R Smith."""
    first = found[0] if len(found) > 1 else None
    if not first or len(first.text) != 2 or not first.text.isupper() or found[1].text.isupper():
        return found
    if first.folded in tables.persons().given_names or len(first.folded) != 2:
        return found
    return [*(Word(letter.upper(), letter) for letter in first.folded), *found[1:]]


def _without_particles(found: list[Word]) -> list[Word]:
    """Without de, von, y … between names; "I" and "E" in capitals are initials."""
    known = tables.persons()
    inner = [word for word in found[1:-1] if word.folded not in known.particles and word.text not in known.conjunctions]
    return found[:1] + inner + found[-1:] if len(found) > 1 else found


def _is_generic(found: Sequence[str], titles: Sequence[str]) -> bool:
    generic = tables.words().generic
    return not titles and bool(found) and all(word in generic for word in found if word not in tables.words().articles)
