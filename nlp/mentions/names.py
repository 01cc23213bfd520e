"""Names by rule: capitalised sequences in cased scripts, typed by titles, legal forms, lists and the words around them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from recuerdo.nlp.mentions.models import EntityType, Mention
from recuerdo.nlp.mentions.position import starts_sentence
from recuerdo.nlp.mentions.tables import Words

_WORD = re.compile(r"[^\W\d_]\w*(?:['’&.\-][^\W_]\w*)*[+#]*|\d+(?:[.,]\d+)*\w*")
_POSSESSIVE = re.compile(
    r"['’]s?$|-(?:specific|style|based|like|related|friendly|driven|free|aware|wide|only|first|powered)$"
)
_QUOTED = re.compile(r"[「『“«]([^」』”»\n]{2,40})[」』”»]")
_MAX_WORDS = 8
_HEADING_WORDS = 4
_SHORT_CAPITALS = 3
_JOINING = frozenset({"&", "van", "von", "da", "di"})
_NO_PERSON = re.compile(
    r"(?:ing|[tsc]ion|ción|ment|miento|ity|idad|ics|ware|ogy|ence|ance|tive|ical|ional|ology|ools|ysis|ork)s?$",
    re.IGNORECASE,
)
_PAST = re.compile(r"^[a-zà-ÿ]{2,}(?:ed|ó)$")

Typed = tuple[EntityType, bool]


@dataclass(frozen=True, slots=True)
class Word:
    """A word where it stands; `lower` is without possessive."""

    text: str
    lower: str
    start: int
    end: int

    @property
    def is_capital(self) -> bool:
        """Whether it is written as a name."""
        return self.text[0].isupper()

    @property
    def is_number(self) -> bool:
        """Whether it starts with a digit."""
        return self.text[0].isdigit()


def name_mentions(text: str, words: Words, *, guess_persons: bool = True) -> list[Mention]:
    """Return the capitalised names of a text, in its order, without overlap.

    Args:
        text: In any script that has capitals.
        words: Of its language.
        guess_persons: Take two or three capitalised words for a person when nothing tells; a model guesses better.
    """
    found = []
    for line_start, line in _lines(text):
        tokens = [_word(match[0], line_start + match.start()) for match in _WORD.finditer(line)]
        if not _is_shouted(line):
            strict = _is_heading(tokens, line)
            found += [
                mention
                for run in _runs(tokens, text, words)
                for mention in _accept(run, tokens, text, words, strict=strict)
            ]
    return [_guess_person(mention, words) for mention in found] if guess_persons else found


def _guess_person(mention: Mention, words: Words) -> Mention:
    """Take two or three plain capitalised words, of whose type nothing tells, for a person."""
    parts = [part for part in mention.text.split() if part[0].isupper()]
    plain = all(
        part.istitle() and not words.has(part.lower(), "starters") and not _NO_PERSON.search(part) for part in parts
    )
    if mention.certain or mention.entity_type != "object" or len(parts) not in {2, 3} or not plain:
        return mention
    return replace(mention, entity_type="person")


def quoted_mentions(text: str) -> list[Mention]:
    """Return what stands in quotation marks, for scripts without capitals."""
    return [
        Mention(match[1], match.start(1), match.end(1), "object", "rule", False) for match in _QUOTED.finditer(text)
    ]


def _lines(text: str) -> Iterator[tuple[int, str]]:
    offset = 0
    for line in text.splitlines(keepends=True):
        yield offset, line
        offset += len(line)


def _word(text: str, start: int) -> Word:
    bare = _POSSESSIVE.sub("", text) or text
    return Word(bare, bare.lower().replace("’", "'"), start, start + len(bare))


def _is_shouted(line: str) -> bool:
    letters = [c for c in line if c.isalpha()]
    return len(letters) > 12 and sum(c.isupper() for c in letters) > 0.6 * len(letters)


def _is_heading(tokens: Sequence[Word], line: str) -> bool:
    long_words = [token for token in tokens if len(token.text) > 3 and not token.is_number]
    if len(long_words) < _HEADING_WORDS or line.rstrip().endswith((".", "!", "?", ",")):
        return False
    return sum(token.is_capital for token in long_words) >= 0.8 * len(long_words)


def _runs(tokens: Sequence[Word], text: str, words: Words) -> Iterator[list[Word]]:
    """Yield sequences of capitalised words, with the particles and the last number inside them."""
    index = 0
    while index < len(tokens):
        if not tokens[index].is_capital or _separates(tokens, index, words):
            index += 1
            continue
        end = _run_end(tokens, index, text, words)
        yield list(tokens[index:end])
        index = end


def _run_end(tokens: Sequence[Word], start: int, text: str, words: Words) -> int:
    end = start + 1
    while end < len(tokens) and end - start < _MAX_WORDS:
        step = _step(tokens, start, end, (text, words))
        if step == 0:
            break
        end += step
    return end


def _step(tokens: Sequence[Word], start: int, index: int, context: tuple[str, Words]) -> int:
    """How many words from `index` on continue the run from `start`: 0, 1, or particles and a capital."""
    text, words = context
    gap = text[tokens[index - 1].end : tokens[index].start]
    if gap != " " and not (gap in {". ", "."} and _is_abbreviated(tokens, index, words)):
        return 0
    if tokens[index].is_number:
        return int(gap == " ")
    if tokens[index].is_capital:
        return int(not _separates(tokens, index, words) or _is_short_month(tokens, index))
    return _over_particle(tokens, index, text, words) if _takes_particle(tokens, start, index, words) else 0


def _takes_particle(tokens: Sequence[Word], start: int, index: int, words: Words) -> bool:
    """Whether a name may go on after "of" or "de": Bank of England, Rosa de León; not Bek Halloran of Acme."""
    first = tokens[start].lower
    if words.has(first, "org_words", "place_words", "place_heads", "event_words", "titles"):
        return True
    if tokens[index].lower in _JOINING:
        return True
    return index - start == 1 and words.has(first, "given_names")


def _is_abbreviated(tokens: Sequence[Word], index: int, words: Words) -> bool:
    """Whether the dot before a word belongs to a title or an initial."""
    before, after = tokens[index - 1], tokens[index]
    return words.has(before.lower, "titles") or (len(before.text) == 1 and not words.has(after.lower, "starters"))


def _is_short_month(tokens: Sequence[Word], index: int) -> bool:
    """Whether a word like "Mar" or "Jan" ends a name: it stands before no day."""
    return len(tokens[index].text) == 3 and not (index + 1 < len(tokens) and tokens[index + 1].is_number)


def _over_particle(tokens: Sequence[Word], index: int, text: str, words: Words) -> int:
    for count in (2, 1):
        particle, capital = tokens[index : index + count], index + count
        if capital >= len(tokens) or not tokens[capital].is_capital or _separates(tokens, capital, words):
            continue
        spaced = text[particle[0].start : tokens[capital].start]
        if " ".join(token.lower for token in particle) in words.lists["particles"] and spaced.count(" ") == count:
            return count + 1
    return 0


def _separates(tokens: Sequence[Word], index: int, words: Words) -> bool:
    """Whether a word, though capitalised, is no part of a name: a weekday, a month, a greeting, "I"."""
    lower = tokens[index].lower
    if words.has(lower, "calendar"):
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        return not (words.has(lower, "given_names") and following is not None and following.is_capital)
    return words.has(lower, "separators")


def _accept(run: list[Word], tokens: Sequence[Word], text: str, words: Words, *, strict: bool) -> list[Mention]:
    run = _trim(run, text, words, strict=strict)
    if not run or all(words.has(word.lower, "not_names") or word.is_number for word in run):
        return []
    surface = text[run[0].start : run[-1].end]
    typed = _type(run, surface, tokens, text, words)
    if not _is_name(run, typed, tokens, text, words, strict=strict):
        return []
    entity_type, certain = typed or ("object", False)
    return [Mention(surface, run[0].start, run[-1].end, entity_type, "rule", certain)]


def _trim(run: list[Word], text: str, words: Words, *, strict: bool) -> list[Word]:
    """Drop the first word when it is capital only because a sentence starts, and a trailing particle or common number."""
    while len(run) > 1 and _is_starter(run[0], text, words, strict=strict):
        run = run[1:]
        while run and not run[0].is_capital:
            run = run[1:]
    if len(run) == 2 and run[1].is_number and words.has(run[0].lower, "starters"):
        return []
    return run


def _is_starter(word: Word, text: str, words: Words, *, strict: bool) -> bool:
    if not words.has(word.lower, "starters", "not_names"):
        return False
    return strict or starts_sentence(text, word.start)


def _is_name(
    run: list[Word], typed: Typed | None, tokens: Sequence[Word], text: str, words: Words, *, strict: bool
) -> bool:
    if len(run) == 1 and _is_common(run[0], words):
        return False
    if typed is not None and typed[1]:
        return not (
            len(run) == 1
            and words.has(run[0].lower, "ambiguous_names")
            and starts_sentence(text, run[0].start)
            and not _verb_follows(run, tokens, words)
        )
    if len(run) > 1:
        return not strict and not all(words.has(word.lower, "starters") or word.is_number for word in run)
    return not strict and _single_is_name(run, tokens, text, words)


def _is_common(word: Word, words: Words) -> bool:
    if word.lower in words.known:
        return False
    if words.has(word.lower, "starters", "not_names", "calendar", "generic_heads", "titles"):
        return True
    return word.text.isupper() and len(word.text) <= _SHORT_CAPITALS


def _single_is_name(run: list[Word], tokens: Sequence[Word], text: str, words: Words) -> bool:
    word = run[0]
    if not starts_sentence(text, word.start):
        return True
    if _verb_follows(run, tokens, words) or text[word.end : word.end + 2] in {"'s", "’s"}:
        return True
    return any(c.isupper() or c.isdigit() for c in word.text[1:]) or _named_elsewhere(word, text)


def _verb_follows(run: list[Word], tokens: Sequence[Word], words: Words) -> bool:
    following = _neighbour(tokens, run[-1], 1)
    if following is None:
        return False
    return words.has(following.lower, "person_verbs", "copulas") or _PAST.match(following.text) is not None


def _named_elsewhere(word: Word, text: str) -> bool:
    return any(
        match.start() != word.start and not starts_sentence(text, match.start())
        for match in re.finditer(rf"\b{re.escape(word.text)}\b", text)
    )


def _neighbour(tokens: Sequence[Word], word: Word, step: int) -> Word | None:
    position = next(i for i, token in enumerate(tokens) if token.start == word.start) + step
    return tokens[position] if 0 <= position < len(tokens) else None


def _type(run: list[Word], surface: str, tokens: Sequence[Word], text: str, words: Words) -> Typed | None:
    """Return type and certainty, None when neither the name nor its surroundings tell."""
    by_name = _type_by_name(run, surface, words)
    if by_name is not None:
        return by_name
    if any(word.is_number for word in run):
        return "product", False
    return _type_by_cue(run, tokens, text, words)


def _type_by_name(run: list[Word], surface: str, words: Words) -> Typed | None:
    first, last = run[0].lower, run[-1].lower
    if len(run) > 1 and words.has(first, "titles") and not words.has(first, "place_heads"):
        return "person", True
    known = words.known.get(surface.lower()) or (
        words.known.get(" ".join(w.text for w in run[:-1]).lower()) if run[-1].is_number else None
    )
    if known is not None:
        return known, True
    by_last = _type_by_designator(first, last, words) if len(run) > 1 else None
    if by_last is not None:
        return by_last, True
    if words.has(first, "given_names") and not run[-1].is_number:
        return "person", len(run) > 1 or not words.has(first, "ambiguous_names")
    return None


_LAST_WORDS: tuple[tuple[str, EntityType], ...] = (
    ("project_words", "project"), ("service_words", "service"), ("team_words", "org"),
    ("org_words", "org"), ("event_words", "event"), ("place_words", "place"),
)  # fmt: skip
_FIRST_WORDS: tuple[tuple[str, EntityType], ...] = (
    ("project_words", "project"), ("service_words", "service"), ("team_words", "org"), ("room_words", "place"),
    ("place_heads", "place"), ("event_words", "event"), ("org_words", "org"),
)  # fmt: skip


def _type_by_designator(first: str, last: str, words: Words) -> EntityType | None:
    for name, entity_type in _LAST_WORDS:
        if words.has(last, name):
            return entity_type
    return next((entity_type for name, entity_type in _FIRST_WORDS if words.has(first, name)), None)


def _type_by_cue(run: list[Word], tokens: Sequence[Word], text: str, words: Words) -> Typed | None:
    before, after = _neighbour(tokens, run[0], -1), _neighbour(tokens, run[-1], 1)
    earlier = _neighbour(tokens, run[0], -2)
    previous = before.lower if before is not None and text[before.end : run[0].start] in {" ", ", "} else ""
    following = after.lower if after is not None and text[run[-1].end : after.start] == " " else ""
    for word in (previous, following):
        for name, entity_type in _FIRST_WORDS[:3]:
            if word and words.has(word, name):
                return entity_type, True
    return _type_by_words(previous, earlier.lower if earlier else "", following, words)


def _type_by_words(previous: str, earlier: str, following: str, words: Words) -> Typed | None:
    cues: tuple[tuple[bool, Typed], ...] = (
        (words.has(previous, "person_cues_certain"), ("person", True)),
        (words.has(earlier, "work_verbs") and words.has(previous, "org_cues"), ("org", True)),
        (words.has(earlier, "live_verbs") and words.has(previous, "place_cues"), ("place", True)),
        (words.has(following, "person_verbs"), ("person", False)),
        (words.has(previous, "product_verbs"), ("product", False)),
        (words.has(previous, "in_words"), ("place", False)),
    )
    return next((typed for applies, typed in cues if applies), None)
