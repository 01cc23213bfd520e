import json
import re
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from recuerdo.nlp.dates import find_dates
from recuerdo.nlp.dates.calendar import of_unit, shift, third
from recuerdo.nlp.dates.grammar import grammar
from recuerdo.nlp.dates.readings import READINGS

DATA = Path(__file__).parents[1] / "data" / "dates"
PHRASES = [row for name in ("phrases", "unseen") for row in json.loads((DATA / f"{name}.json").read_text("utf-8"))]
WEDNESDAY = datetime(2026, 5, 20, 9, tzinfo=UTC)


def moment(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC) if text else None


@pytest.mark.parametrize("row", PHRASES, ids=lambda row: row["id"])
def test_every_phrase_has_exactly_its_date_or_none(row):
    found = find_dates(row["text"], anchor=moment(row["anchor"]), language=row["lang"])
    gold = row["gold"]
    expected = [(gold["kind"], moment(gold["start"]), moment(gold["end"]), gold["precision"])] if gold else []
    assert [(span.kind, span.begin, span.finish, span.precision) for span in found] == expected


def test_the_set_is_large_and_balanced():
    languages = [row["lang"] for row in PHRASES]
    assert len(languages) >= 150
    assert abs(languages.count("en") - languages.count("es")) <= 20


@pytest.mark.parametrize("language", ["en", "es", "und"])
def test_every_rule_matches_its_own_example(language):
    # A rule may need what stands around its phrase, so the example is also tried inside a sentence.
    for rule in grammar(language).rules:
        tried = (
            rule.example,
            f"on {rule.example}.",
            f"en {rule.example}.",
            f"{rule.example} last year",
            f"the {rule.example}",
        )
        assert any(rule.pattern.search(text) for text in tried), rule.example
        assert any(rule in grammar(language).applicable(text) for text in tried), (
            f"{rule.example} does not announce {rule.needs}"
        )


def test_every_reading_that_a_rule_names_exists():
    assert {rule.reading for language in ("en", "es") for rule in grammar(language).rules} == set(READINGS)


@pytest.mark.parametrize("language", ["en", "es"])
def test_offsets_give_back_the_text(language):
    for row in PHRASES:
        for span in find_dates(row["text"], anchor=WEDNESDAY, language=language):
            assert row["text"][span.start : span.end] == span.text


def test_days_are_those_of_the_anchors_time_zone_and_answers_are_utc():
    madrid = datetime(2026, 5, 21, 0, 30, tzinfo=timezone(timedelta(hours=2)))
    (span,) = find_dates("lo hice ayer", anchor=madrid, language="es")
    assert (span.begin, span.finish) == (datetime(2026, 5, 19, 22, tzinfo=UTC), datetime(2026, 5, 20, 22, tzinfo=UTC))


def test_a_naive_anchor_is_read_as_utc():
    (span,) = find_dates("today", anchor=datetime(2026, 5, 20, 9), language="en")  # noqa: DTZ001 - that is the point
    assert span.begin == datetime(2026, 5, 20, tzinfo=UTC)


def test_an_offset_in_a_timestamp_is_honoured():
    (span,) = find_dates("2026-05-19T23:14:07+02:00 started", anchor=WEDNESDAY, language="und")
    assert span.begin == datetime(2026, 5, 19, 21, 14, 7, tzinfo=UTC)


@pytest.mark.parametrize("text", ["2026年5月19日に会った", "встреча 2026-05-19", "rdv le 2026/05/19"])
def test_an_unknown_language_still_gets_the_dates_that_all_write_alike(text):
    (span,) = find_dates(text, anchor=WEDNESDAY, language="und")
    assert (span.begin, span.precision) == (datetime(2026, 5, 19, tzinfo=UTC), "day")


def test_a_question_to_a_memory_looks_back_where_the_words_do_not_say():
    late = datetime(2026, 11, 3, tzinfo=UTC)
    forward, back = (
        find_dates("the party in March", anchor=late, language="en", unmarked=side)[0].begin for side in (None, "past")
    )
    assert (forward, back) == (datetime(2027, 3, 1, tzinfo=UTC), datetime(2026, 3, 1, tzinfo=UTC))


@pytest.mark.parametrize(
    ("text", "language"), [("due 3/4/2026", "en"), ("next Friday", "en"), ("el 3/4", "es"), ("last summer", "en")]
)
def test_what_can_be_read_in_two_ways_is_marked(text, language):
    (span,) = find_dates(text, anchor=WEDNESDAY, language=language)
    assert span.ambiguous


def test_a_date_that_no_calendar_has_is_none():
    assert find_dates("on February 31, 2026", anchor=WEDNESDAY, language="en") == []


def test_why_names_the_steps():
    (span,) = find_dates("down since late March", anchor=WEDNESDAY, language="en")
    assert re.fullmatch(r"calendar, late third, open \(since\)", span.why)


def test_a_month_later_than_the_thirty_first_is_the_months_last_day():
    assert shift(datetime(2026, 1, 31, tzinfo=UTC), 1, "month") == datetime(2026, 2, 28, tzinfo=UTC)


def test_thirds_cover_the_whole_without_gap():
    for unit in ("week", "month", "quarter", "half", "year", "decade"):
        whole = of_unit(WEDNESDAY, unit)
        early, mid, late = (third(whole, edge) for edge in ("early", "mid", "late"))
        assert (early.begin, early.finish, mid.finish, late.finish) == (
            whole.begin,
            mid.begin,
            late.begin,
            whole.finish,
        )
