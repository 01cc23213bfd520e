"""Are two persons' names one person's? Given name, then family name, then what is left over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from recuerdo.nlp.names import Name, tables
from recuerdo.nlp.resolution.alignment import Alignment, align, misspelling, sounds
from recuerdo.nlp.resolution.decision import DOUBT, Verdict, ask, link, link_if_unique, new

_SCORES = {"nickname": 0.92, "misspelling": 0.91, "initial": 0.90, "second surname": 0.90, "middle initial": 0.90}
_WEAK = {"weak nickname", "spelling variant", "middle name"}


class _Given(NamedTuple):
    """How two given names relate, and how many words of each that takes."""

    relation: str
    left: int = 1
    right: int = 1


def compare_people(mention: Name, stored: Name) -> Verdict:
    """The first rule that applies decides; the last always does."""
    for rule in _RULES:
        if verdict := rule(mention, stored):
            return verdict
    return _full_names(mention, stored)


def _contradiction(mention: Name, stored: Name) -> Verdict | None:
    if mention.numbers != stored.numbers:
        return new("number", "numbers differ")
    if mention.suffix != stored.suffix:
        return _different_suffix(mention, stored)
    genders = {_title_gender(mention) or _given_gender(mention), _title_gender(stored) or _given_gender(stored)}
    if genders == {"f", "m"} and (mention.titles or stored.titles):
        return new("title", "the titles are of a woman and of a man")
    return None


def _different_suffix(mention: Name, stored: Name) -> Verdict:
    if mention.suffix and stored.suffix:
        return new("suffix", f"different persons of one name: {mention.suffix} and {stored.suffix}")
    if not _may_be_one(mention, stored):
        return new("person", "the names differ")
    return ask(DOUBT, "suffix", f"only one of them is called {mention.suffix or stored.suffix}")


def _may_be_one(mention: Name, stored: Name) -> bool:
    return bool(mention.core and stored.core) and mention.core == stored.core


def _same_words(mention: Name, stored: Name) -> Verdict | None:
    if not mention.core or mention.core != stored.core:
        return None
    if mention.qualifier != stored.qualifier:
        return _different_aside(mention, stored)
    if len(mention.core) == 1 and len(mention.core[0]) == 1:
        return ask(DOUBT, "initial", "an initial alone")
    return link(0.97, "person", "the same given and family name")


def _different_aside(mention: Name, stored: Name) -> Verdict:
    if all((mention.qualifier[1], stored.qualifier[1])):
        return new("qualifier", f"told apart by {mention.qualifier[1]} and {stored.qualifier[1]}")
    return ask(DOUBT, "qualifier", f"only one of them says {mention.qualifier[1] or stored.qualifier[1]}")


def _one_word(mention: Name, stored: Name) -> Verdict | None:
    """One name on at least one side: a part of a known full name links, a full name never joins a stored part."""
    short, full = sorted((mention.core, stored.core), key=len)
    if len(short) != 1 or not full:
        return None if short else new("person", "no name but a title")
    if len(full) == 1:
        return _two_single_names(short[0], full[0])
    return _part_of(short[0], full, is_mention_short=len(mention.core) == 1)


def _two_single_names(one: str, other: str) -> Verdict:
    if 1 in {len(one), len(other)}:
        return ask(0.76, "initial", "an initial alone") if one[0] == other[0] else new("person", "initials differ")
    if _nickname(one, other):
        return ask(DOUBT, "nickname", "a nickname without a family name")
    if misspelling(one, other) or _is_spelling_variant(one, other):
        return ask(DOUBT, "misspelling", "nearly the same spelling, and no family name")
    return new("person", "the names differ")


def _part_of(short: str, full: Sequence[str], *, is_mention_short: bool) -> Verdict:
    relation = _part_relation(short, full)
    if not relation:
        return new("person", f"{short} is no part of the other name")
    if relation != "link":
        return ask(0.78, relation, f"one short name ({relation}) and no more", within_episode=relation == "part")
    if not is_mention_short:
        return ask(DOUBT, "part", "only a part of the name was known before", within_episode=True)
    return link_if_unique(0.90, "part", f"{short}: the given or family name of a known person")


def _part_relation(short: str, full: Sequence[str]) -> str:
    if len(short) == 1:
        return "initial" if short in {word[0] for word in full} else ""
    given = _given_names((short,), full)
    if short == full[-1] or given.relation in {"same", "nickname"}:
        return "link"
    if short in full[1:-1]:
        return "part" if short in tables.persons().given_names else "link"
    if given.relation in {"weak nickname", "misspelling", "spelling variant"}:
        return given.relation
    return "misspelling" if misspelling(short, full[-1]) else ""


def _other_order(mention: Name, stored: Name) -> Verdict | None:
    if mention.core != stored.core and sorted(mention.core) == sorted(stored.core):
        return ask(DOUBT, "order", "the same names in another order", within_episode=True)
    return None


def _initials_only(mention: Name, stored: Name) -> Verdict | None:
    for short, full in ((mention.core, stored.core), (stored.core, mention.core)):
        if all(len(word) == 1 for word in short):
            same = [word[0] for word in full] == list(short)
            return ask(0.78, "initial", "initials only") if same else new("person", "initials differ")
    return None


def _full_names(mention: Name, stored: Name) -> Verdict:
    given = _given_names(mention.core, stored.core)
    if not given.relation:
        return new("person", f"other given name: {mention.core[0]} and {stored.core[0]}")
    rest = align(mention.core[given.left :], stored.core[given.right :], _are_one_word)
    if not _spells_family(rest):
        return _unspelt_family(rest)
    if rest.left and rest.right:
        return new("person", f"other names: {' '.join(rest.left)} and {' '.join(rest.right)}")
    signals = _signals(given, rest, mention, stored)
    return _weigh(signals)


def _unspelt_family(rest: Alignment) -> Verdict:
    if rest.pairs and not (rest.left or rest.right):
        return ask(DOUBT, "initial", "the family name is only an initial", within_episode=True)
    return new("person", "other family name")


def _signals(given: _Given, rest: Alignment, mention: Name, stored: Name) -> set[str]:
    found = {given.relation} | {_relation(*pair) for pair in rest.pairs}
    if extra := rest.left or rest.right:
        longer = mention.core if rest.left else stored.core
        found.add(_extra(extra, longer, rest))
    return found - {"same"}


def _extra(extra: Sequence[str], longer: Sequence[str], rest: Alignment) -> str:
    if all(len(word) == 1 for word in extra):
        return "middle initial"
    return "second surname" if longer[-len(extra) :] == tuple(extra) and rest.pairs else "middle name"


def _weigh(signals: set[str]) -> Verdict:
    said = " and ".join(sorted(signals))
    if not signals:
        return link(0.97, "person", "the same given and family name")
    if len(signals) > 1 or signals & _WEAK:
        return ask(DOUBT, "person", f"same family name, but {said}", within_episode="initial" in signals)
    return link_if_unique(_SCORES[next(iter(signals))], "person", f"same family name; {said}")


def _spells_family(rest: Alignment) -> bool:
    return any(_relation(*pair) in {"same", "misspelling", "spelling variant"} for pair in rest.pairs)


def _given_names(left: Sequence[str], right: Sequence[str]) -> _Given:
    """The relation of two first names; a nickname may stand for a double name (Chema: José María)."""
    if relation := _relation(left[0], right[0]):
        return _Given(relation)
    for one, double, found in (
        (left[0], " ".join(right[:2]), _Given("nickname", 1, 2)),
        (right[0], " ".join(left[:2]), _Given("nickname", 2, 1)),
    ):
        if double in tables.persons().nicknames.get(one, ()):
            return found
    return _Given("")


def _are_one_word(one: str, other: str) -> bool:
    return bool(_relation(one, other))


def _relation(one: str, other: str) -> str:
    """same, initial, nickname, weak nickname, misspelling, spelling variant; "" for two names."""
    if one == other:
        return "same"
    if 1 in {len(one), len(other)}:
        return "initial" if one[0] == other[0] else ""
    if found := _nickname(one, other):
        return found
    if misspelling(one, other) >= 0.9:
        return "misspelling"
    return "spelling variant" if _is_spelling_variant(one, other) else ""


def _nickname(one: str, other: str) -> str:
    known = tables.persons()
    full_one, full_other = known.nicknames.get(one, frozenset()), known.nicknames.get(other, frozenset())
    if one in full_other or other in full_one:
        return "weak nickname" if {one, other} & known.weak_nicknames else "nickname"
    return "weak nickname" if full_one & full_other else ""


def _is_spelling_variant(one: str, other: str) -> bool:
    """Sara and Sarah, Eric and Erik, Ana and Anna; 6 or 7 letters with one slip."""
    if misspelling(one, other):
        return True
    return len(one) > 2 and len(other) > 2 and _heard(one) == _heard(other)


def _heard(word: str) -> str:
    return sounds(word.replace("h", "").replace("k", "c"))


def _title_gender(name: Name) -> str:
    titles = tables.persons().titles
    if name.titles & titles.feminine:
        return "f"
    return "m" if name.titles & titles.masculine else ""


def _given_gender(name: Name) -> str:
    return tables.persons().genders.get(name.core[0], "") if len(name.core) > 1 else ""


_RULES: tuple[Callable[[Name, Name], Verdict | None], ...] = (
    _contradiction,
    _same_words,
    _one_word,
    _other_order,
    _initials_only,
)
