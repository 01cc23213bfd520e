import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from recuerdo.nlp import spacy_models
from recuerdo.nlp.mentions import Gazetteer, find_mentions
from recuerdo.nlp.mentions.identifiers import identifier_mentions
from recuerdo.nlp.mentions.tables import read_table

SENTENCES = json.loads(
    (Path(__file__).parent.parent / "data" / "mentions" / "sentences.json").read_text(encoding="utf-8")
)
PATTERNS = read_table("patterns")["patterns"]


def names(text, language="en", own=(), **more):
    found = find_mentions(text, language=language, gazetteer=Gazetteer(own), **more)
    return [(mention.text, mention.entity_type) for mention in found]


def surfaces(text, language="en", own=(), **more):
    return [name for name, _ in names(text, language, own, **more)]


@pytest.mark.parametrize("row", PATTERNS, ids=lambda row: row["name"])
def test_every_identifier_pattern_finds_its_example(row):
    text, expected = row["example"]
    found = [(mention.text, mention.entity_type) for mention in identifier_mentions(text)]
    assert found == ([(expected, row["entity_type"])] if expected else [])


@pytest.mark.parametrize(
    "text",
    [
        "and/or", "24/7", "he/she", "TCP/IP", "UTF-8", "COVID-19", "SHA-256", "3/4", "10:30", "1,000.50", "#1", "v", "e.g. this",
        "deadbeef", "1234567", "well-known", "#a1b2c3d", "km/h", "50%",
    ],
)  # fmt: skip
def test_what_only_looks_like_an_identifier_is_none(text):
    assert identifier_mentions(f"so {text} it is") == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_own_sentences_are_covered(language):
    counts = Counter()
    for row in SENTENCES:
        if row["lang"] == language:
            found, gold = dict(names(row["text"], language)), dict(row["gold"])
            counts += Counter(
                right=len(found.keys() & gold), extra=len(found.keys() - gold), missed=len(gold.keys() - found)
            )
            counts["typed"] += sum(found.get(name) == kind for name, kind in gold.items())
    assert counts["right"] / (counts["right"] + counts["extra"]) >= 0.95
    assert counts["right"] / (counts["right"] + counts["missed"]) >= 0.95
    assert counts["typed"] / counts["right"] >= 0.90


def test_offsets_are_half_open_and_mentions_never_overlap():
    text = "Dr. Jane Holt pushed acme/atlas-web to https://git.example.org/acme/atlas-web for Project Atlas."
    found = find_mentions(
        text, language="en", gazetteer=Gazetteer([("Atlas", "1", "project"), ("Jane", "2", "person")])
    )
    assert all(text[mention.start : mention.end] == mention.text for mention in found)
    assert all(left.end <= right.start for left, right in pairwise(found))


def test_the_longer_name_wins_over_the_owners_shorter_one():
    assert names("I met Ana Ruiz.", own=[("Ana", "1", "person")]) == [("Ana Ruiz", "person")]


def test_the_owners_names_are_found_without_case_accents_or_hyphens():
    own = [("Peña Café", "1", "org"), ("data-lake", "2", "service")]
    assert names("the pena cafe feeds the Data Lake", own=own) == [("pena cafe", "org"), ("Data Lake", "service")]


def test_an_alias_of_two_entities_of_different_type_is_found_without_certainty():
    own = Gazetteer([("Mercury", "1", "project"), ("Mercury", "2", "place")])
    mention = find_mentions("We talked of Mercury.", language="en", gazetteer=own)[0]
    assert (mention.source, mention.certain) == ("gazetteer", False)


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Will you come?", "en", []),
        ("I will come.", "en", []),
        ("I asked Will about it.", "en", ["Will"]),
        ("Will said no.", "en", ["Will"]),
        ("Will Smith came.", "en", ["Will Smith"]),
        ("May I come in May?", "en", []),
        ("I saw May there.", "en", ["May"]),
        ("Rosa trabaja aquí.", "es", ["Rosa"]),
        ("La rosa es roja.", "es", []),
        ("Vi a Paz ayer.", "es", ["Paz"]),
        ("Queremos paz.", "es", []),
        ("Paz para todos.", "es", []),
    ],
)
def test_a_common_word_is_a_name_only_where_it_is_written_as_one(text, language, expected):
    own = [("Will", "1", "person"), ("May", "2", "person"), ("Rosa", "3", "person"), ("Paz", "4", "person")]
    assert surfaces(text, language, own) == expected


def test_two_letter_names_need_their_own_spelling():
    own = [("Go", "1", "product"), ("IT", "2", "org")]
    assert surfaces("go and fix it", own=own) == []
    assert surfaces("we wrote it in Go", own=own) == ["Go"]


def test_a_name_with_a_number_is_not_the_same_name_with_another():
    own = [("Python 3.11", "1", "product"), ("Room 101", "2", "place")]
    found = find_mentions("Python 3.12 runs in Room 102.", language="en", gazetteer=Gazetteer(own))
    assert all(mention.source != "gazetteer" for mention in found)


def test_a_part_of_a_word_is_no_name():
    assert (
        surfaces(
            "javascript tigran anabel", own=[("Java", "1", "product"), ("Iran", "2", "place"), ("Ana", "3", "person")]
        )
        == []
    )


def test_names_can_be_added_and_taken_away():
    gazetteer = Gazetteer()
    gazetteer.add("Blue Heron", "1", "project")
    gazetteer.add("Blue Heron", "2", "project")
    gazetteer.add("...", "3", "project")
    assert len(gazetteer) == 1
    gazetteer.discard("blue heron", "1")
    assert [m.text for m in find_mentions("the blue heron", language="en", gazetteer=gazetteer)] == ["blue heron"]
    gazetteer.discard("Blue Heron", "2")
    gazetteer.discard("Blue Heron", "2")
    assert len(gazetteer) == 0
    assert find_mentions("the blue heron", language="en", gazetteer=gazetteer) == []


@pytest.mark.parametrize(
    ("text", "own", "expected"),
    [
        ("昨日田中さんに会いました", [("田中", "1", "person")], ["田中"]),
        ("我在北京的微软工作", [("微软", "1", "org")], ["微软"]),
        ("«Тигран» приехал в Ереван", [("Ереван", "1", "place")], ["Тигран", "Ереван"]),
        ("التقيت فاطمة أمس", [("فاطمة", "1", "person")], ["فاطمة"]),
        ("Συνάντησα τον Γιώργο χθες", [], ["Γιώργο"]),
        ("本の「雪国」を読んだ", [], ["雪国"]),
    ],
)
def test_any_script_is_read(text, own, expected):
    assert surfaces(text, "und", own) == expected


@pytest.mark.parametrize("text", ["", " \n", "🙂🙂", "***", "...", "I", "\x00", "A" * 3000, "a/" * 400, "((((" * 200])
def test_odd_texts_are_survived(text):
    for language in ("en", "es", "und"):
        find_mentions(text, language=language, gazetteer=Gazetteer([("Ana", "1", "person")]))


def test_shouting_and_headings_name_nobody():
    assert surfaces("FIX THE BROKEN PIPELINE NOW") == []
    assert surfaces("Next Steps For Our Great Team") == []


def test_one_name_has_one_type_in_a_text():
    text = "Solveig works at Brixen. Later Brixen hired Tadeo."
    assert {kind for name, kind in names(text) if name == "Brixen"} == {"org"}


def test_a_hint_is_found_where_it_stands_and_keeps_the_type_that_is_known():
    text = "lunch with brannock, then Telnor Inc called"
    found = find_mentions(text, language="en", hints=["Brannock", "Telnor Inc", "Nowhere"])
    assert [(m.text, m.entity_type, m.source, m.certain) for m in found] == [
        ("brannock", "object", "hint", False),
        ("Telnor Inc", "org", "hint", True),
    ]


def test_the_model_types_a_name_that_no_rule_can_and_loses_against_certain_ones():
    spacy = pytest.importorskip("spacy")
    words = ["Lately", "Brannock", "and", "Google", "met", "the", "Dennistoun", "."]
    doc = spacy.tokens.Doc(
        spacy.blank("en").vocab, words=words, ents=["O", "B-PERSON", "O", "B-PERSON", "O", "B-GPE", "I-GPE", "O"]
    )
    assert names(doc.text, doc=doc) == [("Brannock", "person"), ("Google", "org"), ("Dennistoun", "place")]


def test_the_models_noise_is_kept_out():
    spacy = pytest.importorskip("spacy")
    words = ["the", "two", "days", "ago", "42", "PO", "she", "🙂"]
    labels = ["B-ORG", "B-PERSON", "I-PERSON", "O", "B-ORG", "B-ORG", "B-PERSON", "B-GPE"]
    doc = spacy.tokens.Doc(spacy.blank("en").vocab, words=words, ents=labels)
    assert names(doc.text, doc=doc) == []


def test_the_bundled_english_model_is_found_and_reads_names():
    pipeline = spacy_models.load("en")
    assert pipeline is not None
    text = "Yesterday Barack Obama visited Ohio."
    assert ("Barack Obama", "person") in names(text, doc=pipeline(text))
    assert spacy_models.load("en") is pipeline


def test_a_language_without_a_model_has_none_and_an_unknown_model_is_an_error():
    assert spacy_models.load("und") is None
    with pytest.raises(OSError, match="no_such_model"):
        spacy_models.load("es", "no_such_model")
