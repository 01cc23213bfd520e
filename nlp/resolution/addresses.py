"""Addresses are compared exactly: no similarity makes two URLs or two files one."""

from __future__ import annotations

import posixpath

from recuerdo.nlp.names import Name, name_key
from recuerdo.nlp.resolution.decision import DOUBT, Verdict, ask, link, new


def compare_paths(mention: Name, stored: Name) -> Verdict | None:
    """Files: the same normalised path; a path that ends in the other asks."""
    one, other = mention.path, stored.path
    if one and other:
        return _two_paths(one, other)
    if not (one or other) or mention.key == stored.key:
        return None
    if _stem_key(one or other) in {mention.key, stored.key} or posixpath.basename(one or other) in {
        mention.text,
        stored.text,
    }:
        return ask(DOUBT, "path", "the name of a file, and its path")
    return None


def _two_paths(one: str, other: str) -> Verdict:
    if one == other:
        return link(0.99, "path", "the same path")
    if one.casefold() == other.casefold():
        return link(0.93, "path", "the same path but for case")
    if _segments(one) == _segments(other):
        return link(0.92, "path", "the same path but for separators")
    if one.endswith("/" + other) or other.endswith("/" + one):
        return ask(DOUBT, "path", "one path may be the end of the other")
    return new("path", "different paths")


def compare_addresses(mention: Name, stored: Name) -> Verdict | None:
    """URLs and repositories: equal, or two; a name that is the last part or the domain asks."""
    one, other = mention.address, stored.address
    if one and other:
        if one == other:
            return link(0.99, "address", "the same address")
        if one.casefold() == other.casefold():
            return link(0.93, "address", "the same address but for case")
        return new("address", "different addresses")
    if not (one or other):
        return None
    named = stored if one else mention
    if {"".join(named.core), named.key} & _names_in(one or other):
        return ask(DOUBT, "address", "a name, and an address that contains it")
    return None


def compare_emails(mention: Name, stored: Name) -> Verdict | None:
    """E-mail addresses: equal, or two; one that spells the other's name asks."""
    one, other = mention.email, stored.email
    if one and other:
        return link(0.99, "e-mail", "the same e-mail address") if one == other else new("e-mail", "different addresses")
    if not (one or other):
        return None
    named = stored if one else mention
    if name_key((one or other).partition("@")[0]) in {named.key, "".join(named.core)}:
        return ask(DOUBT, "e-mail", "the e-mail address spells the name")
    return new("e-mail", "an e-mail address that does not spell the name")


def _names_in(address: str) -> set[str]:
    host, _, rest = address.removeprefix("repo:").partition("/")
    last = rest.rpartition("/")[2]
    label = host.split(".")[-2] if "." in host else ""
    return {name_key(part) for part in (last, label) if part}


def _segments(path: str) -> list[str]:
    stem, extension = posixpath.splitext(path)
    return [*map(name_key, stem.split("/")), extension.casefold()]


def _stem_key(path: str) -> str:
    return name_key(posixpath.splitext(posixpath.basename(path))[0])
