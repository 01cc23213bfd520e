"""Ranking without a database: candidates and hits in, an order with receipts out."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from recuerdo.graph.models import Principal
from recuerdo.graph.ranking import (
    DEFAULT,
    Asked,
    Candidate,
    Hit,
    NamedEntity,
    Question,
    Ranked,
    RecallFilters,
    Term,
    Window,
)
from recuerdo.graph.ranking.lexical import length_correction
from recuerdo.graph.ranking.lucene import escape, indexes, name_query, text_query
from recuerdo.graph.ranking.question import role_names
from recuerdo.graph.ranking.scoring import rank
from recuerdo.graph.ranking.sufficiency import cut_by, is_enough
from recuerdo.graph.ranking.truth import fill, put_truth_first
from recuerdo.graph.ranking.words import share_held, stand_together
from recuerdo.nlp.question import bare_text, read_question

NOW = datetime(2026, 6, 15, 12, tzinfo=UTC)
ROLES = role_names(Principal(owner="marta", agent="codex"))
PLAIN = Candidate(
    id="a",
    tipo="episode",
    text="The gateway listens on port 9090.",
    language="en",
    tokens=6,
    cues=frozenset(),
    conversation=None,
    occurred_at=None,
    told_by=frozenset(),
    two_back=None,
    superseded_by=None,
    cosine=0.80,
)
NOTE = replace(PLAIN, tipo="note")


def question(*words, **known):
    named = known.pop("named", ())
    terms = tuple(Term(word) for word in words)
    given = {"text": " ".join(words), "language": "en", "cjk": False, "terms": terms, **known}
    return Question(Asked(**given), [1.0], named)


def order(asked, candidates, hits=()):
    return [each.id for each in rank(asked, candidates, hits, ROLES, DEFAULT)]


def parts(asked, candidates, hits=()):
    return {each.id: each.parts for each in rank(asked, candidates, hits, ROLES, DEFAULT)}


def turn(id_, **known):
    return replace(PLAIN, id=id_, conversation=known.pop("conversation", "chat"), **known)


# ── the parts of the score ──────────────────────────────────────────────────────────────────────────────────────


def test_the_score_is_the_sum_of_the_parts_in_the_receipt():
    hits = [Hit("vector", "a", 1, 0.9), Hit("memory_english", "a", 1, 4.2)]
    for each in rank(question("gateway", "port"), [PLAIN, replace(NOTE, id="b", cosine=0.75)], hits, ROLES, DEFAULT):
        assert each.score == pytest.approx(sum(each.parts.values()))
        assert 0.0 not in each.parts.values()


def test_meaning_counts_on_a_fixed_scale_below_the_best_hit():
    found = parts(question("x"), [PLAIN, replace(PLAIN, id="b", cosine=0.75), replace(PLAIN, id="c", cosine=0.5)])
    assert [found[each].get("vector", 0.0) for each in "abc"] == pytest.approx([1.0, 0.5, 0.0])


def test_the_best_lexical_hit_counts_as_much_as_it_holds_of_the_question():
    hits = [Hit("memory_english", "a", 1, 7.0)]
    half = parts(question("gateway", "certificate"), [PLAIN], hits)["a"]["lexical"]
    whole = parts(question("gateway", "port"), [PLAIN], hits)["a"]["lexical"]
    assert (half, whole) == pytest.approx((DEFAULT.lexical / 2, DEFAULT.lexical))


def test_a_text_is_scored_by_its_own_language_not_by_the_index_of_all():
    hits = [
        Hit("memory_english", "a", 1, 2.0),
        Hit("memory_any_language", "b", 1, 9.0),
        Hit("memory_any_language", "a", 2, 8.0),
    ]
    spanish = replace(PLAIN, id="b", language="es", text="El gateway escucha.", cosine=0.5)
    found = parts(question("gateway"), [PLAIN, spanish], hits)
    assert found["a"]["lexical"] == found["b"]["lexical"] == pytest.approx(DEFAULT.lexical)


def test_short_texts_are_not_punished_for_their_length_and_long_ones_are():
    short, longer, longest = (length_correction(tokens, 20.0, DEFAULT) for tokens in (10, 50, 400))
    lucene = [1 / (1 + 1.2 * (0.25 + 0.75 * tokens / 20.0)) for tokens in (10, 50)]
    assert short * lucene[0] == pytest.approx(longer * lucene[1]), "up to the limit all lengths count alike"
    assert longest / (1 + 1.2 * (0.25 + 0.75 * 400 / 20.0)) < short * lucene[0] / 2


def test_the_turn_two_after_the_one_that_holds_the_words_gets_a_share():
    turns = [turn("q"), turn("r"), turn("s", two_back="q")]
    hits = [Hit("memory_english", "q", 1, 3.0)]
    assert parts(question("gateway"), turns, hits)["s"]["two_back"] == pytest.approx(DEFAULT.two_back)
    lengthy = [turn("q", tokens=200), turn("r"), turn("s", two_back="q")]
    assert "two_back" not in parts(question("gateway"), lengthy, hits)["s"]


def test_who_is_named_alone_is_believed_to_have_said_it():
    ana, luis = (NamedEntity(id_, id_, speaks=True) for id_ in ("Ana", "Luis"))
    turns = [turn("a", told_by=frozenset({"Ana"})), turn("b", told_by=frozenset({"Luis"}))]
    assert order(question("job", named=(ana,)), turns)[0] == "a"
    assert "told_by_named" not in parts(question("job", named=(ana, luis)), turns)["a"]


@pytest.mark.parametrize(("role", "first"), [("user", "u"), ("assistant", "m")])
def test_my_means_the_user_and_your_the_assistant(role, first):
    turns = [turn("u", told_by=frozenset({"marta"})), turn("m", told_by=frozenset({"assistant"}))]
    assert order(question("plan", told_by=role), turns)[0] == first


def test_a_period_counts_only_when_it_tells_some_candidates_from_the_rest():
    may = Window(datetime(2026, 5, 1, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC))
    days = [replace(NOTE, id=str(n), occurred_at=datetime(2026, n, 10, tzinfo=UTC)) for n in (2, 3, 5)]
    assert order(question("x", window=may), days)[0] == "5"
    assert not any("window" in each for each in parts(question("x", window=may), days[2:]).values())
    assert not any("window" in each for each in parts(question("x", window=may), days[:2]).values())


def test_what_asks_when_prefers_talk_that_tells_a_time():
    turns = [turn("a"), turn("b", cues=frozenset({"time"})), replace(NOTE, id="c", cues=frozenset({"time"}))]
    found = parts(question("x", asks_when=True), turns)
    assert [id_ for id_ in "abc" if "when" in found[id_]] == ["b"]


def test_a_short_question_is_seldom_an_answer():
    turns = [turn("a", cues=frozenset({"question"})), turn("b"), turn("c", cues=frozenset({"question"}), tokens=80)]
    assert order(question("x"), turns)[-1] == "a"


def test_a_memory_in_the_other_language_is_helped_when_there_are_both():
    both = [PLAIN, replace(PLAIN, id="b", language="es", cosine=0.79)]
    assert order(question("x"), both)[0] == "b"
    assert order(question("x", language="und"), both)[0] == "a"


def test_a_conversation_lifts_all_its_turns_and_a_note_stands_for_itself():
    found = parts(
        question("x"),
        [turn("a"), turn("b", cosine=0.72), replace(NOTE, id="c", cosine=0.72), replace(NOTE, id="d", cosine=0.71)],
    )
    assert found["a"]["group"] == found["b"]["group"] == pytest.approx(DEFAULT.group)
    assert found["c"]["group"] < DEFAULT.group


def test_the_entity_leg_counts_for_facts_and_notes_but_not_for_talk():
    hits = [Hit("entity", "a", 1, 1.0, "about Ana"), Hit("entity", "b", 2, 0.5, "Ana works_for Acme, about Acme")]
    found = rank(question("x"), [turn("a"), replace(NOTE, id="b", cosine=0.7)], hits, ROLES, DEFAULT)
    by_id = {each.id: each for each in found}
    assert "entity" not in by_id["a"].parts
    assert by_id["b"].parts["entity"] == pytest.approx(DEFAULT.entity / 2)
    assert by_id["b"].path == ("Ana works_for Acme, about Acme",)


def test_a_neighbour_that_no_leg_found_says_how_it_came():
    (found,) = rank(question("x"), [turn("a")], [], ROLES, DEFAULT)
    assert (found.legs, found.path) == ({}, ("beside a hit in its conversation",))


def test_nothing_ranks_to_nothing():
    assert rank(question("x"), [], [], ROLES, DEFAULT) == []


# ── truth, budget, abstention ───────────────────────────────────────────────────────────────────────────────────


def item(id_, by=None, tokens=10):
    return Ranked(id_, 1.0, tokens, {}, {}, (), by)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([("old", "new"), ("x", None), ("new", None)], ["new", "old", "x"]),
        ([("new", None), ("x", None), ("old", "new")], ["new", "x", "old"]),
        ([("a", "b"), ("b", "c"), ("x", None), ("c", None)], ["c", "b", "a", "x"]),
        ([("a", "b"), ("b", "a")], ["b", "a"]),
        ([("old", "not here"), ("x", None)], ["old", "x"]),
    ],
)
def test_nothing_stands_above_what_replaced_it(given, expected):
    assert [each.id for each in put_truth_first([item(*each) for each in given])] == expected


def test_a_budget_leaves_out_what_does_not_fit_and_goes_on():
    found = fill([item("a", tokens=50), item("b", tokens=60), item("c", tokens=40)], 100)
    assert [each.id for each in found] == ["a", "c"]
    assert len(fill([item("a"), item("b")], None)) == 2


def test_an_answer_is_enough_by_meaning_or_by_words_that_mean_something_near():
    asked = question("gateway", "port")
    assert is_enough(asked, [replace(PLAIN, text="Something else.", cosine=0.9)], DEFAULT)
    assert is_enough(asked, [replace(PLAIN, cosine=0.82)], DEFAULT)
    assert not is_enough(asked, [replace(PLAIN, cosine=0.7)], DEFAULT)
    assert not is_enough(asked, [replace(PLAIN, text="Something else.", cosine=0.82)], DEFAULT)


ROW = {
    "tipo": "note",
    "event_type": None,
    "epistemico": "inferido",
    "volatilidad": "pendiente",
    "confidence": 0.5,
    "occurred_at": datetime(2026, 5, 1, tzinfo=UTC),
    "valid_until": datetime(2026, 5, 20, tzinfo=UTC),
    "recorded_at": datetime(2026, 5, 2, tzinfo=UTC),
    "expires_at": datetime(2026, 6, 1, tzinfo=UTC),
    "superseded_at": datetime(2026, 5, 30, tzinfo=UTC),
}


@pytest.mark.parametrize(
    ("filters", "reason"),
    [
        ({"kinds": ("fact",)}, "kind note"),
        ({"epistemico": ("medido",)}, "inferido"),
        ({"volatilidad": ("evento",)}, "pendiente"),
        ({"min_confidence": 0.8}, "confidence 0.5"),
        ({"desde": datetime(2026, 6, 1, tzinfo=UTC)}, "2026-05-01"),
        ({"known_at": datetime(2026, 5, 1, tzinfo=UTC)}, "recorded on 2026-05-02"),
        ({"as_of": datetime(2026, 5, 25, tzinfo=UTC)}, "ended"),
        ({"include_superseded": False}, "superseded"),
        ({"entity_ids": ("e",)}, "not about"),
    ],
)
def test_what_a_filter_cut_says_by_which(filters, reason):
    assert reason in cut_by(ROW, RecallFilters(include_expired=True, **filters), NOW)


def test_what_has_expired_says_so():
    assert cut_by(ROW, RecallFilters(), NOW) == "has expired"


# ── words and Lucene ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("word", ["C++", "a:b", "(x", '"', "node/js", "~1", "*", "\\", "[a]", "x^2", "a&&b", "!"])
def test_no_sign_of_a_word_is_read_as_syntax(word):
    assert escape(word).replace("\\\\", "").count("\\") + 2 * escape(word).count("\\\\") >= sum(
        not c.isalnum() for c in word
    )
    assert escape("OR") == "or"


def test_the_audience_is_required_and_has_no_share_in_the_score():
    query = text_query([Term("go", ("went",)), Term("port")], ["o1", "p2"], 0.8)
    assert query == "+audience:(o1 p2)^0 +text:(go port went^0.8)"
    assert text_query([], ["o1"], 0.8) == ""
    assert name_query("?!", ["o1"]) == ""


def test_a_question_is_put_to_its_language_and_to_all():
    assert indexes(question("x").asked) == ("memory_english", "memory_any_language")
    assert indexes(question("x", language="und").asked) == ("memory_english", "memory_spanish", "memory_any_language")
    assert indexes(question("x", cjk=True).asked) == ("memory_cjk", "memory_any_language")


def test_words_are_held_by_their_stems_and_irregular_forms():
    terms = [Term("go", ("went", "gone")), Term("meetings"), Term("boat")]
    assert share_held(terms, "Ana went to the meeting.", "en") == pytest.approx(2 / 3)
    assert share_held([], "anything", "en") == 0.0
    assert stand_together([Term("port"), Term("gateway")], "the gateway port", "en")
    assert not stand_together([Term("port"), Term("gateway")], "gateway one two three four five port", "en")


# ── what the words of a question say ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("When did Ana go to the dentist?", ["ana", "go", "dentist"]),
        ("What happened in May?", ["happened", "may"]),
        ("¿Qué puerto usa el servidor de Ana?", ["puerto", "usa", "servidor", "ana"]),
        ("What is it?", ["what", "is", "it"]),
        ("Is node.js on v24?", ["node.js", "v24"]),
        ("???", []),
    ],
)
def test_a_question_is_looked_for_by_its_content_words(text, words):
    assert [term.word for term in read_question(text, NOW).terms] == words


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("When did Ana move to Berlin?", {"asks_when": True}),
        ("¿Cuándo se mudó Ana a Berlín?", {"asks_when": True}),
        ("Who fixed the build?", {"answer_type": "person"}),
        ("¿Dónde vive la hermana de Luis?", {"answer_type": "place"}),
        ("How many servers do we have?", {"answer_type": "number", "told_by": "user"}),
        ("What did you recommend to me?", {"told_by": "assistant"}),
        ("¿Qué me recomendaste para cenar?", {"told_by": "assistant"}),
        ("What is my favourite colour?", {"told_by": "user"}),
    ],
)
def test_a_question_shows_what_its_answer_holds_and_who_said_it(text, known):
    asked = read_question(text, NOW)
    assert {name: getattr(asked, name) for name in known} == known


def test_a_period_without_a_tense_lies_in_the_past():
    window = read_question("What did Ana do last week?", NOW).window
    assert window == Window(datetime(2026, 6, 8, tzinfo=UTC), datetime(2026, 6, 15, tzinfo=UTC))
    assert read_question("Who is Ana?", NOW).window is None


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("When did Ana go to the lake?", "When did go to the lake?"),
        ("What is Ana's job?", "What is job?"),
        ("Where do Ana and Luis live?", "Where do and Luis live?"),
        ("Ana?", "Ana?"),
        ("Anagrams?", "Anagrams?"),
    ],
)
def test_the_names_of_tellers_leave_the_question_and_its_words_stay_apart(text, bare):
    assert bare_text(text, [NamedEntity("1", "Ana", speaks=True), NamedEntity("2", "Luis")]) == bare
