"""The values that fact extraction hands around."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Polarity = Literal["+", "neg", "end"]
Modality = Literal["asserted", "planned"]
Cardinality = Literal["one", "many"]

SPEAKER = "SPEAKER"
"""Subject (or value) that stands for whoever speaks: "I", "my"."""

WE = "WE"
"""Subject that stands for the speaker's group: "we", "our"."""


@dataclass(frozen=True, slots=True)
class FactCandidate:
    """One (subject, predicate, value) that a text states.

    Attributes:
        subject: Words of the text without determiner, or `SPEAKER`, `WE`, or a bare "he"/"she"/"él"/"ella".
        predicate: A name of `nlp/data/facts/predicates.json`, or the text's own attribute ("capital_of").
        value: Words of the text without determiner; `a > b` for a choice (a preferred) or a change (from a, to b).
        polarity: `+` holds, `neg` does not hold, `end` held once and holds no longer.
        modality: `planned` when the text puts it into the future.
        told_by: Whom the text names as the source, None when the speaker says so himself.
        start: Offset of the clause's first character in the text.
        end: Offset after the clause's last character.
        sentence: The sentence that the clause stands in.
        pattern: Which pattern fired: `language/predicate/number` or `structured/kind`.
        structured: Read from a log line, commit, ticket or key and value, not from prose.
        confidence: 0.95 structured; prose 0.8 when the parser agrees, 0.65 without a parser, 0.4 when it disagrees.
        value_type: What the value is: person, org, place, date, quantity, …
        cardinality: Whether one subject has `one` value of this predicate at a time, or `many`.
    """

    subject: str
    predicate: str
    value: str
    polarity: Polarity
    modality: Modality
    told_by: str | None
    start: int
    end: int
    sentence: str
    pattern: str
    structured: bool
    confidence: float
    value_type: str
    cardinality: Cardinality


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of a text, perhaps reworded, and where it stands.

    Attributes:
        text: The words to read; a removed negation or lead-in is no longer in them.
        start: Offset of the original stretch in the text.
        end: Offset after the original stretch.
    """

    text: str
    start: int
    end: int

    def part(self, start: int, end: int) -> Clause:
        """Return the stretch between two offsets of this clause's own, not reworded text, without outer blanks."""
        words = self.text[start:end]
        left = start + len(words) - len(words.lstrip())
        words = words.strip()
        return Clause(words, self.start + left, self.start + left + len(words))

    def reworded(self, text: str) -> Clause:
        """Return the same stretch with other words."""
        return Clause(text, self.start, self.end)


@dataclass(frozen=True, slots=True)
class Reading:
    """How a clause is meant, found by the guards before any pattern looks at it."""

    polarity: Polarity = "+"
    modality: Modality = "asserted"
    told_by: str | None = None
    first_person: str = SPEAKER
