"""Spelling without what writers vary: case, accents, apostrophes, separators, width, invisible marks."""

from __future__ import annotations

import html
import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

DIGIT_JOINT = "·"
"""Stands between digits that are not one number, so that 1.2.0 ≠ 1.20 and "11 2" ≠ "112"."""

_HTML_ENTITY = re.compile(r"&(?:#\d{1,6}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,24});")
_TRADE_MARKS = re.compile("[™®©℠]")
_APOSTROPHES = re.compile("['’‘ʼ´`′＇]")
_BETWEEN_DIGITS = re.compile(r"(?<=\d)[.,:](?=\d)")
_STRAY_JOINT = re.compile(r"(?<!\d)·|·(?!\d)")
_ORDINAL = re.compile(r"(?<!\w)(\d+)(?:\.?[ºª°]|(?:st|nd|rd|th|er|r[oa]|d[oa]|t[oa]|m[oa]|v[oa]|n[oa])(?!\w))")
_DOTTED_CAPITALS = re.compile(r"(?<!\w)(?:[A-ZÁÉÍÓÚÑ]{1,2}\.\s?){1,6}[A-ZÁÉÍÓÚÑ]{1,2}(?!\w)\.?")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_LETTERS_THEN_DIGITS = re.compile(r"([^\W\d_]+)(\d.*)")
_WORD = re.compile("w+(?:p+|h)?")
_SINGLE_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "ħ": "h", "þ": "th", "æ": "ae", "œ": "oe", "ـ": ""}
)
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
_BARE_SCRIPTS = ("LATIN", "GREEK", "ARABIC", "HEBREW")


class Word(NamedTuple):
    """One word of a name: as written, and folded for comparison."""

    text: str
    folded: str


@lru_cache(maxsize=1 << 16)
def name_key(text: str) -> str:
    """The exact key of a name: equal for names that differ only in how they are typed.

    Idempotent; never empty for a text that is not blank; symbols that distinguish (emoji, ``C#``, ``C++``) stay.
    """
    tidied = tidy(text)
    joined = _joined([word.folded for word in words(tidied)], emoji(tidied))
    return joined or _unspeakable(tidied) or _unspeakable(text)


def umlaut_key(text: str) -> str:
    """The key with ä, ö, ü written ae, oe, ue, as people do without the keys for them."""
    return name_key(text if text.isascii() else unicodedata.normalize("NFC", text).translate(_UMLAUTS))


def tidy(text: str) -> str:
    """The text with one encoding: HTML entities read, compatibility forms resolved, nothing invisible, no apostrophes."""
    text = _HTML_ENTITY.sub(lambda match: html.unescape(match[0]), text)
    text = _APOSTROPHES.sub("", _TRADE_MARKS.sub("", text))
    text = unicodedata.normalize("NFKC", text)
    text = "".join(map(_visible, text)) if not text.isascii() else text
    return _STRAY_JOINT.sub(" ", _BETWEEN_DIGITS.sub(DIGIT_JOINT, _APOSTROPHES.sub("", text))).strip()


def words(tidied: str) -> list[Word]:
    """The words of a tidied text; ``+`` and ``#`` stay with the letters that they follow."""
    kinds = tidied.translate(_KINDS)
    found = []
    for match in _WORD.finditer(kinds):
        end = match.end()
        if kinds[end - 1] == "h" and tidied[end : end + 1].isdigit():
            end -= 1
        folded = fold(tidied[match.start() : end])
        if folded.strip("+#"):
            found.append(Word(tidied[match.start() : end], folded))
    return found


def split_compounds(found: list[Word]) -> list[Word]:
    """Words cut at camelCase humps of three letters or more, and between letters and the digits after them."""
    return [piece for word in found for piece in _pieces(word)]


def emoji(tidied: str) -> tuple[str, ...]:
    """The pictographs of a tidied text, in order."""
    return () if tidied.isascii() else tuple(char for char in tidied if _KINDS[ord(char)] == "e")


def read_ordinals(text: str) -> str:
    """``1st``, ``2nd``, ``3.º``, ``4ta`` → the bare number."""
    return _ORDINAL.sub(r"\1", text)


def join_dotted_capitals(text: str) -> str:
    """``U.S.A.``, ``EE. UU.`` → ``USA``, ``EEUU``."""
    return _DOTTED_CAPITALS.sub(lambda match: re.sub(r"[.\s]", "", match[0]), text)


@lru_cache(maxsize=1 << 16)
def fold(word: str) -> str:
    """Lower case, without accents where a script treats them as optional (Latin, Greek, Arabic, Hebrew, Russian ё)."""
    word = word.casefold()
    if word.isascii():
        return word
    kept, base = [], ""
    for char in unicodedata.normalize("NFD", word):
        if not _is_mark(char):
            base = char
        elif not base or (_writes_bare(base) and unicodedata.combining(char)):
            continue
        kept.append(_plain_digit(char))
    return unicodedata.normalize("NFKC", "".join(kept)).casefold().translate(_SINGLE_LETTERS)


def _joined(folded: list[str], pictures: tuple[str, ...]) -> str:
    joined = ""
    for word in folded:
        joint = DIGIT_JOINT if word[0].isdigit() and joined[-1:] and joined[-1] in "0123456789+#" else ""
        joined += joint + word
    return joined + "".join(pictures)


def _pieces(word: Word) -> list[Word]:
    if match := _LETTERS_THEN_DIGITS.fullmatch(word.text):
        letters, digits = match.groups()
        pieces = [] if letters in {"v", "V"} else _pieces(Word(letters, fold(letters)))
        return [*pieces, Word(digits, fold(digits))]
    humps = _CAMEL.findall(word.text) if word.text.isascii() and word.text.isalpha() else []
    if len(humps) > 1 and min(map(len, humps)) >= 3:
        return [Word(hump, hump.lower()) for hump in humps]
    return [word]


def _unspeakable(text: str) -> str:
    """The key of a name without a single letter, digit or pictograph: "???"."""
    return "".join(text.casefold().split())


@lru_cache(maxsize=1 << 14)
def _visible(char: str) -> str:
    category = unicodedata.category(char)
    is_control = category in {"Cf", "Cc"} and not char.isspace()
    return "" if is_control or "\ufe00" <= char <= "\ufe0f" else char


def _kind(char: str) -> str:
    if char.isalnum() or char == DIGIT_JOINT or _is_mark(char):
        return "w"
    if char in "+#":
        return "p" if char == "+" else "h"
    is_picture = unicodedata.category(char) == "So" and char > "⅏"
    return "e" if is_picture or "\U0001f3fb" <= char <= "\U0001f3ff" else " "


class _Kinds(dict[int, str]):
    """Code point → w: part of a word, p: plus, h: hash, e: pictograph, space: anything between words."""

    def __missing__(self, code: int) -> str:
        self[code] = kind = _kind(chr(code))
        return kind


_KINDS = _Kinds()


def _is_mark(char: str) -> bool:
    return unicodedata.category(char)[0] == "M"


@lru_cache(maxsize=1 << 12)
def _writes_bare(base: str) -> bool:
    return base == "е" or (bool(base) and unicodedata.name(base, "").startswith(_BARE_SCRIPTS))


def _plain_digit(char: str) -> str:
    return str(unicodedata.decimal(char)) if char.isdecimal() else char
