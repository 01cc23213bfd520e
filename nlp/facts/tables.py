"""The pattern tables of `nlp/data/facts`, compiled once per language.

A pattern is a regular expression with macros in braces; it is read ignoring case, while macros that describe
names are exact (`(?-i:…)`), because a case-insensitive `[A-Z]` would match everything.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, cast

from recuerdo.nlp.facts.models import Cardinality

_FOLDER = Path(__file__).resolve().parent.parent / "data" / "facts"
_MACRO = re.compile(r"\{([A-Z_0-9]*[A-Z][A-Z_0-9]*)\}")

PROSE_LANGUAGES = ("en", "es")


@dataclass(frozen=True, slots=True)
class Predicate:
    """What is known of a predicate before any fact of it is seen."""

    name: str
    cardinality: Cardinality
    value_type: str


@dataclass(frozen=True, slots=True)
class Pattern:
    """One way to say one predicate.

    Attributes:
        name: `language/predicate/number`.
        regex: Groups: s subject, o owner ("my"), v value, w what v is preferred to, f what v came from, a attribute.
        options: The pattern's other keys in the table, such as `max_words` or `needs_person`.
    """

    name: str
    predicate: Predicate
    regex: re.Pattern[str]
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Attribution:
    """One way to say that somebody else said it; `quote` means that "I" inside is that person."""

    regex: re.Pattern[str]
    quote: bool


@dataclass(frozen=True, slots=True)
class Grammar:
    """Everything that is particular to a language."""

    guards: Mapping[str, re.Pattern[str]]
    contractions: tuple[tuple[re.Pattern[str], str], ...]
    future_persons: Mapping[str, str]
    attributions: tuple[Attribution, ...]
    patterns: tuple[Pattern, ...]


def expand(template: str, macros: Mapping[str, str]) -> str:
    """Replace the `{MACROS}` of a template, also those inside macros.

    Raises:
        KeyError: The template names a macro that the table does not define.
    """
    while (found := _MACRO.search(template)) is not None:
        template = template[: found.start()] + macros[found[1]] + template[found.end() :]
    return template


def compile_template(template: str, macros: Mapping[str, str]) -> re.Pattern[str]:
    """Expand and compile a template, ignoring case."""
    return re.compile(expand(template, macros), re.IGNORECASE)


def read_table(name: str) -> dict[str, Any]:
    """Return `nlp/data/facts/<name>.json`."""
    return cast("dict[str, Any]", json.loads((_FOLDER / f"{name}.json").read_text(encoding="utf-8")))


@cache
def predicates() -> Mapping[str, Predicate]:
    """Return the declared predicates by name."""
    rows = read_table("predicates")["predicates"]
    return {name: Predicate(name, row["cardinality"], row["value_type"]) for name, row in rows.items()}


@cache
def units() -> Mapping[str, str]:
    """Return the canonical unit of every spelling, lower case: `seconds` → `s`."""
    return {spelling: unit for unit, spellings in read_table("units").items() for spelling in spellings}


@cache
def grammar(language: str) -> Grammar:
    """Return the compiled table of a language of `PROSE_LANGUAGES`."""
    table = read_table(language)
    macros = table["macros"]
    return Grammar(
        guards={name: compile_template(regex, macros) for name, regex in table["guards"].items()},
        contractions=tuple(
            (compile_template(written, macros), spoken) for written, spoken in table.get("contractions", {}).items()
        ),
        future_persons=table.get("future_persons", {}),
        attributions=tuple(
            Attribution(compile_template(row["regex"], macros), row.get("quote", False)) for row in table["attribution"]
        ),
        patterns=tuple(_patterns(language, table["patterns"], macros)),
    )


def _patterns(language: str, table: Mapping[str, list[dict[str, Any]]], macros: Mapping[str, str]) -> list[Pattern]:
    return [
        Pattern(
            f"{language}/{name}/{number}",
            predicates()[name],
            compile_template(f"^{row['regex']}", macros),
            _options(row, macros),
        )
        for name, rows in table.items()
        for number, row in enumerate(rows, 1)
    ]


def _options(row: Mapping[str, Any], macros: Mapping[str, str]) -> dict[str, Any]:
    options = {key: value for key, value in row.items() if key not in {"regex", "example"}}
    for key in ("value_not", "subject_not", "past"):
        if key in options:
            options[key] = compile_template(options[key], macros)
    return options
