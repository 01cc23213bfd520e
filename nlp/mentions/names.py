"""Names by rule: capitalised sequences in cased scripts that are capital for no other reason."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from recuerdo.nlp.mentions.line import Line, Word, lines
from recuerdo.nlp.mentions.models import Mention
from recuerdo.nlp.mentions.name_types import DESIGNATORS, Typed, type_of
from recuerdo.nlp.mentions.position import starts_sentence
from recuerdo.nlp.mentions.tables import Words
from recuerdo.nlp.verbs import find_verbs

_QUOTED = re.compile(r"[「『“«]([^」』”»\n]{2,40})[」』”»]")
_PAST = re.compile(r"^[a-zà-ÿ]{2,}(?:ed|ó)$")
_OPENING = re.compile(r"(?:[éíó]|[aei]mos|aron|ieron|mente|ly)$")
"""Endings of Spanish verbs and of adverbs, which open sentences and are capital only therefore."""

_NO_PERSON = re.compile(
    r"(?:ing|[tsc]ion|ción|ment|miento|ity|idad|ics|ware|ogy|ence|ance|tive|ical|ional|ools|ysis|ork)s?$", re.IGNORECASE
)
_JOINING = frozenset({"&", "van", "von", "da", "di"})
_MAX_WORDS = 8
_SHORT_CAPITALS = 3


def name_mentions(text: str, words: Words, *, guess_persons: bool = True) -> list[Mention]:
    """Return the capitalised names of a text, in its order, without overlap.

    Args:
        text: In any script that has capitals.
        words: Of its language.
        guess_persons: Take two or three capitalised words for a person when nothing tells; a model guesses better.
    """
    found = [mention for line in lines(text, words) for run in _runs(line) for mention in _accept(run, line)]
    return [_guess_person(mention, words) for mention in found] if guess_persons else found


def quoted_mentions(text: str) -> list[Mention]:
    """Return what stands in quotation marks, for scripts without capitals."""
    return [
        Mention(match[1], match.start(1), match.end(1), "object", "rule", certain=False)
        for match in _QUOTED.finditer(text)
    ]


def _guess_person(mention: Mention, words: Words) -> Mention:
    """Take two or three plain capitalised words, of whose type nothing tells, for a person."""
    parts = [part for part in mention.text.split() if part[0].isupper()]
    if mention.certain or mention.entity_type != "object" or len(parts) not in {2, 3}:
        return mention
    plain = all(
        part.istitle() and not words.has(part.lower(), "starters") and not _NO_PERSON.search(part) for part in parts
    )
    return replace(mention, entity_type="person") if plain else mention


def _runs(line: Line) -> Iterator[tuple[Word, ...]]:
    """Yield sequences of capitalised words, with the particles inside them and the number after them."""
    index = 0
    while index < len(line.tokens):
        end = _run_end(line, index)
        if end > index:
            yield line.tokens[index:end]
        index = max(end, index + 1)


def _run_end(line: Line, start: int) -> int:
    if not line.tokens[start].is_capital or _separates(line, start):
        return start
    end = start + 1
    while end < len(line.tokens) and end - start < _MAX_WORDS:
        step = _step(line, start, end)
        if step == 0:
            break
        end += step
    return end


def _step(line: Line, start: int, index: int) -> int:
    """How many words from `index` on continue the run from `start`: 0, 1, or particles and a capital."""
    before, word = line.tokens[index - 1], line.tokens[index]
    gap = line.gap(before, word)
    if gap != " " and not (gap in {". ", "."} and _is_abbreviated(before, word, line.words)):
        return 0
    if word.is_number:
        return int(gap == " ")
    if word.is_capital:
        return int(not _separates(line, index) or _is_short_month(line, index))
    return _over_particle(line, start, index)


def _separates(line: Line, index: int) -> bool:
    """Whether a word, though capitalised, is no part of a name: a weekday, a month, a greeting, "I"."""
    lower = line.tokens[index].lower
    if line.words.has(lower, "calendar"):
        following = line.neighbour(line.tokens[index], 1)
        return not (line.words.has(lower, "given_names") and following is not None and following.is_capital)
    return line.words.has(lower, "separators")


def _is_abbreviated(before: Word, word: Word, words: Words) -> bool:
    """Whether the dot before a word belongs to a title or an initial."""
    return words.has(before.lower, "titles") or (len(before.text) == 1 and not words.has(word.lower, "starters"))


def _is_short_month(line: Line, index: int) -> bool:
    """Whether a word like "Mar" or "Jan" ends a name: it stands before no day."""
    following = line.neighbour(line.tokens[index], 1)
    return len(line.tokens[index].text) == 3 and not (following is not None and following.is_number)


def _over_particle(line: Line, start: int, index: int) -> int:
    for count in (2, 1):
        particle, position = line.tokens[index : index + count], index + count
        if position >= len(line.tokens) or not line.tokens[position].is_capital or _separates(line, position):
            continue
        joined = " ".join(token.lower for token in particle)
        if joined in line.words.lists["particles"] and _takes(line, start, index, joined):
            return count + 1
    return 0


def _takes(line: Line, start: int, index: int, particle: str) -> bool:
    """Whether a name goes on after "of" or "de": Bank of England, Rosa de León; not Bek Halloran of Acme."""
    run, words = line.tokens[start:index], line.words
    if particle in _JOINING or any(
        words.has(word.lower, "org_words", "place_words", "place_heads", "event_words", "titles") for word in run
    ):
        return True
    following = line.tokens[index + len(particle.split())]
    alone = len(run) == 1 or (" " in particle and not words.has(following.lower, "org_words"))
    return alone and words.has(run[0].lower, "given_names")


def _accept(run: tuple[Word, ...], line: Line) -> Iterator[Mention]:
    run = _trimmed(run, line)
    if all(line.words.has(word.lower, "not_names") or word.is_number for word in run):
        return
    typed = type_of(run, line)
    if _is_name(run, typed, line):
        entity_type, certain = typed or ("object", False)
        yield Mention(line.text[run[0].start : run[-1].end], run[0].start, run[-1].end, entity_type, "rule", certain)


def _trimmed(run: tuple[Word, ...], line: Line) -> tuple[Word, ...]:
    """Drop the first words while they are capital only because a sentence starts."""
    while len(run) > 1 and _is_starter(run, line):
        run = run[1:]
        while run and not run[0].is_capital:
            run = run[1:]
    return run


def _is_starter(run: Sequence[Word], line: Line) -> bool:
    first = run[0]
    if not (line.is_heading or line.starts_sentence(first)) or line.words.has(first.lower, *DESIGNATORS):
        return False
    if line.words.has(first.lower, "given_names"):
        return line.words.has(first.lower, "starters") and not _is_family_name(run[1], line.words)
    if line.words.has(first.lower, "starters", "not_names") or _OPENING.search(first.lower) is not None:
        return True
    return _is_opening_verb(first, line)


def _is_opening_verb(first: Word, line: Line) -> bool:
    """Whether the line opens with its only English past verb, as notes do ("Visited Acme"); "United flew" has another."""
    if line.words.has(first.lower, "name_participles"):
        return False
    verbs = find_verbs(line.text, "en")
    return [(verb.word, verb.tense) for verb in verbs[:2]] == [(first.lower, "past")]


def _is_family_name(word: Word, words: Words) -> bool:
    """Whether "Will" before this word is a given name ("Will Smith") and not a verb ("Will Ana come?")."""
    return word.is_capital and not words.has(word.lower, "given_names", "starters", "not_names")


def _is_name(run: Sequence[Word], typed: Typed | None, line: Line) -> bool:
    first = run[0]
    if len(run) == 1 and _is_common(first, line.words):
        return False
    if typed is not None and typed[1]:
        return not _is_doubtful(run, line)
    if line.is_heading:
        return False
    if len(run) == 1:
        return _single_is_name(first, line)
    return not all(line.words.has(word.lower, "starters") or word.is_number for word in run)


def _is_doubtful(run: Sequence[Word], line: Line) -> bool:
    """Whether a lone "Will" or "Rosa" starts a sentence and no verb of persons follows."""
    if len(run) > 1 or not line.words.has(run[0].lower, "ambiguous_names"):
        return False
    return line.starts_sentence(run[0]) and not _verb_follows(run[0], line)


def _is_common(word: Word, words: Words) -> bool:
    if word.lower in words.known:
        return False
    if words.has(word.lower, "starters", "not_names", "calendar", "generic_heads", "titles"):
        return True
    return word.text.isupper() and len(word.text) <= _SHORT_CAPITALS


def _single_is_name(word: Word, line: Line) -> bool:
    if len(word.text) < 2:
        return False
    if not line.starts_sentence(word):
        return True
    if _verb_follows(word, line) or line.text[word.end : word.end + 2] in {"'s", "’s"}:
        return True
    return any(c.isupper() or c.isdigit() for c in word.text[1:]) or _named_elsewhere(word, line.text)


def _verb_follows(word: Word, line: Line) -> bool:
    following = line.neighbour(word, 1)
    if following is None:
        return False
    return line.words.has(following.lower, "person_verbs", "copulas") or _PAST.match(following.text) is not None


def _named_elsewhere(word: Word, text: str) -> bool:
    return any(
        match.start() != word.start and not starts_sentence(text, match.start())
        for match in re.finditer(rf"\b{re.escape(word.text)}\b", text)
    )
