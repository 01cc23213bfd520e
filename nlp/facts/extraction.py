"""From a text to its facts: structured lines first, then prose, then the parser's word on it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from recuerdo.nlp.facts import guards, structured
from recuerdo.nlp.facts.agreement import confirm
from recuerdo.nlp.facts.models import SPEAKER, Clause, FactCandidate
from recuerdo.nlp.facts.prose import Context, read_sentence
from recuerdo.nlp.facts.sentences import lines, sentences
from recuerdo.nlp.facts.tables import PROSE_LANGUAGES, grammar
from recuerdo.nlp.language import Language

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from recuerdo.nlp.mentions import Mention

_LONG_TEXT = 400
"""Characters from which on a text without final punctuation is taken for an excerpt, if it has punctuation elsewhere."""

_CODE_LINES = 2
"""Lines of code from which on the assignments beside them are code as well."""

_SENTENCE_END = re.compile(r"[.!?…][\"”»')]*\s+")


def extract_facts(
    text: str,
    *,
    language: Language,
    speaker: str | None = None,
    mentions: Sequence[Mention] = (),
    doc: Doc | None = None,
) -> list[FactCandidate]:
    """Return the facts that a text states, in the order of the text.

    Args:
        text: Prose, or a commit, log, ticket, configuration; lines are read one by one.
        language: Prose is read in English and Spanish; structured lines in any language.
        speaker: Name of whoever speaks: a fact about that name is about `SPEAKER`, and what that name is quoted
            with is no hearsay.
        mentions: Of the same text; a certain type decides whether a subject may be a person.
        doc: spaCy's analysis of the same text; its parse raises or lowers the confidence.

    Returns:
        Candidates without repetition; empty when the text only asks, supposes, wishes or tells a tale.
    """
    whole = text[: _end_of_whole(text)]
    found = list(lines(whole))
    among_code = sum(structured.is_code(line) for line in found) >= _CODE_LINES
    known = [(line, structured.read_line(line, among_code=among_code)) for line in found]
    context = Context(grammar(language), _types(mentions)) if language in PROSE_LANGUAGES else None
    facts = [fact for line, own in known for fact in (_read_prose(line, context) if own is None else own)]
    return [_from_speaker(confirm(fact, doc), speaker) for fact in _distinct(facts)]


def _end_of_whole(text: str) -> int:
    """Offset before the last sentence of a long text that breaks off in it; an excerpt's last word may be a stump."""
    if len(text) < _LONG_TEXT or not text.rstrip()[-1:].isalnum():
        return len(text)
    return max((mark.end() for mark in _SENTENCE_END.finditer(text)), default=len(text))


def _read_prose(line: Clause, context: Context | None) -> Iterator[FactCandidate]:
    if context is None:
        return
    persons = frozenset(name for name, kind in context.types.items() if kind == "person")
    turn = guards.chat_turn(line, persons)
    body, author = turn if turn is not None else (line, None)
    for sentence in sentences(body):
        yield from read_sentence(sentence, context, author)


def _types(mentions: Sequence[Mention]) -> Mapping[str, str]:
    return {mention.text: mention.entity_type for mention in mentions if mention.certain}


def _distinct(facts: Sequence[FactCandidate]) -> list[FactCandidate]:
    unique: dict[tuple[str, ...], FactCandidate] = {}
    for fact in facts:
        unique.setdefault((fact.subject, fact.predicate, fact.value.casefold(), fact.polarity), fact)
    return sorted(unique.values(), key=lambda fact: fact.start)


def _from_speaker(fact: FactCandidate, speaker: str | None) -> FactCandidate:
    if speaker is None:
        return fact
    subject = SPEAKER if fact.subject == speaker else fact.subject
    return replace(fact, subject=subject, told_by=None if fact.told_by == speaker else fact.told_by)
