import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from recuerdo.nlp.classify import category, classify, cues, has_question_mark_end, is_question, text_cues
from recuerdo.nlp.dates import find_dates

DATA = Path(__file__).parents[1] / "data" / "statements"
KNOWN = json.loads((DATA / "statements.json").read_text("utf-8"))
# Written round after round, each after the cues of its time were frozen; what each showed was then mended in general form.
ROUNDS = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(DATA.glob("unseen*.json"))}
LABELLED = [row for row in KNOWN if "volatilidad" in row]
ALL = [row for rows in (KNOWN, *ROUNDS.values()) for row in rows]


def channel(row):
    return row["register"] if row["register"] in ("commit", "log") else None


@pytest.mark.parametrize("row", LABELLED, ids=lambda row: row["id"])
def test_every_statement_is_classified_as_labelled(row):
    found = classify(row["text"], row["lang"], tipo="episode", canal=channel(row))
    assert (found.volatilidad, found.epistemico, category(row["text"], row["lang"])[0]) == (
        row["volatilidad"],
        row["epistemico"],
        row["category"],
    )


@pytest.mark.parametrize("name", ROUNDS)
def test_statements_of_later_rounds_stay_right_in_nineteen_of_twenty(name):
    rows = [row for row in ROUNDS[name] if "volatilidad" in row]
    found = [(row, classify(row["text"], row["lang"], tipo="episode", canal=channel(row))) for row in rows]
    assert sum(made.volatilidad == row["volatilidad"] for row, made in found) >= 0.95 * len(rows)
    assert sum(made.epistemico == row["epistemico"] for row, made in found) >= 0.95 * len(rows)
    assert sum(category(row["text"], row["lang"])[0] == row["category"] for row in rows) >= 0.95 * len(rows)


@pytest.mark.parametrize("row", ALL, ids=lambda row: row["id"])
def test_questions_are_refused_with_a_reason_and_statements_are_not(row):
    assert bool(is_question(row["text"], row["lang"])) is row["question"]


def test_the_set_is_large_and_balanced():
    languages = [row["lang"] for row in LABELLED]
    assert len(languages) >= 120
    assert languages.count("en") == languages.count("es")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("When deploying, always use blue-green.", "en"),
        ("How we release: tag, then deploy.", "en"),
        ("Al desplegar, usa siempre blue-green.", "es"),
        ("Cómo publicamos: etiqueta y despliegue.", "es"),
    ],
)
def test_advice_and_headings_are_no_questions(text, language):
    assert is_question(text, language) is None
    assert category(text, language)[0] == "strategy"


def test_the_refusal_says_what_made_it_a_question():
    assert is_question("Who owns billing?", "en") == "it ends with a question mark"
    assert is_question("does Ana work at Acme", "en") == "it opens with a verb before its subject, “does Ana”"


def test_a_value_without_a_cue_is_the_marked_default_of_its_kind():
    bare = [classify("Atlas", "en", tipo=tipo) for tipo in ("episode", "fact", "note")]
    assert [found.volatilidad for found in bare] == ["evento", "estado", "estado"]
    assert {(found.epistemico, found.volatilidad_cue, found.epistemico_cue) for found in bare} == {
        ("inferido", None, None)
    }


def test_a_measurement_with_a_conclusion_is_inferred_and_says_by_which_words():
    found = classify("CPU is at 95%, so the indexer must be looping.", "en", tipo="episode")
    assert found.epistemico == "inferido"
    assert found.epistemico_cue is not None
    assert found.epistemico_cue.startswith("hedge, ")


def test_work_done_that_ends_with_what_remains_is_pending():
    assert classify("Wrote the parser. The docs still need an update.", "en", tipo="episode").volatilidad == "pendiente"
    assert classify("The docs still needed an update. I wrote them.", "en", tipo="episode").volatilidad == "evento"


def test_the_channel_tells_a_commit_from_a_request():
    text = "Call the new endpoint"
    assert classify(text, "en", tipo="episode", canal="commit").volatilidad == "evento"
    assert classify(text, "en", tipo="episode", canal="chat").volatilidad == "pendiente"


def test_an_unknown_language_is_judged_by_form_alone():
    line = classify("2026-05-19T08:12:44Z INFO готово", "und", tipo="episode")
    assert (line.volatilidad, line.epistemico) == ("evento", "medido")
    assert classify("Я живу в Праге", "und", tipo="fact").volatilidad_cue is None


@pytest.mark.parametrize("text", ["really?", "¿seguro?", "本当？", 'she asked "why?"'])
def test_a_final_question_mark_of_any_script_counts(text):
    assert has_question_mark_end(text)


def test_text_cues_are_what_recall_weighs():
    text = 'On Monday Ana read "Dune" twice, because it rained'
    dates = find_dates(text, anchor=datetime(2026, 5, 20, tzinfo=UTC), language="en")
    assert text_cues(text, "en", dates=dates, entity_types=["Person"]) == {
        "time",
        "quoted",
        "number",
        "reason",
        "person",
    }
    assert text_cues("and you?", "en") == {"question"}


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("section", ["hedge", "report", "measure", "strategy", "failure", "pending"])
def test_screening_never_hides_a_match(language, section):
    for label, one in cues.classes(language, section):
        for row in ALL:
            assert bool(one.search(row["text"])) is bool(one.pattern.search(row["text"])), (label, row["text"])
