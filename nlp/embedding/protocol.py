"""What every embedder offers, and how its vectors are told from another's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors: TypeAlias = NDArray[np.float32]


class EmbedderUnavailableError(Exception):
    """An embedder cannot be opened here; the text says what is missing and what to do."""


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """Everything that makes two vectors comparable.

    Its string is stored beside every vector; another string means another vector space.

    Attributes:
        name: The model's name.
        revision: The exact weights, and for converted weights the conversion.
        dimension: Components of a vector.
        query_prefix: Text that goes before a question.
        passage_prefix: Text that goes before a passage.
    """

    name: str
    revision: str
    dimension: int
    query_prefix: str = ""
    passage_prefix: str = ""

    def __str__(self) -> str:
        return f"{self.name}@{self.revision} {self.dimension} {self.query_prefix!r} {self.passage_prefix!r}"


class Embedder(Protocol):
    """Turns texts into unit vectors whose dot product is their similarity in meaning.

    Questions and passages are embedded differently; a question is compared with passages.
    """

    @property
    def fingerprint(self) -> Fingerprint:
        """Which vector space this is."""
        ...

    @property
    def dimension(self) -> int:
        """Components of a vector."""
        ...

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Embed texts to be found: float32 (len(texts), dimension), L2-normalised, in the order given."""
        ...

    def query(self, text: str) -> Vectors:
        """Embed a question: float32 (dimension,), L2-normalised."""
        ...
