"""The Unigram tokenizer of XLM-RoBERTa, which multilingual-e5 uses.

Written here because the package `tokenizers` holds these 250,002 pieces in 280 MB and takes more than a second to load
them. A table of the pieces' hashes is 4 MB, is loaded in milliseconds, and finds all pieces of a text in one go.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from recuerdo.nlp.embedding.weights import Vocabulary

START, END, UNKNOWN = 0, 2, 3
"""Token ids with a meaning of their own."""

_SPACE = "▁"
_LONGEST_PIECE = 16
_UNKNOWN_PENALTY = 10.0  # below the worst piece: SentencePiece's constant
_MULTIPLIER = 0x9E3779B97F4A7C15  # 2^64 / golden ratio; any odd number without a pattern will do
_BUCKET_SHIFT = 42  # 22 bits are left: 4 MB, and 6 % of them are taken
_SPACES = re.compile(" {2,}")


def piece_table(vocabulary: Vocabulary) -> NDArray[np.void]:
    """The pieces by their hashes, ascending: fields `key`, `id` and `score`.

    Control pieces such as <s>, whose score is 0, are left out: in a text they are plain characters.
    """
    import numpy as np

    count = len(vocabulary.pieces)
    table = np.empty(count, [("key", "<u8"), ("id", "<i4"), ("score", "<f4")])
    table["key"] = np.concatenate([_keys(vocabulary.pieces[at : at + 5_000]) for at in range(0, count, 5_000)])
    table["id"] = np.arange(count)
    table["score"] = vocabulary.scores
    return np.sort(table[vocabulary.scores < 0], order="key")


class Tokenizer:
    """Splits a text into the pieces whose log probabilities add up to the most (Kudo 2018).

    Args:
        table: What `piece_table` made.
        characters: Code point to its replacement (NFKC and SentencePiece's own rules).
        positions: Tokens that a text may have, with the two that mark its start and end.
    """

    def __init__(self, table: NDArray[np.void], characters: Mapping[int, str], positions: int) -> None:
        import numpy as np

        self._keys, self._ids, self._scores = (table[field].copy() for field in ("key", "id", "score"))
        # Most substrings are no piece: a look at the first bits of the hash spares them the search.
        self._in_use = np.zeros(1 << (64 - _BUCKET_SHIFT), bool)
        self._in_use[self._keys >> _BUCKET_SHIFT] = True
        self._unknown_score = float(self._scores.min()) - _UNKNOWN_PENALTY
        self._characters = characters
        self._room = positions - 2

    def encode(self, text: str) -> list[int]:
        """Token ids between START and END, cut to the positions that there are."""
        return [START, *self._best_split(self._normal(text))[: self._room], END]

    def _normal(self, text: str) -> str:
        replaced = unicodedata.normalize("NFC", text).translate(self._characters)
        folded = _SPACE + _SPACES.sub(" ", replaced).removeprefix(" ").replace(" ", _SPACE)
        return folded[: self._room * _LONGEST_PIECE]  # nothing behind this can have a position

    def _best_split(self, text: str) -> list[int]:
        """Viterbi: the best way to each character, then back from the last one."""
        best = [0.0] + [float("-inf")] * len(text)
        came = [(0, UNKNOWN)] * (len(text) + 1)
        for start, end, piece, score in self._matches(text):
            if best[start] + score > best[end]:
                best[end], came[end] = best[start] + score, (start, piece)
        return _way_back(came)

    def _matches(self, text: str) -> zip[tuple[int, int, int, float]]:
        """Every piece in the text, by its start: start, end, id, score; an unknown character is a piece of its own."""
        import numpy as np

        hashes = _hashes(text)
        perhaps = self._in_use[hashes >> _BUCKET_SHIFT]
        perhaps[:, 0] = True
        starts, lengths = perhaps.nonzero()
        rows = np.searchsorted(self._keys, hashes[perhaps]).clip(max=len(self._keys) - 1)
        known = self._keys[rows] == hashes[perhaps]
        ids = np.where(known, self._ids[rows], UNKNOWN)
        scores = np.where(known, self._scores[rows], self._unknown_score)
        kept = known | (lengths == 0)
        columns = (starts, starts + lengths + 1, ids, scores)
        return zip(*(column[kept].tolist() for column in columns), strict=True)


def _keys(pieces: Sequence[str]) -> NDArray[np.uint64]:
    """The hash of each piece."""
    import numpy as np

    lengths = np.array([len(piece) for piece in pieces])
    keys: NDArray[np.uint64] = _hashes("".join(pieces))[lengths.cumsum() - lengths, lengths - 1]
    return keys


def _hashes(text: str) -> NDArray[np.uint64]:
    """Polynomial hashes modulo 2^64 of all short substrings: [start, length - 1]."""
    import numpy as np

    codes = np.zeros(len(text) + _LONGEST_PIECE, np.uint64)  # no piece has the zeros behind the end
    codes[: len(text)] = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")
    hashes = np.zeros((len(text), _LONGEST_PIECE + 1), np.uint64)
    for length in range(_LONGEST_PIECE):
        hashes[:, length + 1] = hashes[:, length] * np.uint64(_MULTIPLIER) + codes[length : length + len(text)]
    return hashes[:, 1:]


def _way_back(came: list[tuple[int, int]]) -> list[int]:
    ids, position = [], len(came) - 1
    while position > 0:
        position, piece = came[position]
        ids.append(piece)
    ids.reverse()
    return ids
