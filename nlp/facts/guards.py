"""What must be settled before a pattern may read a clause: who says it, and whether it is asserted at all.

Order (LANGUAGE.md): attribution → questions → lead-ins → clauses → conditionals and hedges → end, negation, future.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from recuerdo.nlp.facts.models import Clause, Polarity, Reading
from recuerdo.nlp.facts.tables import Grammar

_CHAT_LINE = re.compile(r"^([A-ZÀ-ÖØ-Þ][\w.'-]+(?: [A-ZÀ-ÖØ-Þ][\w.'-]+)?): (?=\S+ \S+ \S)")
_POLARITIES: tuple[tuple[str, Polarity], ...] = (("end", "end"), ("negation", "neg"))


def asserts_nothing(sentence: str, grammar: Grammar) -> bool:
    """Whether a sentence asks, supposes, or tells a tale."""
    return any(grammar.guards[name].search(sentence) for name in ("question", "conditional", "fiction"))


def attributed(sentence: Clause, grammar: Grammar) -> tuple[Clause, Reading]:
    """Return what is said and, when the sentence names somebody as its source, by whom.

    A quotation makes "I" that person; reported speech leaves it the speaker.
    """
    for attribution in grammar.attributions:
        found = attribution.regex.search(sentence.text)
        if found is not None:
            teller = teller_name(found["teller"], grammar)
            said = sentence.part(*found.span("said"))
            return said, Reading(told_by=teller, first_person=teller) if attribution.quote else Reading(told_by=teller)
    return sentence, Reading()


def teller_name(teller: str, grammar: Grammar) -> str:
    """Return a teller without determiner."""
    return grammar.guards["determiner"].sub("", teller.rstrip("."))


def chat_turn(line: Clause, known: frozenset[str]) -> tuple[Clause, str] | None:
    """Return turn and author of a transcript's line ("Ana: I live in Porto"), None for anything else.

    Args:
        line: One line.
        known: Names of persons that the text is known to mention.
    """
    found = _CHAT_LINE.match(line.text)
    if found is None or found[1] not in known:
        return None
    return line.part(found.end(), len(line.text)), found[1]


def clauses(sentence: Clause, grammar: Grammar) -> Iterator[Clause]:
    """Yield the main clauses of a sentence without lead-in or final punctuation."""
    start = 0
    for separator in grammar.guards["clause"].finditer(sentence.text):
        yield from _bare(sentence.part(start, separator.start()), grammar)
        start = separator.end()
    yield from _bare(sentence.part(start, len(sentence.text)), grammar)


def _bare(clause: Clause, grammar: Grammar) -> Iterator[Clause]:
    clause = without_lead(clause.part(len(clause.text) - len(clause.text.lstrip(" \"“«'(")), len(clause.text)), grammar)
    words = clause.text.rstrip(" .!…\"'”»)")
    if words and not grammar.guards["drop_clause"].search(words):
        yield Clause(words, clause.start, clause.start + len(words))


def without_lead(clause: Clause, grammar: Grammar) -> Clause:
    """Strip "By the way," and its like from the front, as often as it stands there."""
    clause = clause.part(len(clause.text) - len(clause.text.lstrip(" ¡")), len(clause.text))
    while (lead := grammar.guards["lead"].match(clause.text)) is not None and lead.end() > 0:
        clause = clause.part(lead.end(), len(clause.text))
    return clause


def read(clause: Clause, reading: Reading, grammar: Grammar) -> tuple[Clause, Reading] | None:
    """Settle polarity and modality of a clause, and reword it as a plain assertion.

    Returns:
        The plain clause and how it is meant, or None when it only wishes, doubts or proposes.
    """
    if grammar.guards["hedge"].search(clause.text):
        return None
    for written, spoken in grammar.contractions:
        clause = clause.reworded(written.sub(spoken, clause.text))
    clause, reading = _ended_or_negated(clause, reading, grammar)
    return _future(clause, reading, grammar)


def _ended_or_negated(clause: Clause, reading: Reading, grammar: Grammar) -> tuple[Clause, Reading]:
    for guard, polarity in _POLARITIES:
        found = _applies(guard, clause.text, grammar)
        if found is not None:
            return _without(clause, found), replace(reading, polarity=polarity)
    if "imperfect_end" in grammar.guards and grammar.guards["imperfect_end"].search(clause.text):
        return clause, replace(reading, polarity="end")
    return clause, reading


def _without(clause: Clause, found: re.Match[str], instead: str = "") -> Clause:
    text = f"{clause.text[: found.start()]} {instead}{clause.text[found.end() :]}"
    return clause.reworded(" ".join(text.split()))


def _applies(guard: str, text: str, grammar: Grammar) -> re.Match[str] | None:
    """Find a guard before the first comma: what stands behind it belongs to its own clause."""
    comma = text.find(",")
    return grammar.guards[guard].search(text, 0, len(text) if comma < 0 else comma)


def _future(clause: Clause, reading: Reading, grammar: Grammar) -> tuple[Clause, Reading]:
    found = _applies("future", clause.text, grammar)
    if found is not None:
        return _without(clause, found, _person(found, grammar)), replace(reading, modality="planned")
    if "future_verb" in grammar.guards and grammar.guards["future_verb"].search(clause.text):
        return clause, replace(reading, modality="planned")
    return clause, reading


def _person(found: re.Match[str], grammar: Grammar) -> str:
    """Return the pronoun that an opening "voy a" or "vamos a" carries in its ending."""
    pronoun = grammar.future_persons.get(found[0].split()[0].lower(), "") if found.start() == 0 else ""
    return f"{pronoun} " if pronoun else ""
