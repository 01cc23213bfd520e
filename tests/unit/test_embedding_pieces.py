import pytest
from hypothesis import given
from hypothesis import strategies as st

from recuerdo.nlp.embedding import Piece, pieces


def texts(text, size):
    return [text[piece.start : piece.end] for piece in pieces(text, size)]


def test_a_short_text_is_one_piece():
    assert pieces("Ana moved to Lisbon.") == [Piece(0, 20)]


def test_an_empty_text_has_no_pieces():
    assert pieces("") == []


def test_pieces_end_behind_sentences():
    text = "Ana moved to Lisbon. She works at Acme! Does she like it? Nobody knows."
    assert texts(text, 45) == ["Ana moved to Lisbon. She works at Acme! ", "Does she like it? Nobody knows."]


def test_sentences_end_in_other_scripts_too():
    assert texts("東京は首都です。人口は千四百万人。川もある。", 18) == [
        "東京は首都です。人口は千四百万人。",
        "川もある。",
    ]


def test_a_long_sentence_is_cut_between_words():
    assert texts("one two three four five", 10) == ["one two ", "three ", "four five"]


def test_a_word_longer_than_a_piece_is_cut():
    assert texts("x" * 25, 10) == ["x" * 10, "x" * 10, "x" * 5]


@given(st.text(alphabet="ab. \n。", max_size=300), st.integers(1, 50))
def test_pieces_cover_the_text_without_a_gap_and_keep_to_the_size(text, size):
    parts = texts(text, size)
    assert "".join(parts) == text
    assert all(0 < len(part) <= size for part in parts)


@pytest.mark.parametrize("size", [500, 200])
def test_most_pieces_of_prose_are_more_than_half_full(size):
    text = "The release failed on Friday because nobody had checked the database. " * 40
    assert min(len(part) for part in texts(text, size)[:-1]) > size // 2
