"""A name read once: keys, parts and lookup keys."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recuerdo.nlp.names import is_nameable, lookup_keys, name_key, parse_name, reference, type_class


@given(st.text())
def test_the_key_of_a_key_is_itself(text):
    assert name_key(name_key(text)) == name_key(text)


@given(st.text())
def test_a_text_that_is_not_blank_has_a_key(text):
    assert bool(name_key(text)) == bool(text.strip())


@given(st.text(st.characters(categories=["Lu", "Ll", "Lo"]), min_size=1))
def test_letters_of_any_script_have_a_key(text):
    assert name_key(text)


@given(st.lists(st.text("abcdeñéüœ", min_size=1), min_size=1), st.sampled_from([" ", "-", "_", "  ", "/", "."]))
def test_case_accents_and_separators_do_not_change_the_key(parts, separator):
    plain = " ".join(parts)
    bare = "".join(c for c in unicodedata.normalize("NFD", plain) if not unicodedata.combining(c))
    assert name_key(separator.join(parts)) == name_key(plain.upper()) == name_key(bare)


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_numbers_side_by_side_do_not_run_together(one, other):
    assert name_key(f"{one} {other}") != name_key(f"{one}{other}")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("1.2.0", "1·2·0"),
        ("1.20", "1·20"),
        ("C++", "c++"),
        ("C#", "c#"),
        ("Issue #12", "issue12"),
        ("R&amp;D", "rd"),
        ("L’Hospitalet", "lhospitalet"),
        ("Straße", "strasse"),
        ("ＮＥＣ", "nec"),
        ("Фёдор", "федор"),
        ("Андрей", "андрей"),
        ("हिन्दी", "हिन्दी"),
        ("がっこう", "がっこう"),
        ("٣", "3"),
        ("🐶", "🐶"),
        ("???", "???"),
    ],
)
def test_the_key_keeps_what_distinguishes(text, key):
    assert name_key(text) == key


@pytest.mark.parametrize(
    ("entity_type", "kind"),
    [
        ("Company", "org"),
        ("ciudad", "place"),
        ("work-item", "workitem"),
        ("planet", "planet"),
        ("Concept", ""),
        ("", ""),
        ("programming language", "product"),
    ],
)
def test_a_type_has_a_class_and_an_unlisted_type_is_its_own(entity_type, kind):
    assert type_class(entity_type) == kind


@pytest.mark.parametrize(
    ("text", "entity_type", "core"),
    [
        ("Proyecto Fénix", "project", ("fenix",)),
        ("Bimbo S.A. de C.V.", "org", ("bimbo",)),
        ("the Payments team", "org", ("payments",)),
        ("equipo de Payments", "org", ("payments",)),
        ("Ciudad de Sevilla", "place", ("sevilla",)),
        ("Ciudad de México", "place", ("ciudad", "de", "mexico")),
        ("Tercera planta", "place", ("#3", "planta")),
        ("Plan A", "project", ("plan", "#a")),
        ("Project A", "project", ("project", "#a")),
        ("A Coruña", "place", ("a", "coruna")),
        ("PaymentService", "service", ("payment",)),
        ("Sir Ian Holm", "person", ("ian", "holm")),
        ("D.ª Carmen Vega", "person", ("carmen", "vega")),
        ("King", "person", ("king",)),
        ("Michael I. Jordan", "person", ("michael", "i", "jordan")),
        ("April May", "person", ("april", "may")),
        ("García Soto, Ana", "person", ("ana", "garcia", "soto")),
        ("Ludwig van Beethoven", "person", ("ludwig", "beethoven")),
    ],
)
def test_what_only_describes_is_taken_off(text, entity_type, core):
    assert parse_name(text, entity_type).core == core


@pytest.mark.parametrize(
    ("text", "entity_type", "field", "value"),
    [
        ("https://www.github.com/Acme/Web.git", "project", "address", "repo:acme/web"),
        ("git@github.com:acme/web.git", "", "address", "repo:acme/web"),
        ("https://example.org:443/a/", "", "address", "example.org/a"),
        ("Node.js", "product", "address", ""),
        ("TCP/IP", "", "address", ""),
        ("src//lib/../a.py", "file", "path", "src/a.py"),
        ("Ana@Example.org", "person", "email", "ana@example.org"),
        ("Felipe VI", "person", "suffix", "6"),
        ("Juan Soto hijo", "person", "suffix", "jr"),
        ("Globex GmbH", "org", "legal_family", "gmbh"),
        ("Boston, MA", "place", "qualifier", ("massachusetts", "united states")),
        ("Northern Grain (NG)", "org", "declared_acronym", "ng"),
        ("E.E. U.U.", "place", "acronym", "eeuu"),
    ],
)
def test_the_parts_of_a_name_are_read(text, entity_type, field, value):
    assert getattr(parse_name(text, entity_type), field) == value


@given(st.text(), st.sampled_from(["", "person", "org", "place", "file", "project", "planet"]))
def test_lookup_keys_are_few_distinct_and_deterministic(text, entity_type):
    keys = lookup_keys(parse_name(text, entity_type))
    assert len(keys) == len(set(keys)) <= 12
    assert keys == lookup_keys(parse_name(text, entity_type))
    assert bool(keys) == bool(text.strip())


@pytest.mark.parametrize(
    "text", ["she", "ella", "allí", "I", "yo", "the project", "el proyecto", "my boss", "mi jefa", "este equipo", " "]
)
def test_what_only_refers_is_not_nameable(text):
    assert not is_nameable(text)


@pytest.mark.parametrize(
    "text", ["WHO", "my sister", "mi hermana", "Atlas", "Will", "東京", "the Atlas project", "factura"]
)
def test_a_name_is_nameable(text):
    assert is_nameable(text)


def test_a_pronoun_tells_what_it_may_refer_to():
    found = reference("Ella")
    assert found
    assert (found.kinds, found.gender) == (frozenset({"person"}), "f")
    assert reference("La Rioja") is None
