"""Names of all but persons: what describes is taken off from the outside in, what remains is the core."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from recuerdo.nlp.names import tables
from recuerdo.nlp.names.counting import is_number, numbers_of, read_numbers
from recuerdo.nlp.names.name import Name
from recuerdo.nlp.names.spelling import (
    Word,
    join_dotted_capitals,
    name_key,
    read_ordinals,
    split_compounds,
    tidy,
    words,
)
from recuerdo.nlp.names.types import ARTEFACTS, type_class

_POSSESSIVE = re.compile(r"['’]s?$")
_ASIDE = re.compile(r"(.*\S)\s*\(([^()]{1,60})\)")
_IDENTIFIER = re.compile(r"[a-z0-9]+(?:[-_.][a-z0-9]+)+|\w+(?:_\w+)+")
_ALSO_PLAIN_WORDS = frozenset({"spa", "as", "se", "ab", "sas"})
_BEFORE = Word("-", "-")
_CONNECTORS = frozenset({"de", "del", "of"})
_TABLES = {
    "place": ("places",),
    "org": ("organisations", "technologies", "places"),
    "": ("places", "organisations", "technologies"),
}


def read_thing(name: Name) -> Name:
    """Fill in the parts of the name of an organisation, place, event, artefact or anything not known to be a person."""
    kind = name.type_class
    body, qualifier, acronym = _split_aside(_POSSESSIVE.sub("", name.text.strip()), kind)
    whole = _split_words(body)
    named, legal = _without_legal_form(whole, kind)
    bare, article = _without_article(named, kind)
    bare = _without_settlement(bare, kind)
    core, designators = _without_designators(bare, kind)
    numbered = read_numbers(core)
    content = _content(core, numbered)
    is_identifier = _is_identifier(name.text.strip(), whole)
    return replace(
        name,
        words=tuple(word.folded for word in whole),
        core=numbered,
        content=content,
        concepts=frozenset(map(_concept, content)),
        numbers=numbers_of(numbered),
        qualifier=qualifier,
        declared_acronym=acronym,
        acronym=_acronym(body),
        initials=tuple(_initials(named, whole)),
        known_as=_known_as(body, bare, kind),
        legal_family=legal,
        designators=designators,
        article=article,
        is_identifier=is_identifier,
        is_generic=not is_identifier and not name.emoji and _is_generic(whole),
    )


def _split_words(body: str) -> list[Word]:
    return split_compounds(words(tidy(join_dotted_capitals(read_ordinals(body)))))


def _split_aside(text: str, kind: str) -> tuple[str, tuple[str, str], str]:
    """Body, qualifier and declared acronym of "X (Y)" and "X, Y"."""
    if match := _ASIDE.fullmatch(text):
        body, aside = match.groups()
        if _spells(aside, body) and kind != "place":
            return body, ("", ""), name_key(aside)
        if _spells(body, aside) and kind != "place":
            return aside, ("", ""), name_key(body)
        return body, _qualifier(aside, kind), ""
    body, comma, rest = text.partition(",")
    region = _region(rest.partition(",")[0].strip(), kind) if comma and body.strip() else None
    return (body, region, "") if region else (text, ("", ""), "")


def _spells(acronym: str, text: str) -> bool:
    """Whether capitals abbreviate a text: the first letter begins it, the others follow in order."""
    if not acronym.isupper() or not acronym.isalpha() or not 2 <= len(acronym) <= 6:
        return False
    letters = iter(name_key(text))
    folded = name_key(acronym)
    return name_key(text).startswith(folded[0]) and all(letter in letters for letter in folded)


def _qualifier(aside: str, kind: str) -> tuple[str, str]:
    if kind and type_class(aside) == kind:
        return ("", "")
    return _region(aside, kind) or ("branch", name_key(aside))


def _region(text: str, kind: str) -> tuple[str, str] | None:
    if kind not in {"place", "org", ""} or (len(text) <= 2 and not (text.isupper() and kind == "place")):
        return None
    return tables.places().regions.get(name_key(text))


def _without_legal_form(found: list[Word], kind: str) -> tuple[list[Word], str]:
    """Words without a legal form at the end, and the family the form belongs to."""
    if kind not in {"org", ""}:
        return found, ""
    known = tables.organisations()
    folded = tuple(word.folded for word in found)
    for form in known.legal_forms.get(folded[-1], ()) if folded else ():
        if len(folded) > len(form) and folded[-len(form) :] == form and _is_written_as_form(found[-len(form) :], kind):
            joined = "".join(form)
            return found[: -len(form)], known.legal_families.get(joined, joined)
    return found, ""


def _is_written_as_form(tail: Sequence[Word], kind: str) -> bool:
    """Forms that are words as well (spa, as, se) count only with inner capitals: SpA, AS, SE."""
    if kind == "" and sum(len(word.text) for word in tail) < 3:
        return False
    return len(tail) > 1 or tail[0].folded not in _ALSO_PLAIN_WORDS or not tail[0].text[1:].islower()


def _without_article(found: list[Word], kind: str) -> tuple[list[Word], str]:
    if len(found) < 2 or found[0].folded not in tables.words().articles or _is_place_with_article(found, kind):
        return found, ""
    is_capital = found[0].text != found[0].text.lower()
    belongs = is_capital and (found[0].folded in {"a", "an"} or kind == "place" or len(found) == 2)
    return (found, "") if belongs and found[0].folded != "the" else (found[1:], found[0].text)


def _is_place_with_article(found: Sequence[Word], kind: str) -> bool:
    key = "".join(word.folded for word in found)
    return kind in {"place", ""} and (key in tables.gazetteer("places") or key in tables.places().ambiguous)


def _without_settlement(found: list[Word], kind: str) -> list[Word]:
    """City of Seville → Seville, unless a country has that name (Ciudad de México)."""
    if kind not in {"place", ""}:
        return found
    folded = " ".join(word.folded for word in found) + " "
    for prefix in tables.words().settlement_of:
        rest = found[len(prefix.split()) :]
        if folded.startswith(prefix + " ") and rest and not _is_country(rest):
            return rest
    return found


def _is_country(found: Sequence[Word]) -> bool:
    region, country = tables.places().regions.get("".join(word.folded for word in found), ("", ""))
    return bool(country) and not region


def _without_designators(found: list[Word], kind: str) -> tuple[list[Word], frozenset[str]]:
    """Words without project, equipo, service … at either end, and the concepts of those words."""
    concepts = set()
    if (concept := _designator(found[:1], kind)) and _names_something(found[1:]):
        concepts.add(concept)
        found = found[1:]
        if found[0].folded in _CONNECTORS and _names_something(found[1:]):
            found = found[1:]
    if (concept := _designator(found[-1:], kind)) and _names_something(found[:-1]):
        concepts.add(concept)
        found = found[:-1]
    return found, frozenset(concepts)


def _designator(word: Sequence[Word], kind: str) -> str:
    concept = tables.words().concept_of.get(word[0].folded, "") if word else ""
    return "" if concept == "river" and kind not in {"place", ""} else concept


def _names_something(found: Sequence[Word]) -> bool:
    """Whether words would still be a name: "Project A" and "Team 3" are nothing without their first word."""
    common = tables.words()
    numbered = read_numbers([_BEFORE, *found])[1:]
    return any(not is_number(word) and word not in common.generic and word not in common.stop for word in numbered)


def _content(core: Sequence[Word], numbered: Sequence[str]) -> tuple[str, ...]:
    """The numbered core without stop words; "dos" counts, and a name of stop words alone keeps them."""
    stop = tables.words().stop
    kept = tuple(word for written, word in zip(core, numbered, strict=True) if word not in stop or _stands(written))
    return kept or tuple(numbered)


def _stands(written: Word) -> bool:
    """A stop word in capitals is a name: "IT", "OF"."""
    return len(written.text) > 1 and written.text.isupper()


def _concept(word: str) -> str:
    if word in (meaning := tables.words().meaning):
        return meaning[word]
    known = tables.gazetteer("places").get(word, word)
    return word if word in tables.places().ambiguous else known


def _acronym(body: str) -> str:
    joined = join_dotted_capitals(body.strip())
    return name_key(joined) if joined.isupper() and joined.isalpha() and 2 <= len(joined) <= 6 else ""


def _initials(named: Sequence[Word], whole: Sequence[Word]) -> Iterator[str]:
    """The initials with and without stop words, legal form and article."""
    stop = tables.words().stop
    seen = set()
    for found in (named, whole):
        for chosen in (found, [word for word in found if word.folded not in stop]):
            letters = "".join(word.folded[0] for word in chosen)
            if 2 <= len(letters) <= 8 and letters.isalpha() and letters not in seen:
                seen.add(letters)
                yield letters


def _known_as(body: str, bare: Sequence[Word], kind: str) -> tuple[str, str]:
    """The table and entry of a known name; forms of one or two letters count only in capitals, or as artefacts."""
    consulted = ("technologies", "organisations") if kind in ARTEFACTS else _TABLES.get(kind, ())
    for key in (name_key(body), "".join(word.folded for word in bare)):
        if len(key) <= 2 and not (body.isupper() or join_dotted_capitals(body).isupper() or kind in ARTEFACTS):
            continue
        for table in consulted:
            if key in (forms := tables.gazetteer(table)):
                return table, forms[key]
    return ("", "")


def _is_identifier(text: str, found: Sequence[Word]) -> bool:
    is_compound = len(found) > 1 and text.isalnum()
    return bool(_IDENTIFIER.fullmatch(text)) or is_compound


def _is_generic(found: Sequence[Word]) -> bool:
    common = tables.words()
    named = [word.folded for word in found if word.folded not in common.stop and word.folded not in common.articles]
    return bool(named) and all(word in common.generic for word in named)
