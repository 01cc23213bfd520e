"""Whether a text asks instead of telling: a note that only asks is refused. Pure."""

from __future__ import annotations

import re

from recuerdo.nlp.classify.cues import Spoken, pattern

_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|«[^»]*»|`[^`]*`|\S+://\S+|\([^)]*\)")
_HEADING = re.compile(r"^[^?¿.!]{2,60}:\s*\S")
_ANSWERED = re.compile(r"\?[\"'»”)\s]*\s+\S*\w")


def asks(text: str, language: Spoken | None) -> str | None:
    """Return why a text is a question, in words for a person, or None when it tells something.

    A question that its own text answers (`Who owns billing? Alice.`), a heading (`How we release: …`), a quoted
    question and advice (`When deploying, …`) tell something.
    """
    bare = _QUOTED.sub(" ", text).strip()
    if ends_with_question_mark(bare):
        return None if _tells_first(bare) else "it ends with a question mark"
    if not bare or "?" in bare or language is None or _HEADING.match(bare):
        return None
    return _opening(bare, language)


def ends_with_question_mark(text: str) -> bool:
    """Whether the last sign of a text, closing quotes and spaces aside, is a question mark of any script."""
    return text.rstrip(" \t\n\r\"'»”)!").endswith(("?", "？", "؟"))


def _tells_first(bare: str) -> bool:
    """Whether two or more sentences tell something before the question."""
    told = re.split(r"(?<=[.!])\s+", re.sub(r"[¿][^?]*\?\s*$|[^.!?\n]*\?\s*$", "", bare).strip())
    return sum(len(sentence.split()) >= 4 for sentence in told) >= 2


def _opening(bare: str, language: Spoken) -> str | None:
    opening = pattern(language, "greeting").sub("", bare)
    if opening.startswith("¿"):
        return "it opens with a question mark"
    ends_as_statement = opening.endswith((".", "!", "…", ":"))
    if ends_as_statement or "\n" in opening.strip() or not opening:
        return None
    if _subordinate(opening, language):
        return None
    for name, reason in _OPENINGS.items():
        found = pattern(language, "question", name).search(opening)
        if found and not (name == "auxiliary" and pattern(language, "question", "elliptic").search(opening)):
            return reason.format(" ".join(found[0].split()[:3]))
    return None


_OPENINGS = {
    "inverted": "it opens with the question “{}”",
    "direct": "it opens with the question “{}”",
    "auxiliary": "it opens with a verb before its subject, “{}”",
    "indirect": "it asks to be told, “{}”",
}


def _subordinate(opening: str, language: Spoken) -> bool:
    """`When the cache is cold, warm it`: a clause with its main clause after a comma."""
    return pattern(language, "question", "subordinate").match(opening) is not None and (
        "," in opening
        or (
            not pattern(language, "question", "inverted").match(opening)
            and not pattern(language, "question", "direct").match(opening)
        )
    )
