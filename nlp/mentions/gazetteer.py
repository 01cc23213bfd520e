"""The owner's own names and aliases, found in a text by its words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from recuerdo.nlp.mentions.models import EntityType, Mention
from recuerdo.nlp.mentions.position import starts_sentence
from recuerdo.nlp.mentions.tables import Words

_WORD = re.compile(r"\d+(?:[.:,-]\d+)+|[^\W_]+(?:['’][^\W_]+)*|[_+#]+")
_JOINT = re.compile(r"[\s\-_./&'’,:@]{0,3}")
_CJK = re.compile(r"[぀-ヿ㐀-鿿가-힣]")
_POSSESSIVE = re.compile(r"['’]s$", re.IGNORECASE)
_MONTH_BEFORE = re.compile(
    r"\b(?:in|on|since|until|till|by|last|next|this|of|early|late|mid|from|before|after|during|every|de|en|desde|hasta|del)\s+$",
    re.IGNORECASE,
)
_MONTH_AFTER = re.compile(r"^\s+\d")


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a text as names are compared: no case, accent or possessive."""

    key: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One name of the owner's, and the entities that bear it."""

    name: str
    entities: frozenset[tuple[str, EntityType]]

    @property
    def entity_type(self) -> EntityType | None:
        """The type of all bearers, None when they differ."""
        types = {entity_type for _, entity_type in self.entities}
        return next(iter(types)) if len(types) == 1 else None


def tokens(text: str) -> list[Token]:
    """Return the words of a text."""
    return [_token(match[0], match.start()) for match in _WORD.finditer(text)]


def _token(word: str, start: int) -> Token:
    bare = _POSSESSIVE.sub("", word)
    return Token(fold(bare), start, start + len(bare))


def fold(word: str) -> str:
    """Return a word without case, accents and apostrophes."""
    apart = unicodedata.normalize("NFKD", word.casefold())
    return "".join(c for c in apart if not unicodedata.combining(c) and c not in "'’")


class Gazetteer:
    """Names by their words; adding or removing one costs a few dictionary steps, whatever the size.

    A name is a path of words in a tree, so a text is read once, whatever the number of names.
    """

    def __init__(self, names: Iterable[tuple[str, str, EntityType]] = ()) -> None:
        """Hold the given names.

        Args:
            names: (name or alias, entity id, entity type); one name may belong to several entities.
        """
        self._entries: dict[tuple[str, ...], Entry] = {}
        self._lengths: dict[str, dict[int, int]] = {}
        for name, entity_id, entity_type in names:
            self.add(name, entity_id, entity_type)

    def __len__(self) -> int:
        """Return the number of different names."""
        return len(self._entries)

    def add(self, name: str, entity_id: str, entity_type: EntityType) -> None:
        """Hold one more name; the same again changes nothing, a name without a word is passed over."""
        path = _path(name)
        if not path:
            return
        known = self._entries.get(path)
        if known is None:
            lengths = self._lengths.setdefault(path[0], {})
            lengths[len(path)] = lengths.get(len(path), 0) + 1
        bearers = known.entities if known is not None else frozenset()
        self._entries[path] = Entry(known.name if known else name, bearers | {(entity_id, entity_type)})

    def discard(self, name: str, entity_id: str) -> None:
        """Let go of one entity's name; an unknown one changes nothing."""
        path = _path(name)
        known = self._entries.get(path)
        if known is None:
            return
        left = frozenset(bearer for bearer in known.entities if bearer[0] != entity_id)
        if left:
            self._entries[path] = Entry(known.name, left)
        else:
            self._drop(path)

    def _drop(self, path: tuple[str, ...]) -> None:
        del self._entries[path]
        lengths = self._lengths[path[0]]
        lengths[len(path)] -= 1
        if not lengths[len(path)]:
            del lengths[len(path)]
        if not lengths:
            del self._lengths[path[0]]

    def find(self, text: str, words: Words) -> list[Mention]:
        """Return the names in a text, longest first at each place, without overlap."""
        if not self._entries:
            return []
        found, after = [], 0
        text_tokens = list(_split_cjk(tokens(text)))
        for index, token in enumerate(text_tokens):
            if token.start >= after and (mention := self._longest(text_tokens, index, text, words)) is not None:
                found.append(mention)
                after = mention.end
        return found

    def _longest(self, text_tokens: list[Token], index: int, text: str, words: Words) -> Mention | None:
        for length in sorted(self._lengths.get(text_tokens[index].key, ()), reverse=True):
            part = text_tokens[index : index + length]
            entry = self._entries.get(tuple(token.key for token in part))
            if entry is not None and _joined(part, text) and _is_meant(entry, part, text, words):
                start, end = part[0].start, part[-1].end
                entity_type = entry.entity_type
                return Mention(
                    text[start:end], start, end, entity_type or "object", "gazetteer", entity_type is not None
                )
        return None


def _path(name: str) -> tuple[str, ...]:
    return tuple(token.key for token in _split_cjk(tokens(name)))


def _split_cjk(words: Iterable[Token]) -> Iterator[Token]:
    """Yield Chinese, Japanese and Korean words as single signs, since nothing separates their words."""
    for word in words:
        if not _CJK.search(word.key):
            yield word
        elif len(word.key) == word.end - word.start:
            yield from (Token(sign, word.start + i, word.start + i + 1) for i, sign in enumerate(word.key))


def _joined(part: list[Token], text: str) -> bool:
    """Whether only blanks and name punctuation stand between the words, and no sentence ends there."""
    gaps = [text[left.end : right.start] for left, right in pairwise(part)]
    return all(_JOINT.fullmatch(gap) and "\n" not in gap and ". " not in gap for gap in gaps)


def _is_meant(entry: Entry, part: list[Token], text: str, words: Words) -> bool:
    """Whether the text means the name: a common word only where it is written as a name.

    "Will", "May", "Rosa" count when capitalised inside a sentence, or at its start before a family name or a
    verb of persons; never as the month.
    """
    if len(part) > 1:
        return True
    token = part[0]
    written = text[token.start : token.end]
    if len(written) <= 2 or entry.name.isupper():
        return written == entry.name
    lower = written.casefold()
    if not words.has(lower, "ambiguous_names", "starters", "calendar", "not_names"):
        return True
    return written[0].isupper() and _is_name_here(lower, token, text, words)


def _goes_on_as_name(following: str, words: Words) -> bool:
    lower = following.lower()
    is_family_name = following[0].isupper() and not words.has(lower, "given_names", "starters", "not_names")
    return is_family_name or words.has(lower, "person_verbs")


def _is_name_here(lower: str, token: Token, text: str, words: Words) -> bool:
    after = text[token.end : token.end + 30]
    if words.has(lower, "calendar") and (_MONTH_BEFORE.search(text[: token.start]) or _MONTH_AFTER.match(after)):
        return False
    following = re.match(r"\s+([^\W\d_]+)", after)
    if following is not None and _goes_on_as_name(following[1], words):
        return True
    return not starts_sentence(text, token.start)
