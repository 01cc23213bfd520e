import json
from collections import Counter
from pathlib import Path

import pytest

from recuerdo.nlp.facts import SPEAKER, extract_facts
from recuerdo.nlp.facts.tables import PROSE_LANGUAGES, predicates, read_table
from recuerdo.nlp.mentions import Mention

SENTENCES = json.loads((Path(__file__).parent.parent / "data" / "facts" / "sentences.json").read_text(encoding="utf-8"))


def triples(text, language="en", **more):
    return [(fact.subject, fact.predicate, fact.value) for fact in extract_facts(text, language=language, **more)]


def prose_examples():
    for language in PROSE_LANGUAGES:
        for predicate, rows in read_table(language)["patterns"].items():
            for number, row in enumerate(rows, 1):
                yield pytest.param(
                    language, f"{language}/{predicate}/{number}", row["example"], id=f"{language}/{predicate}/{number}"
                )


def structured_examples():
    return [
        (row["predicate"], row["example"])
        for kind in ("commit", "ticket", "log")
        for row in read_table("structured")[kind]
    ]


def attribution_examples():
    return [(language, row["example"]) for language in PROSE_LANGUAGES for row in read_table(language)["attribution"]]


@pytest.mark.parametrize(("language", "name", "example"), list(prose_examples()))
def test_every_pattern_reads_its_example(language, name, example):
    facts = extract_facts(example[0], language=language)
    own = [fact for fact in facts if fact.pattern.rstrip("+") == name]
    assert [(fact.subject.lower(), fact.value.lower()) for fact in own[:1]] == [
        (example[1].lower(), example[2].lower())
    ]


@pytest.mark.parametrize(("predicate", "example"), structured_examples())
def test_every_structured_pattern_reads_its_example_in_any_language(predicate, example):
    facts = extract_facts(example[0], language="und")
    assert [(fact.subject, fact.predicate, fact.value) for fact in facts] == [(example[1], predicate, example[2])]
    assert all(fact.structured and fact.confidence == 0.95 for fact in facts)


@pytest.mark.parametrize(("language", "example"), attribution_examples())
def test_every_attribution_names_its_source(language, example):
    assert {fact.told_by for fact in extract_facts(example[0], language=language)} == {example[1]}


def score(language):
    counts = Counter()
    for row in SENTENCES:
        if row["lang"] == language:
            found = {
                (f.subject.lower(), f.predicate, f.value.lower(), f.polarity, f.modality, f.told_by or SPEAKER)
                for f in extract_facts(row["text"], language=language)
            }
            gold = {(g[0].lower(), g[1], g[2].lower(), *g[3:]) for g in row["gold"]}
            counts += Counter(right=len(found & gold), extra=len(found - gold), missed=len(gold - found))
    return counts["right"] / (counts["right"] + counts["extra"]), counts["right"] / (counts["right"] + counts["missed"])


@pytest.mark.parametrize("language", ["en", "es"])
def test_own_sentences_are_read_with_precision_before_recall(language):
    precision, recall = score(language)
    assert precision >= 0.95
    assert recall >= 0.80


def test_the_own_set_is_large_and_bilingual():
    languages = Counter(row["lang"] for row in SENTENCES)
    assert len(SENTENCES) >= 200
    assert abs(languages["en"] - languages["es"]) <= 10


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Does Ana work at Acme?"),
        ("en", "If Ana joins Acme, we will hear of it."),
        ("en", "I wish I lived in Tokyo."),
        ("en", "We considered moving to Azure."),
        ("en", "She worked with Acme on the parser."),
        ("en", "I'm used to a fast city."),
        ("en", "The guy who lives in Paris called."),
        ("en", "My background is in Data Science."),
        ("en", "I like the second idea."),
        ("es", "¿Ana trabaja en Acme?"),
        ("es", "Si Ana entra en Acme, nos enteraremos."),
        ("es", "Trabaja en Acme."),
        ("es", "Quizá Ana vive en Lugo."),
        ("es", "Le gustaría vivir en Lugo."),
    ],
)
def test_what_is_asked_supposed_or_unclear_is_no_fact(language, text):
    assert triples(text, language) == []


@pytest.mark.parametrize(
    "text",
    [
        "color: red;",
        "if (port == 80) { return; }",
        "<div class=x>",
        "password=hunter2",
        "api_key: abc123def",
        "revert: bump a from 1.0 to 2.0",
    ],
)
def test_code_secrets_and_reverts_are_no_facts(text):
    assert triples(text) == []


def test_assignments_among_code_are_arguments_and_not_settings():
    code = "client = connect(\n    host='db',\n    retries=3,\n)\nretries=3"
    assert triples(code) == []
    assert triples("retries=3") == [("retries", "value_of", "3")]


def test_code_fences_are_passed_over():
    assert triples("```\nport: 5433\n```\nThe proxy listens on port 8080.") == [("proxy", "port", "8080")]


def test_a_negated_end_or_plan_keeps_the_triple_and_says_how_it_is_meant():
    texts = ("Ana does not work at Acme.", "Ana no longer works at Acme.", "Ana will join Acme.", "Ana worked at Acme.")
    facts = [extract_facts(text, language="en")[0] for text in texts]
    assert {(fact.subject, fact.predicate, fact.value) for fact in facts} == {("Ana", "works_for", "Acme")}
    assert [(fact.polarity, fact.modality) for fact in facts] == [
        ("neg", "asserted"), ("end", "asserted"), ("+", "planned"), ("end", "asserted"),
    ]  # fmt: skip


def test_a_quotation_makes_i_the_one_who_is_quoted():
    fact = extract_facts('"I work at Acme", said Bob.', language="en")[0]
    assert (fact.subject, fact.told_by) == ("Bob", "Bob")


def test_a_line_of_a_transcript_belongs_to_its_author():
    bob = Mention("Bob", 0, 3, "person", "gazetteer", certain=True)
    fact = extract_facts("Bob: I live in Porto now.", language="en", mentions=[bob])[0]
    assert (fact.subject, fact.value, fact.told_by) == ("Bob", "Porto", "Bob")


def test_the_speaker_named_by_name_is_the_speaker():
    fact = extract_facts("Ana says Ana lives in Porto.", language="en", speaker="Ana")[0]
    assert (fact.subject, fact.told_by) == (SPEAKER, None)


def test_the_span_is_the_clause_in_the_original_text():
    text = "Honestly, no idea. By the way, Ana doesn’t live in Porto, it rains."
    fact = extract_facts(text, language="en")[0]
    assert text[fact.start : fact.end] == "Ana doesn’t live in Porto"
    assert fact.sentence.startswith("By the way")


def test_a_mention_that_is_no_person_has_no_role():
    text = "Mercury is the lead of the team."
    thing = Mention("Mercury", 0, 7, "project", "gazetteer", certain=True)
    assert triples(text) == [("Mercury", "has_role", "lead of the team")]
    assert triples(text, mentions=[thing]) == []


def test_a_repetition_is_one_fact():
    assert triples("Ana works at Acme. Ana works at Acme.") == [("Ana", "works_for", "Acme")]


def test_an_excerpt_is_not_read_past_its_last_whole_sentence():
    filler = "It rained all day and nobody went out. " * 12
    assert triples(filler + "I love bre") == []
    assert triples(filler + "I love bread.") == [(SPEAKER, "likes", "bread")]


def parsed(words, heads, deps):
    spacy = pytest.importorskip("spacy")
    return spacy.tokens.Doc(spacy.blank("en").vocab, words=words, heads=heads, deps=deps)


def test_the_parse_raises_or_lowers_the_confidence():
    words = ["Ana", "works", "at", "Acme"]
    agreeing = parsed(words, [1, 1, 1, 2], ["nsubj", "ROOT", "prep", "pobj"])
    other = parsed(words, [0, 0, 3, 3], ["ROOT", "dep", "prep", "dep"])
    confidences = [
        extract_facts("Ana works at Acme", language="en", doc=doc)[0].confidence for doc in (None, agreeing, other)
    ]
    assert confidences == [0.65, 0.8, 0.4]


def test_every_predicate_of_the_patterns_is_declared():
    used = {name for language in PROSE_LANGUAGES for name in read_table(language)["patterns"]}
    assert used <= set(predicates())


def test_another_language_still_gives_structured_facts_only():
    assert triples("Ana works at Acme.", "und") == []
    assert triples("timeout=30s", "und") == [("timeout", "value_of", "30s")]


@pytest.mark.parametrize("text", ["", "   \n ", "🙂", "...", "=", ":", "\x00", "a" * 5000, "漢字" * 50])
def test_odd_texts_give_nothing_and_no_error(text):
    assert triples(text) == triples(text, "es") == []
