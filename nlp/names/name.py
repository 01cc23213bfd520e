"""The parsed name: a value."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Name:
    """A name and its parts; every part is folded (`spelling.fold`) unless it says otherwise.

    Equality of two names is equality of text and type: the parts follow from them.
    """

    text: str
    """As written."""
    entity_type: str = ""
    """As given."""
    type_class: str = field(default="", compare=False)
    key: str = field(default="", compare=False)
    """The exact key (`name_key`)."""
    umlaut_key: str = field(default="", compare=False)
    """The key with ä, ö, ü as ae, oe, ue."""
    words: tuple[str, ...] = field(default=(), compare=False)
    """All words, compounds split."""
    core: tuple[str, ...] = field(default=(), compare=False)
    """The words that are the name: without article, legal form, designator, title; numbers as digits."""
    content: tuple[str, ...] = field(default=(), compare=False)
    """The core without stop words."""
    concepts: frozenset[str] = field(default=frozenset(), compare=False)
    """The content, each word as its concept in both languages."""
    numbers: tuple[str, ...] = field(default=(), compare=False)
    """What counts: digits, number words, roman numerals, months, weekdays, single letters; sorted."""
    emoji: tuple[str, ...] = field(default=(), compare=False)
    address: str = field(default="", compare=False)
    """``repo:owner/name``, or host and path of a URL; not folded."""
    path: str = field(default="", compare=False)
    """A normalised POSIX path; not folded."""
    email: str = field(default="", compare=False)
    qualifier: tuple[str, str] = field(default=("", ""), compare=False)
    """Where or which: (region, country), or ("branch", key) for what no table knows."""
    declared_acronym: str = field(default="", compare=False)
    """The acronym that the text itself gives: "Northwind Logistics (NWL)"."""
    acronym: str = field(default="", compare=False)
    """The whole name, if it is written as an acronym."""
    initials: tuple[str, ...] = field(default=(), compare=False)
    """The acronyms that this name may have."""
    known_as: tuple[str, str] = field(default=("", ""), compare=False)
    """(table, name) of a known place, organisation or technology."""
    titles: frozenset[str] = field(default=frozenset(), compare=False)
    suffix: str = field(default="", compare=False)
    """Of persons: ``jr``, ``sr`` or a regnal number."""
    legal_family: str = field(default="", compare=False)
    designators: frozenset[str] = field(default=frozenset(), compare=False)
    """Concepts of the words that say what it is: project, team, service."""
    article: str = field(default="", compare=False)
    """An article taken off in front, as written."""
    is_identifier: bool = field(default=False, compare=False)
    """payment-service, payment_service, PaymentService."""
    is_generic: bool = field(default=False, compare=False)
    """Nothing but common nouns: "the meeting", "mi oficina"."""
    is_lowercase: bool = field(default=False, compare=False)
