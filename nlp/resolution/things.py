"""Are two names one thing's? An ordered list of rules for all that is not a person."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from recuerdo.nlp.names import Name, tables
from recuerdo.nlp.names.counting import is_number, is_year
from recuerdo.nlp.resolution.alignment import Alignment, align, misspelling
from recuerdo.nlp.resolution.decision import DOUBT, Verdict, ask, link, link_if_unique, new

_NUMERONYM = re.compile(r"([a-z])(\d{1,2})([a-z])")
_COMPOSED = frozenset({"org", "event", "object"})


def compare_things(mention: Name, stored: Name) -> Verdict:
    """The first rule that applies decides; the last always does."""
    for rule in _RULES:
        if verdict := rule(mention, stored):
            return verdict
    return _side_by_side(mention, stored)


def _known(mention: Name, stored: Name) -> Verdict | None:
    """Both stand in a table: Sevilla and Seville, Postgres and PostgreSQL; Iran and Iraq."""
    table, one = mention.known_as
    if not one or stored.known_as[0] != table or mention.qualifier != stored.qualifier:
        return None
    if one != stored.known_as[1]:
        return new("known", f"two different known names: {one} and {stored.known_as[1]}")
    if _is_shared_place(mention) or _is_shared_place(stored):
        return ask(DOUBT, "known", f"one of several places of that name may be {one}")
    return link(0.96, "known", f"both are known names of {one}")


def _is_shared_place(name: Name) -> bool:
    return "".join(name.core) in tables.places().ambiguous


def _acronym(mention: Name, stored: Name) -> Verdict | None:
    """An acronym and the name whose initials it is."""
    for short, full in ((mention, stored), (stored, mention)):
        if not short.acronym or full.acronym or short.numbers != full.numbers:
            continue
        if short.acronym == full.declared_acronym:
            return link(0.97, "acronym", f"the text itself abbreviates it {short.text}")
        if short.acronym in full.initials and len(full.words) > 1:
            return _initials(short, full)
    return None


def _initials(short: Name, full: Name) -> Verdict:
    if len(short.acronym) < 3 or full.qualifier[1]:
        return ask(0.78, "acronym", f"{short.text} may stand for it")
    if short.known_as[1]:
        return ask(DOUBT, "acronym", f"{short.text} is known as {short.known_as[1]}")
    return link_if_unique(0.91, "acronym", f"{short.text} is made of its initials")


def _numeronym(mention: Name, stored: Name) -> Verdict | None:
    """k8s, i18n: first letter, how many are left out, last letter."""
    for short, full in ((mention.key, stored.key), (stored.key, mention.key)):
        match = _NUMERONYM.fullmatch(short)
        if match and full.isalpha() and full[0] + full[-1] == match[1] + match[3] and len(full) == int(match[2]) + 2:
            return link(0.95, "numeronym", f"{short} abbreviates {full}")
    return None


def _number(mention: Name, stored: Name) -> Verdict | None:
    if mention.numbers == stored.numbers:
        return None
    one, other = (_spoken(name.numbers) for name in (mention, stored))
    return new("number", f"numbers differ: {one} and {other}")


def _spoken(numbers: Sequence[str]) -> str:
    return " ".join(number.lstrip("#").replace("·", ".") for number in numbers) or "none"


def _qualifier(mention: Name, stored: Name) -> Verdict | None:
    """Boston, MA and Boston; Paris, Texas and Paris, France."""
    one, other = mention.qualifier, stored.qualifier
    if one == other:
        return None
    if one[1] and other[1]:
        if one[1] == other[1] and one[0] != "branch" and not (one[0] and other[0]):
            return ask(DOUBT, "qualifier", f"one is in {one[1]}, the other in some part of it")
        return new("qualifier", f"told apart by {_said(one)} and {_said(other)}")
    if not _share_core(mention, stored):
        return None
    return _one_qualifier(mention, one if one[1] else other)


def _one_qualifier(name: Name, qualifier: tuple[str, str]) -> Verdict:
    said = _said(qualifier)
    city = "".join(name.core)
    places = tables.places()
    is_elsewhere = city in places.home and not places.home[city] & set(qualifier)
    if name.type_class != "place" or qualifier[0] == "branch" or city in places.ambiguous or is_elsewhere:
        return ask(DOUBT, "qualifier", f"only one of them says {said}")
    return link_if_unique(0.91, "qualifier", f"the same place; one name adds {said}")


def _said(qualifier: tuple[str, str]) -> str:
    return qualifier[1] if qualifier[0] in {"", "branch"} else qualifier[0]


def _share_core(mention: Name, stored: Name) -> bool:
    same_known = bool(mention.known_as[1]) and mention.known_as == stored.known_as
    return same_known or (bool(mention.content) and mention.content == stored.content)


def _same_core(mention: Name, stored: Name) -> Verdict | None:
    """The name itself is the same; only what describes the thing differs."""
    if not mention.core or mention.core != stored.core:
        return None
    for reason in (_designators, _legal_forms, _articles):
        if verdict := reason(mention, stored):
            return verdict
    return link(0.94, "core", "the same name but for a possessive or punctuation")


def _designators(mention: Name, stored: Name) -> Verdict | None:
    differing = mention.designators ^ stored.designators
    if not differing:
        return None
    said = " and ".join(sorted(differing))
    kinds = {mention.type_class, stored.type_class}
    if mention.designators and stored.designators and not mention.designators & stored.designators:
        return ask(DOUBT, "designator", f"one name, two kinds of thing: {said}")
    is_inside = any(name.is_identifier and name.designators & differing for name in (mention, stored))
    if is_inside or not all(_repeats_type(word, kinds) for word in differing):
        return ask(DOUBT, "designator", f"only one of them says {said}")
    return link(0.93, "designator", f"{said} only repeats what it is")


def _repeats_type(concept: str, kinds: set[str]) -> bool:
    return bool(kinds & tables.words().neutral_for.get(concept, frozenset()))


def _legal_forms(mention: Name, stored: Name) -> Verdict | None:
    one, other = mention.legal_family, stored.legal_family
    if one == other:
        return None
    if one and other:
        return ask(0.84, "legal form", f"one name, two legal forms: {one} and {other}")
    return link(0.95, "legal form", f"one name adds its legal form, {one or other}")


def _articles(mention: Name, stored: Name) -> Verdict | None:
    if mention.article.lower() == stored.article.lower():
        return None
    if _is_shared_place(mention):
        return ask(DOUBT, "article", "the article may tell two places apart")
    return link(0.94, "article", "one name has an article")


def _same_content(mention: Name, stored: Name) -> Verdict | None:
    """The same words but for de, of, and; a number may stand elsewhere."""
    if not mention.content or sorted(mention.content) != sorted(stored.content):
        return None
    if doubt := _roles_doubtful(mention, stored):
        return doubt
    if mention.content == stored.content:
        return _stop_words(mention, stored)
    if _unnumbered(mention) == _unnumbered(stored) and _is_free_to_move(mention.numbers):
        return link(0.92, "number moved", "the same words; the number stands elsewhere")
    return ask(DOUBT, "order", "the same words in another order", within_episode=True)


def _roles_doubtful(mention: Name, stored: Name) -> Verdict | None:
    """A designator or legal form that doubts where the core is the same doubts here as well."""
    for reason in (_designators, _legal_forms):
        verdict = reason(mention, stored)
        if verdict and verdict.score < 0.9:
            return verdict
    return None


def _stop_words(mention: Name, stored: Name) -> Verdict:
    differing = set(mention.core) ^ set(stored.core)
    if len(mention.content) == 1 and differing:
        return ask(DOUBT, "article", f"only one of them says {' '.join(sorted(differing))}")
    return link(0.93, "stop words", "the same words but for articles and prepositions")


def _unnumbered(name: Name) -> list[str]:
    return [word for word in name.content if not is_number(word)]


def _is_free_to_move(numbers: Sequence[str]) -> bool:
    """Numbers of different sorts (a day, a month, a year): their order says nothing."""
    sorts = [_sort(number) for number in numbers]
    return len(sorts) == len(set(sorts))


def _sort(number: str) -> str:
    if is_year(number):
        return "year"
    return "count" if number[1].isdigit() else number[1] if len(number) > 2 else "letter"


def _plural(mention: Name, stored: Name) -> Verdict | None:
    if len(mention.content) != len(stored.content) or mention.acronym or stored.acronym:
        return None
    differing = [pair for pair in zip(mention.content, stored.content, strict=True) if pair[0] != pair[1]]
    if not differing or not all(_is_plural(*pair) for pair in differing):
        return None
    are_common = (mention.is_lowercase and stored.is_lowercase) or {mention.type_class, stored.type_class} <= {"object"}
    is_single = len(mention.content) == 1
    is_product = bool({mention.type_class, stored.type_class} & {"project", "product", "service"})
    if not are_common or mention.is_identifier or stored.is_identifier or (is_single and is_product):
        return ask(DOUBT, "plural", "one may be the plural of the other")
    return link(0.91, "plural", "a common noun and its plural")


def _is_plural(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    if len(short) < 3 or not (short.isalpha() and long.isalpha()):
        return False
    return long in {f"{short}s", f"{short}es"} or (
        short[-1] in "yz" and long in {short[:-1] + "ies", short[:-1] + "ces"}
    )


def _same_concepts(mention: Name, stored: Name) -> Verdict | None:
    """Sala Norte and North Room: the same concepts in two languages, or abbreviated."""
    if not mention.concepts or mention.concepts != stored.concepts or len(mention.content) != len(stored.content):
        return None
    if sorted(mention.content) == sorted(stored.content):
        return None
    if doubt := _roles_doubtful(mention, stored):
        return doubt
    if len(mention.content) == 1 and mention.type_class in {"project", "product", "service"}:
        return ask(DOUBT, "translation", "the same word in the other language")
    return link(0.91, "translation", "the same words in the other language or abbreviated")


def _side_by_side(mention: Name, stored: Name) -> Verdict:
    """What is left when the words are put side by side."""
    rest = align(mention.content, stored.content, _are_one_word)
    if rest.left and rest.right:
        return new("contrast", f"told apart by {' '.join(rest.left)} and {' '.join(rest.right)}")
    if not rest.pairs:
        return new("different", "no word in common")
    if rest.left or rest.right:
        return _one_sided(mention, stored, rest)
    return _misspelt(mention, stored, rest)


def _are_one_word(one: str, other: str) -> bool:
    return one == other or bool(misspelling(one, other)) or _concept(one) == _concept(other)


def _concept(word: str) -> str:
    return tables.words().meaning.get(word, word)


def _misspelt(mention: Name, stored: Name, rest: Alignment) -> Verdict:
    slips = [pair for pair in rest.pairs if pair[0] != pair[1] and _concept(pair[0]) != _concept(pair[1])]
    if mention.is_identifier or stored.is_identifier:
        return new("identifier", "identifiers are spelt exactly")
    if not slips:
        return ask(DOUBT, "translation", "the same words, partly in the other language")
    one, other = slips[0]
    score = misspelling(one, other)
    if len(slips) > 1 or score < 0.9 or _is_common_noun(mention, stored):
        return ask(0.85, "misspelling", f"{one} may be {other} misspelt")
    return _roles_doubtful(mention, stored) or link(score, "misspelling", f"{one} is {other} misspelt")


def _is_common_noun(mention: Name, stored: Name) -> bool:
    """Common nouns lie close together (mediation, meditation); names rarely do."""
    if mention.is_lowercase and stored.is_lowercase:
        return True
    return len(mention.content) == 1 and bool({mention.type_class, stored.type_class} & {"object", "event", ""})


def _one_sided(mention: Name, stored: Name, rest: Alignment) -> Verdict:
    extra = rest.left or rest.right
    said = " ".join(word.lstrip("#") for word in extra)
    names_variant = bool(set(extra) & tables.words().environments)
    if mention.is_identifier or stored.is_identifier or names_variant or any(one != other for one, other in rest.pairs):
        return new("extra", f"only one of them says {said}")
    kinds = {mention.type_class, stored.type_class}
    if set(extra) <= tables.organisations().business_descriptors and _may_be_described(kinds, len(rest.pairs)):
        return ask(0.82, "descriptor", f"{said} may only say what it does", within_episode=bool(rest.right))
    if len(extra) == 1 and len(rest.pairs) > 1 and kinds & _COMPOSED:
        is_short_form = bool(rest.right) and extra[0] in {stored.content[0], stored.content[-1]}
        return ask(0.76, "subset", f"one name leaves out {said}", within_episode=is_short_form)
    return new("extra", f"only one of them says {said}")


def _may_be_described(kinds: set[str], shared_words: int) -> bool:
    """A company by its trade; a place only where two words or more are shared."""
    return bool(kinds & {"org", ""}) or ("place" in kinds and shared_words > 1)


_RULES: tuple[Callable[[Name, Name], Verdict | None], ...] = (
    _known,
    _acronym,
    _numeronym,
    _number,
    _qualifier,
    _same_core,
    _same_content,
    _plural,
    _same_concepts,
)
