import pytest

from recuerdo.nlp.verbs import find_verbs


def tenses(text, language):
    return {verb.word: verb.tense for verb in find_verbs(text, language) if not verb.weak}


@pytest.mark.parametrize(
    ("text", "word", "tense"),
    [
        ("she went home", "went", "past"),
        ("We migrated the schema", "migrated", "past"),
        ("the deploy has failed", "failed", "past"),
        ("I could not reproduce it", "could", "past"),
        ("I'm going to call her", "i'm", "future"),
        ("we have to renew it", "have", "obligation"),
        ("I need more iron", "need", "present"),
        ("Nora lives in Turin", "lives", "present"),
        ("they prefer tea", "prefer", "present"),
    ],
)
def test_english_tense_is_told_by_form_and_neighbours(text, word, tense):
    assert tenses(text, "en")[word] == tense


@pytest.mark.parametrize(
    "text",
    [
        "the attached draft",
        "a shared host",
        "the service is called Mint",
        "we need speed",
        "Ms Reed and Rose",
        "the red shed",
    ],
)
def test_english_words_in_ed_are_not_always_past(text):
    assert "past" not in tenses(text, "en").values()


@pytest.mark.parametrize(
    ("text", "word", "tense"),
    [
        ("preparé la cena", "preparé", "past"),
        ("prepararé la cena", "prepararé", "future"),
        ("me enteré tarde", "enteré", "past"),
        ("borré la tabla", "borré", "past"),
        ("tendremos que hablar", "tendremos", "future"),
        ("se cayeron dos nodos", "cayeron", "past"),
        ("la he llamado", "he", "past"),
        ("acabo de llegar", "acabo", "past"),
        ("voy a llamar", "voy", "future"),
        ("mi hermana vive en Turín", "vive", "present"),
        ("me gustaría ir", "gustaría", "hypothetical"),
    ],
)
def test_spanish_tense_is_told_by_ending(text, word, tense):
    assert tenses(text, "es")[word] == tense


@pytest.mark.parametrize(
    "text",
    [
        "aquí hay café",
        "el comité de José",
        "existe una batería",
        "los comentarios",
        "la auditoría del día",
        "graba la sílaba",
    ],
)
def test_spanish_words_that_only_look_like_preterites_are_none(text):
    assert "past" not in tenses(text, "es").values()


def test_an_unknown_language_has_no_verbs():
    assert find_verbs("Il est parti", "und") == ()
