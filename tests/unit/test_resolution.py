"""Which entity a mention names: whole kinds of pairs, alone, in a batch, and in both orders."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recuerdo.nlp.names import lookup_keys, parse_name
from recuerdo.nlp.resolution import Candidate, compare, resolve, resolve_batch

PAIRS = json.loads((Path(__file__).parents[1] / "data" / "resolution" / "pairs.json").read_text(encoding="utf-8"))
NEVER = [pair for pair in PAIRS if not pair["label"]]
ALWAYS = [pair for pair in PAIRS if pair["label"]]
TYPES = ["", "person", "org", "place", "product", "project", "service", "event", "object", "file", "planet"]
VOCABULARY = [
    "Ana",
    "Anabel",
    "López",
    "Luis",
    "Luisa",
    "García",
    "Dr.",
    "Jr.",
    "the",
    "la",
    "de",
    "Project",
    "team",
    "Acme",
    "Inc",
    "Atlas",
    "101",
    "102",
    "v2",
    "III",
    "Q3",
    "May",
    "Paris",
    "Texas",
    ",",
    "(",
    ")",
    "NATO",
    "Postgres",
    "🐶",
    "src/",
    ".py",
    "@",
    "https://acme.com",
    "Bob",
    "Robert",
    "J.",
    "staging",
    "prod",
    "москва",
    "東京",
    "???",
]

texts = st.lists(st.sampled_from(VOCABULARY), max_size=5).map(" ".join)
names = st.builds(parse_name, texts, st.sampled_from(TYPES))


def both(pair):
    return parse_name(pair["a"], pair["type_a"]), parse_name(pair["b"], pair["type_b"])


def sentence(pair):
    return f"{pair['kind']}: {pair['a']} / {pair['b']}"


def turned(pair):
    return pair | {"a": pair["b"], "type_a": pair["type_b"], "b": pair["a"], "type_b": pair["type_a"]}


def finds(pair):
    known, mention = both(pair)
    return resolve(mention, [Candidate("x", known)]).entity_id == "x"


def is_one_in_a_batch(pair):
    first, second = resolve_batch(both(pair), [])
    return first.entity_id is not None and first.entity_id == second.entity_id


def stored(*named, entity_type="person"):
    return [Candidate(f"e{number}", parse_name(name, entity_type)) for number, name in enumerate(named)]


def test_the_own_set_is_large_and_balanced():
    assert len(PAIRS) >= 150
    for language in ("en", "es"):
        share = [pair for pair in PAIRS if pair["lang"] == language]
        assert 0.4 <= len(share) / len(PAIRS) <= 0.6
        assert 0.4 <= sum(pair["label"] for pair in share) / len(share) <= 0.6


def test_two_things_are_never_one_in_either_order():
    assert [sentence(pair) for pair in NEVER if finds(pair) or finds(turned(pair))] == []


def test_two_things_are_never_one_in_a_batch():
    assert [sentence(pair) for pair in NEVER if is_one_in_a_batch(pair) or is_one_in_a_batch(turned(pair))] == []


def test_one_thing_is_found_again():
    assert [sentence(pair) for pair in ALWAYS if not finds(pair)] == []


def test_one_thing_is_found_again_in_the_other_order_unless_a_part_was_all_that_was_known():
    assert [sentence(pair) for pair in ALWAYS if pair["kind"] != "part" and not finds(turned(pair))] == []


def test_one_thing_is_one_in_a_batch():
    assert [
        sentence(pair) for pair in ALWAYS if not (is_one_in_a_batch(pair) and is_one_in_a_batch(turned(pair)))
    ] == []


def test_what_is_one_shares_a_lookup_key():
    assert [sentence(pair) for pair in ALWAYS if not set.intersection(*map(set, map(lookup_keys, both(pair))))] == []


@given(st.sampled_from(PAIRS), st.sampled_from([str.upper, str.lower, lambda text: f"  {text}\t"]))
def test_case_and_space_never_split_a_name(pair, vary):
    name = parse_name(pair["a"], pair["type_a"])
    verdict = compare(parse_name(vary(pair["a"]), pair["type_a"]), name)
    assert verdict.score >= 0.9 or verdict.rule in {"generic", "common word", "initial"}


@given(
    st.sampled_from(["Room", "Vuelo UX", "Ley", "Sprint", "Python 3.", "puerto", "Nimbus v", "Plan Director"]),
    st.sampled_from(TYPES),
    st.integers(1, 3000),
    st.integers(1, 3000),
)
def test_names_that_differ_in_a_number_are_never_one(name, entity_type, one, other):
    verdict = compare(parse_name(f"{name} {one}", entity_type), parse_name(f"{name} {other}", entity_type))
    assert (verdict.score >= 0.9) == (one == other)


@given(st.lists(names, max_size=5), st.lists(names, max_size=4))
def test_every_decision_is_linked_above_the_mark_or_not_at_all(mentions, known):
    candidates = [Candidate(f"e{number}", name) for number, name in enumerate(known)]
    for decision in resolve_batch(mentions, candidates, same_episode=frozenset({"e0"})):
        assert decision.why
        assert (decision.decision in {"exact", "alias", "similar"}) == (decision.score >= 0.9)
        assert 0 <= decision.score <= 1


@given(names, st.permutations(range(4)), st.lists(names, min_size=4, max_size=4))
def test_the_order_of_the_candidates_does_not_matter(mention, order, known):
    candidates = [Candidate(f"e{number}", name) for number, name in enumerate(known)]
    assert resolve(mention, candidates) == resolve(mention, [candidates[place] for place in order])


@given(names, names)
def test_a_contradiction_holds_in_both_directions(one, other):
    assert (compare(one, other).score == 0) == (compare(other, one).score == 0)


def test_a_given_name_names_the_only_person_who_bears_it():
    found = resolve(parse_name("Ana", "person"), stored("Ana López", "Eva Ruiz"))
    assert (found.decision, found.entity_id, found.rule) == ("similar", "e0", "part")


def test_a_given_name_that_two_persons_bear_is_asked_with_both_named():
    found = resolve(parse_name("Ana", "person"), stored("Ana López", "Ana Ruiz"))
    assert found.decision == "ambigua"
    assert "Ana López (e0)" in found.why
    assert "Ana Ruiz (e1)" in found.why


def test_the_person_named_in_the_same_text_takes_precedence():
    known = stored("Ana López", "Ana Ruiz")
    assert resolve(parse_name("Ana", "person"), known, same_episode=frozenset({"e1"})).entity_id == "e1"


def test_one_name_of_two_entities_is_asked():
    found = resolve(parse_name("john smith", "person"), stored("John Smith", "JOHN SMITH"))
    assert (found.decision, found.rule) == ("ambigua", "uniqueness")


def test_an_initial_that_fits_two_persons_is_asked():
    assert resolve(parse_name("J. Smith", "person"), stored("John Smith", "Jane Smith")).decision == "ambigua"


def test_a_learnt_alias_links():
    known = [Candidate("e0", parse_name("Globex", "org"), (parse_name("Blue Owl Holding", "org"),))]
    found = resolve(parse_name("blue owl holding", "org"), known)
    assert (found.decision, found.entity_id) == ("alias", "e0")


def test_an_email_links_to_the_person_introduced_with_it():
    known = [Candidate("e0", parse_name("Ana López", "person"), (parse_name("ana@x.org", "person"),))]
    assert resolve(parse_name("Ana@x.org", "person"), known).entity_id == "e0"
    assert resolve(parse_name("eva@x.org", "person"), known).entity_id is None


def test_an_alias_does_not_bridge_two_types():
    known = [Candidate("e0", parse_name("Victoria Ruiz", "person"), (parse_name("Victoria"),))]
    assert resolve(parse_name("Victoria", "place"), known).decision == "nueva"


@pytest.mark.parametrize(
    ("known", "mention", "entity_type"),
    [
        ("Acme Inc", "Acme GmbH", "org"),
        ("Alex Moreno", "Alexander Moreno", "person"),
        ("Ana Ruiz", "Ana Belén Ruiz", "person"),
        ("Granada", "Grenada", "place"),
        ("Dr. García", "Elena García", "person"),
        ("Volkswagen", "Volkswagen Group", "org"),
        ("Lars Petersen", "Lars Peterson", "person"),
        ("acme/atlas", "Atlas", "project"),
    ],
)
def test_a_doubt_is_asked_not_merged(known, mention, entity_type):
    found = resolve(parse_name(mention, entity_type), stored(known, entity_type=entity_type))
    assert found.decision == "ambigua"
    assert found.candidates[0][0] == "e0"


def test_a_short_form_after_the_full_one_in_the_same_text_links():
    first, second = resolve_batch([parse_name("Northwind Logistics", "org"), parse_name("Northwind", "org")], [])
    assert (first.decision, second.entity_id, second.learn_alias) == ("nueva", "new:1", True)


def test_a_short_form_in_another_conversation_is_asked():
    found = resolve(parse_name("Northwind", "org"), stored("Northwind Logistics", entity_type="org"))
    assert found.decision == "ambigua"


def test_the_meeting_of_the_same_conversation_links_and_of_another_asks():
    known = stored("the meeting", entity_type="event")
    mention = parse_name("the meeting", "event")
    assert resolve(mention, known).decision == "ambigua"
    assert resolve(mention, known, same_episode=frozenset({"e0"})).entity_id == "e0"


def test_a_definite_noun_refers_to_the_only_thing_of_its_kind():
    mentions = [parse_name("Atlas", "project"), parse_name("el proyecto", "project")]
    _, found = resolve_batch(mentions, [])
    assert (found.entity_id, found.rule, found.learn_alias) == ("new:1", "reference", False)


def test_a_definite_noun_with_two_antecedents_refers_to_neither():
    mentions = [parse_name("Atlas", "project"), parse_name("Lince", "project"), parse_name("the project", "project")]
    assert resolve_batch(mentions, [])[2].entity_id is None


@pytest.mark.parametrize(
    ("named", "pronoun", "found"),
    [
        (["Ana López"], "she", "new:1"),
        (["Ana López", "Carlos Ruiz"], "ella", "new:1"),
        (["Ana López", "Elena Ruiz"], "she", None),
        (["Ana López", "Xochitl Vega"], "she", None),
        (["Carlos Ruiz"], "she", None),
        ([], "she", None),
    ],
)
def test_a_pronoun_refers_only_to_who_is_certain(named, pronoun, found):
    mentions = [parse_name(name, "person") for name in named] + [parse_name(pronoun)]
    assert resolve_batch(mentions, [])[-1].entity_id == found


def test_a_batch_keeps_one_provisional_id_for_each_new_entity():
    texts = ["Ana López", "Globex", "Ana", "globex s.a.", "Eva Soto"]
    types = ["person", "org", "person", "org", "person"]
    found = resolve_batch([parse_name(*pair) for pair in zip(texts, types, strict=True)], [])
    assert [decision.entity_id for decision in found] == ["new:1", "new:2", "new:1", "new:2", "new:3"]


def test_an_ambiguous_mention_of_a_batch_is_one_new_entity():
    known = stored("Ana López", "Ana Ruiz")
    first, second = resolve_batch([parse_name("Ana", "person")] * 2, known)
    assert (first.decision, first.entity_id) == ("ambigua", "new:1")
    assert second.entity_id == "new:1"
