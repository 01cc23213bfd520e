"""Relation patterns on bare clauses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from recuerdo.nlp.facts import guards
from recuerdo.nlp.facts.models import SPEAKER, WE, Clause, FactCandidate, Modality, Polarity, Reading
from recuerdo.nlp.facts.tables import Grammar, Pattern, Predicate, predicates
from recuerdo.nlp.facts.values import join, owner_of, subject_of, values_of

_PERSONS = (SPEAKER, WE, "he", "she", "él", "ella")
_NAME = re.compile(r"^(?:[A-ZÀ-ÖØ-Þ][\w.'-]*)(?: (?:de |del |van |von )?[A-ZÀ-ÖØ-Þ][\w.'-]*){0,3}$")
_OWN = re.compile(r"^(?:my|our|mi|nuestr[oa]) \w+$", re.IGNORECASE)
_COMBINED = {"works_for", "has_role"}
_UNPARSED_CONFIDENCE = 0.65


@dataclass(frozen=True, slots=True)
class Context:
    """What is the same for every clause of a text.

    Attributes:
        grammar: Of the text's language.
        types: Entity type by surface form of the mentions whose type is certain.
    """

    grammar: Grammar
    types: Mapping[str, str]


def read_sentence(sentence: Clause, context: Context, author: str | None = None) -> list[FactCandidate]:
    """Return the facts that a sentence of prose states.

    Args:
        sentence: With its final punctuation.
        context: Of the text.
        author: Who speaks in it, when it stands in a transcript.
    """
    if guards.asserts_nothing(sentence.text, context.grammar):
        return []
    said, reading = guards.attributed(guards.without_lead(sentence, context.grammar), context.grammar)
    if author is not None and reading.told_by is None:
        reading = Reading(told_by=author, first_person=author)
    if guards.asserts_nothing(said.text, context.grammar):
        return []
    facts = [fact for clause in _clauses(said, context.grammar) for fact in _read_clause(clause, reading, context)]
    return [replace(fact, sentence=sentence.text) for fact in facts]


def _clauses(said: Clause, grammar: Grammar) -> Iterator[Clause]:
    alias = grammar.guards["alias"].match(said.text)
    if alias is None:
        yield from guards.clauses(said, grammar)
        return
    yield said.reworded(f"{alias['s']} {_CALLED} {alias['v']}")
    if alias["rest"]:
        yield said.reworded(f"{alias['s']} {alias['rest'].rstrip('.')}")


_CALLED = "⟨alias⟩"


def _read_clause(clause: Clause, reading: Reading, context: Context) -> list[FactCandidate]:
    if _CALLED in clause.text:
        return _alias(clause, reading, context)
    meant = guards.read(clause, reading, context.grammar)
    if meant is None:
        return []
    plain, reading = meant
    facts: list[FactCandidate] = []
    for pattern in context.grammar.patterns:
        if _may_add(pattern, facts):
            facts += _match(pattern, plain, reading, context)
    return facts


def _may_add(pattern: Pattern, facts: Sequence[FactCandidate]) -> bool:
    """One clause states one thing; a role beside an employer and a kinship in an apposition are the exceptions."""
    if not facts or pattern.options.get("apposition"):
        return True
    names = {fact.predicate for fact in facts if not fact.pattern.endswith("+")}
    return not names or (
        names < _COMBINED and pattern.predicate.name in _COMBINED and pattern.predicate.name not in names
    )


def _alias(clause: Clause, reading: Reading, context: Context) -> list[FactCandidate]:
    subject_words, _, value = clause.text.partition(_CALLED)
    subject = subject_of(subject_words, context.grammar)
    if subject is None:
        return []
    return [_fact(subject, value.strip(' "'), predicates()["alias"], "alias", (clause, reading))]


def _match(pattern: Pattern, clause: Clause, reading: Reading, context: Context) -> list[FactCandidate]:
    found = pattern.regex.match(clause.text)
    if found is None or _is_negated_otherwise(found, pattern, context.grammar):
        return []
    meant = _polarity(pattern, found, reading)
    subject = _subject(found, pattern, meant, context)
    if meant is None or subject is None:
        return []
    groups = found.groupdict()
    values = _values(groups, pattern, context)
    if subject in values:
        return []
    name = pattern.name + ("+" if pattern.options.get("apposition") else "")
    predicate = _predicate(pattern, groups)
    return [
        _fact(_as_person(subject, meant), _as_person(value, meant), predicate, name, (clause, meant))
        for value in values
    ]


def _as_person(words: str, reading: Reading) -> str:
    return reading.first_person if words == SPEAKER else words


def _is_negated_otherwise(found: re.Match[str], pattern: Pattern, grammar: Grammar) -> bool:
    """Whether a "not" that was not taken off stands before the value: then the pattern misread the clause."""
    if pattern.options.get("own_negation"):
        return False
    return grammar.guards["other_negation"].search(found.string, 0, found.start(_value_group(found))) is not None


def _value_group(found: re.Match[str]) -> str:
    return "v" if "v" in found.groupdict() else "o2"


def _polarity(pattern: Pattern, found: re.Match[str], reading: Reading) -> Reading | None:
    needs_negation = pattern.options.get("needs_negation", False)
    if needs_negation or pattern.options.get("negated_only"):
        if reading.polarity != "neg":
            return None
        return replace(reading, polarity="+") if needs_negation else reading
    if (
        reading.polarity == "+"
        and "past" in pattern.options
        and pattern.options["past"].search(found.string, 0, found.start("v"))
    ):
        return replace(reading, polarity="end")
    fixed: Polarity | None = pattern.options.get("polarity")
    if fixed is None or reading.polarity == fixed:
        return reading
    return None if reading.polarity != "+" else replace(reading, polarity=fixed)


def _subject(found: re.Match[str], pattern: Pattern, reading: Reading | None, context: Context) -> str | None:
    subject = _raw_subject(found, pattern, context.grammar)
    if subject is None or reading is None:
        return None
    if "subject_not" in pattern.options and pattern.options["subject_not"].search(subject):
        return None
    if pattern.options.get("needs_person") and not _may_be_person(subject, context.types):
        return None
    if pattern.options.get("needs_thing") and not _may_be_thing(subject, context.types):
        return None
    return subject


def _raw_subject(found: re.Match[str], pattern: Pattern, grammar: Grammar) -> str | None:
    groups = found.groupdict()
    if "subject" in pattern.options:
        return str(pattern.options["subject"])
    if groups.get("o") is not None:
        return owner_of(groups["o"], grammar)
    return subject_of(groups["s"], grammar)


def _may_be_person(subject: str, types: Mapping[str, str]) -> bool:
    if subject in _PERSONS or _OWN.match(subject):
        return True
    return types.get(subject, "person") == "person" and _NAME.match(subject) is not None


def _may_be_thing(subject: str, types: Mapping[str, str]) -> bool:
    return subject not in _PERSONS and types.get(subject) != "person"


def _values(groups: Mapping[str, str | None], pattern: Pattern, context: Context) -> list[str]:
    if groups.get("o2") is not None:
        owner = owner_of(groups["o2"] or "", context.grammar)
        return [owner] if owner else []
    values = values_of(groups["v"] or "", pattern.options, context.grammar)
    if pattern.options.get("person_value") or pattern.predicate.value_type == "person":
        values = [value for value in values if context.types.get(value, "person") == "person"]
    joined = [join(value, pattern.options, groups, context.grammar) for value in values]
    return [value for value in joined if value is not None]


def _predicate(pattern: Pattern, groups: Mapping[str, str | None]) -> Predicate:
    if not pattern.options.get("attribute"):
        return pattern.predicate
    name = "_".join((groups["a"] or "").lower().replace("-", "_").split())
    return predicates().get(name) or replace(pattern.predicate, name=name)


def _fact(subject: str, value: str, predicate: Predicate, pattern: str, meant: tuple[Clause, Reading]) -> FactCandidate:
    clause, reading = meant
    modality: Modality = reading.modality
    return FactCandidate(
        subject=subject,
        predicate=predicate.name,
        value=value,
        polarity=reading.polarity,
        modality=modality,
        told_by=reading.told_by,
        start=clause.start,
        end=clause.end,
        sentence=clause.text,
        pattern=pattern,
        structured=False,
        confidence=_UNPARSED_CONFIDENCE,
        value_type=predicate.value_type,
        cardinality=predicate.cardinality,
    )
