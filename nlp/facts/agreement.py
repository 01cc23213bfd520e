"""Whether the dependency parse sees the same subject and value as the pattern did."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from recuerdo.nlp.facts.models import SPEAKER, WE, FactCandidate

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

_AGREED, _DISAGREED = 0.8, 0.4
_SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "poss"})
_FIRST_PERSON = {SPEAKER: frozenset({"i", "my", "me"}), WE: frozenset({"we", "our", "us"})}


def confirm(fact: FactCandidate, doc: Doc | None) -> FactCandidate:
    """Return the fact with the confidence that the parse gives it; structured facts need no parse.

    Agreement: some verb has the fact's subject as its subject and the fact's value below it.
    """
    if fact.structured or doc is None or not doc.has_annotation("DEP"):
        return fact
    clause = doc.char_span(fact.start, fact.end, alignment_mode="expand")
    if clause is None:
        return fact
    return replace(fact, confidence=_AGREED if _agrees(fact, clause) else _DISAGREED)


def _agrees(fact: FactCandidate, clause: Span) -> bool:
    subjects, values = _subject_tokens(fact, clause), _tokens(fact.value.split(" > ")[0] or fact.value[2:], clause)
    verbs = {verb for token in subjects if token.dep_ in _SUBJECTS for verb in _governors(token)}
    return any(verb in verbs for token in values for verb in _chain(token))


def _subject_tokens(fact: FactCandidate, clause: Span) -> list[Token]:
    pronouns = _FIRST_PERSON.get(fact.subject)
    if pronouns is not None:
        return [token for token in clause if token.lower_ in pronouns]
    return _tokens(fact.subject, clause)


def _tokens(words: str, clause: Span) -> list[Token]:
    wanted = set(words.lower().split())
    return [token for token in clause if token.lower_ in wanted or token.lower_.strip(".,") in wanted]


def _governors(token: Token) -> list[Token]:
    """The verb above a subject, and the verbs joined to or below it that share the subject."""
    head = token.head.head if token.dep_ == "poss" else token.head
    return [head, token.head, *(child for child in head.children if child.dep_ in {"conj", "xcomp"})]


def _chain(token: Token) -> list[Token]:
    return [token, *token.ancestors]
