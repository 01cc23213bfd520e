"""What the words of a question to the memory say: content words, period, who must have said it, what an answer holds. Pure."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, get_args

from recuerdo.graph.ranking import AnswerType, Asked, NamedEntity, Role, Term, Window
from recuerdo.nlp.dates import DateSpan, find_dates
from recuerdo.nlp.language import Language, detect, script_is_cjk

_DATA = Path(__file__).parent / "data" / "questions"
_TERM = re.compile(r"[^\W_]+(?:[’'._\-/@#+][^\W_]+)*[+#]*")
_POSSESSIVE = re.compile(r"['’]s$")
_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
_BEFORE_STOP = re.compile(r" (?=[?!.,;:])")


@dataclass(frozen=True, slots=True)
class _Words:
    """The table of one language."""

    stop: frozenset[str]
    when: re.Pattern[str]
    roles: Mapping[Role, re.Pattern[str]]
    answers: Mapping[AnswerType, re.Pattern[str]]
    forms: Mapping[str, tuple[str, ...]]


@cache
def _words(language: str) -> _Words:
    table = json.loads((_DATA / f"{language}.json").read_text("utf-8"))
    return _Words(
        stop=frozenset(map(_bare, table["stop"].split())),
        when=_pattern(table["when"]),
        # The assistant first: in "what did you tell me" it is the assistant who said it.
        roles={role: _pattern(table[role]) for role in ("assistant", "user")},
        answers={kind: _pattern(table["answers"][kind]) for kind in get_args(AnswerType)},
        forms=_forms(table["irregular"]),
    )


def _pattern(source: str) -> re.Pattern[str]:
    return re.compile(source, re.IGNORECASE)


def _forms(listed: str) -> dict[str, tuple[str, ...]]:
    """Return for each form of an irregular word all the others."""
    found: dict[str, dict[str, None]] = {}
    for family in listed.split("|"):
        forms = family.split()
        for form in forms:
            found.setdefault(form, {}).update(dict.fromkeys(each for each in forms if each != form))
    return {form: tuple(others) for form, others in found.items()}


def _bare(word: str) -> str:
    return word.lower().replace("’", "'")


def read_question(text: str, now: datetime) -> Asked:
    """Read a question.

    Args:
        now: The moment of asking; "last week" is counted from here. A period without a verb's tense lies in the past.
    """
    language = detect(text)
    words = [_words(each) for each in (("en", "es") if language == "und" else (language,))]
    first = words[0]
    return Asked(
        text=text,
        language=language,
        cjk=script_is_cjk(text),
        terms=_terms(text, words),
        window=_window(find_dates(text, anchor=now, language=language, unmarked="past"), now),
        asks_when=language != "und" and first.when.search(text) is not None,
        told_by=_matching(first.roles, text, language),
        answer_type=_matching(first.answers, text, language),
    )


def _matching(patterns: Mapping[Any, re.Pattern[str]], text: str, language: Language) -> Any:  # noqa: ANN401 - a key of the mapping
    if language == "und":
        return None
    return next((name for name, pattern in patterns.items() if pattern.search(text)), None)


def _terms(text: str, tables: list[_Words]) -> tuple[Term, ...]:
    """Return the content words, each once; a question of nothing but stop words keeps them all."""
    words = dict.fromkeys(_POSSESSIVE.sub("", _bare(match[0])) for match in _TERM.finditer(text))
    telling = [word for word in words if not any(word in table.stop for table in tables)]
    forms = [table.forms for table in tables]
    return tuple(
        Term(word, tuple(other for each in forms for other in each.get(word, ()))) for word in telling or words
    )


def _window(spans: Iterable[DateSpan], now: datetime) -> Window | None:
    """Return the first period that the question names; an open side reaches from the beginning, or to now."""
    for span in spans:
        if span.begin is not None or span.finish is not None:
            begin, end = span.begin or _BEGINNING, span.finish or max(now, span.begin or now)
            return Window(begin, end) if begin < end else None
    return None


def bare_text(text: str, named: Iterable[NamedEntity]) -> str:
    """Return the question without the names of people who tell memories: in a conversation their names are in no turn.

    Never empty: a question of nothing but names stays as it is.
    """
    names = {
        word for each in named if each.speaks for name in (each.name, *each.aliases) for word in _TERM.findall(name)
    }
    folded = {_fold(name) for name in names}
    kept = _TERM.sub(lambda word: "" if _fold(_POSSESSIVE.sub("", word[0])) in folded else word[0], text)
    bare = _BEFORE_STOP.sub("", " ".join(kept.split()))
    return bare if _TERM.search(bare) else text


def _fold(word: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", word.lower()) if not unicodedata.combining(c))
