"""The tables behind the rules: data files, read once, when first needed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from recuerdo.nlp.names.spelling import name_key

_FOLDER = Path(__file__).parent.parent / "data" / "names"


@dataclass(frozen=True, slots=True)
class Titles:
    """Words before a person's name; ``also_names`` count as titles only before two names or more."""

    words: frozenset[str]
    also_names: frozenset[str]
    masculine: frozenset[str]
    feminine: frozenset[str]


@dataclass(frozen=True, slots=True)
class Persons:
    """What is known about people's names; ``nicknames`` maps each nickname to its full names."""

    titles: Titles
    generation_suffixes: Mapping[str, str]
    post_nominals: frozenset[str]
    particles: frozenset[str]
    conjunctions: frozenset[str]
    genders: Mapping[str, str]
    given_names: frozenset[str]
    weak_nicknames: frozenset[str]
    also_common_words: frozenset[str]
    nicknames: Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Words:
    """Common words of names; ``meaning`` maps a word to its concept in both languages."""

    stop: frozenset[str]
    articles: frozenset[str]
    settlement_of: tuple[str, ...]
    concept_of: Mapping[str, str]
    neutral_for: Mapping[str, frozenset[str]]
    generic: frozenset[str]
    environments: frozenset[str]
    meaning: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Organisations:
    """Legal forms by their last word, longest first, and their families; words that only say what a business does."""

    legal_forms: Mapping[str, tuple[tuple[str, ...], ...]]
    legal_families: Mapping[str, str]
    business_descriptors: frozenset[str]


@dataclass(frozen=True, slots=True)
class Places:
    """Regions by name and abbreviation → (region, country); the country a capital lies in; names of several places."""

    regions: Mapping[str, tuple[str, str]]
    home: Mapping[str, frozenset[str]]
    ambiguous: frozenset[str]


@dataclass(frozen=True, slots=True)
class Numbers:
    """Words that count: number words, roman numerals, months (``m1``–``m12``) and weekdays (``w0``–``w6``)."""

    words: Mapping[str, str]
    roman: Mapping[str, str]
    calendar: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Hosts:
    """Top-level domains by which a bare host is told from a dotted name; hosts of repositories."""

    top_domains: frozenset[str]
    forges: frozenset[str]


@cache
def hosts() -> Hosts:
    """What addresses are recognised by."""
    data = _load("addresses")
    return Hosts(frozenset(data["top_domains"]), frozenset(data["forges"]))


@cache
def types() -> Mapping[str, str]:
    """Entity type (folded) → class."""
    return {name_key(name): kind for name, kind in _load("types")["class_of"].items()}


@cache
def persons() -> Persons:
    """People's names, both languages."""
    data = _load("persons")
    given = data["given_names"]
    nicknames = _nicknames(data["nicknames_en"] + data["nicknames_es"])
    full = frozenset(part for names in nicknames.values() for name in names for part in name.split())
    return Persons(
        titles=Titles(**{field: frozenset(listed) for field, listed in data["titles"].items()}),
        generation_suffixes=data["generation_suffixes"],
        post_nominals=frozenset(data["post_nominals"]),
        particles=frozenset(data["particles"]),
        conjunctions=frozenset(data["conjunctions"]),
        genders=dict.fromkeys(given["feminine"], "f") | dict.fromkeys(given["masculine"], "m"),
        given_names=full.union(nicknames, *given.values()),
        weak_nicknames=frozenset(data["weak_nicknames"]),
        also_common_words=frozenset(data["also_common_words"]),
        nicknames=nicknames,
    )


@cache
def words() -> Words:
    """Common words of names, both languages."""
    data = _load("words")
    designators = data["designators"]
    return Words(
        stop=frozenset(data["stop"]),
        articles=frozenset(data["articles"]["en"] + data["articles"]["es"]),
        settlement_of=tuple(data["settlement_of"]),
        concept_of=designators["concept_of"],
        neutral_for={concept: frozenset(kinds) for concept, *kinds in designators["neutral_for"]},
        generic=frozenset(data["generic_nouns"]),
        environments=frozenset(data["environments"]),
        meaning={word: row[0] for row in data["same_meaning"] for word in row},
    )


@cache
def organisations() -> Organisations:
    """Legal forms and business words."""
    data = _load("organisations")
    forms = sorted((tuple(form.split()) for form in data["legal_forms"]), key=len, reverse=True)
    by_last_word = {last: tuple(form for form in forms if form[-1] == last) for *_, last in forms}
    return Organisations(by_last_word, data["legal_families"], frozenset(data["business_descriptors"]))


@cache
def places() -> Places:
    """Regions, capitals and shared place names."""
    data = _load("places")
    home: dict[str, set[str]] = {}
    for country in data["countries"]:
        for capital in country["capital"]:
            home.setdefault(name_key(capital), set()).add(country["names"][0])
    return Places(
        regions=_regions(data),
        home={city: frozenset(countries) for city, countries in home.items()},
        ambiguous=frozenset(map(name_key, data["ambiguous"])),
    )


@dataclass(frozen=True, slots=True)
class References:
    """Words that refer: pronoun → (kinds, gender), words that make a noun definite, noun → kinds, pronouns at large."""

    pronouns: Mapping[str, tuple[frozenset[str], str]]
    definite: frozenset[str]
    nouns: Mapping[str, frozenset[str]]
    never_names: frozenset[str]


@cache
def references() -> References:
    """Words that refer without naming, both languages."""
    data = _load("references")
    return References(
        pronouns={word: (frozenset(kinds.split()), gender) for word, (kinds, gender) in data["pronouns"].items()},
        definite=frozenset(data["definite"]),
        nouns={noun: frozenset(kinds.split()) for noun, kinds in data["nouns"].items()},
        never_names=frozenset(data["never_names"]),
    )


@cache
def numbers() -> Numbers:
    """Words that count, both languages."""
    data = _load("numbers")
    months = {word: f"m{number}" for word, number in data["months"].items()}
    weekdays = {word: f"w{number}" for word, number in data["weekdays"].items()}
    return Numbers(data["words"], data["roman"], months | weekdays)


@cache
def gazetteer(table: str) -> Mapping[str, str]:
    """Key of every known form → the name it stands for; ``table``: places, organisations or technologies."""
    if table == "places":
        data = _load("places")
        return _forms(data["exonyms"] + [country["names"] for country in data["countries"]])
    return _forms(_load(table)["aliases"])


@cache
def known_words() -> frozenset[str]:
    """Single words that some table knows: a known word is not a misspelling of another known word."""
    common = words()
    single = {form for table in ("places", "organisations", "technologies") for form in gazetteer(table)}
    single |= common.generic | common.environments | set(common.meaning) | organisations().business_descriptors
    return frozenset(single | persons().given_names | set(numbers().words) | set(numbers().calendar))


def _load(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((_FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return loaded


def _nicknames(rows: Iterable[list[str]]) -> dict[str, frozenset[str]]:
    full_names: dict[str, set[str]] = {}
    for full, *nicknames in rows:
        for nickname in nicknames:
            full_names.setdefault(nickname, set()).add(full)
    return {nickname: frozenset(full) for nickname, full in full_names.items()}


def _forms(rows: Iterable[list[str]]) -> dict[str, str]:
    return {name_key(form): row[0] for row in rows for form in row}


def _regions(data: dict[str, Any]) -> dict[str, tuple[str, str]]:
    """Every spelling of a country or region; a spelling of both (Granada, Georgia) is read as the region."""
    found = {name_key(name): ("", country["names"][0]) for country in data["countries"] for name in country["names"]}
    for group in data["regions"]:
        for names in group["names"]:
            found |= {name_key(name): (names[0], group["country"]) for name in names}
    return found
