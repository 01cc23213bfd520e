"""Any sentence-transformers model as an embedder: the extra `recuerdo[models]`."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from recuerdo.nlp.embedding.protocol import EmbedderUnavailableError, Fingerprint

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

    from recuerdo.nlp.embedding.protocol import Vectors

_QUERY_PROMPTS, _PASSAGE_PROMPTS = ("query",), ("document", "passage", "corpus")


class TransformersEmbedder:
    """A model of sentence-transformers, with its own prompts and dimension; its revision is the digest of its weights.

    Args:
        model: Name of a model, or path of its folder.
        device: `cpu`, `cuda`, …; by default the best that there is.
        revision: Branch, tag or commit of a model given by name.

    Raises:
        EmbedderUnavailableError: The extra is not installed, or the model cannot be loaded.
    """

    def __init__(self, model: str, *, device: str | None = None, revision: str | None = None) -> None:
        self._model = _load(model, device, revision)
        self._query_prompt = _prompt(self._model.prompts, _QUERY_PROMPTS)
        self._passage_prompt = _prompt(self._model.prompts, _PASSAGE_PROMPTS)
        self.dimension = len(self.query(""))  # the method that tells it has another name in each major version
        self.fingerprint = Fingerprint(
            Path(model).name, _digest(self._model), self.dimension, self._query_prompt, self._passage_prompt
        )

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Embed texts to be found: float32 (len(texts), dimension), L2-normalised, in the order given."""
        import numpy as np

        if not texts:
            return np.empty((0, self.dimension), np.float32)
        return self._encode(list(texts), self._passage_prompt)

    def query(self, text: str) -> Vectors:
        """Embed a question: float32 (dimension,), L2-normalised."""
        vector: Vectors = self._encode([text], self._query_prompt)[0]
        return vector

    def _encode(self, texts: list[str], prompt: str) -> Vectors:
        encoded = self._model.encode(texts, prompt=prompt, normalize_embeddings=True, show_progress_bar=False)
        vectors: Vectors = encoded.astype("float32", copy=False)
        return vectors


def _load(model: str, device: str | None, revision: str | None) -> SentenceTransformer:
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise EmbedderUnavailableError(
            f"The embedder {model!r} needs sentence-transformers: run `pip install 'recuerdo[models]'`, "
            "or use the embedder 'bundled'."
        ) from error
    try:
        return SentenceTransformer(model, device=device, revision=revision)
    except (OSError, ValueError) as error:
        raise EmbedderUnavailableError(
            f"The embedder {model!r} could not be loaded ({error}). Give the name of a sentence-transformers model "
            "or the path of its folder, or use 'bundled'."
        ) from error


def _prompt(prompts: dict[str, str], names: Sequence[str]) -> str:
    return next((prompts[name] for name in names if prompts.get(name)), "")


def _digest(model: SentenceTransformer) -> str:
    """The weights' own revision: the same for one model by name, by path, and on any device."""
    digest = hashlib.sha256()
    for name, tensor in sorted(model.state_dict().items()):
        digest.update(name.encode())
        digest.update(tensor.detach().cpu().float().numpy().tobytes())
    return digest.hexdigest()[:16]
