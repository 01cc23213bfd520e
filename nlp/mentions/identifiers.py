"""Mentions by form: URLs, paths, repositories, packages, versions, hosts, e-mails, tickets, commits, code."""

from __future__ import annotations

from recuerdo.nlp.mentions.models import Mention
from recuerdo.nlp.mentions.tables import IdentifierPattern, identifier_patterns

_TRAILING = ".,;:!?)]}>*_"


def identifier_mentions(text: str) -> list[Mention]:
    """Return what is recognised by its form alone, in the order of the text, without overlap.

    The patterns are tried in the table's order, and an earlier one keeps its characters.
    """
    taken: list[tuple[int, int]] = []
    found = []
    for pattern in identifier_patterns():
        for start, end in _spans(pattern, text):
            if all(end <= other_start or start >= other_end for other_start, other_end in taken):
                taken.append((start, end))
                if pattern.entity_type is not None:
                    found.append(Mention(text[start:end], start, end, pattern.entity_type, "pattern", pattern.certain))
    return sorted(found, key=lambda mention: mention.start)


def _spans(pattern: IdentifierPattern, text: str) -> list[tuple[int, int]]:
    spans = []
    for match in pattern.regex.finditer(text):
        start, end = match.span("m" if "m" in pattern.regex.groupindex else 0)
        if pattern.trims:
            end = start + len(text[start:end].rstrip(_TRAILING))
        if _accepted(pattern, text[start:end]):
            spans.append((start, end))
    return spans


def _accepted(pattern: IdentifierPattern, name: str) -> bool:
    if pattern.rejects is not None and pattern.rejects.search(name):
        return False
    return pattern.needs is None or pattern.needs.search(name) is not None
