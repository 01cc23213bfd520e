"""What holds, what no longer does, and who said so."""

import asyncio

import pytest

pytestmark = [pytest.mark.anyio, pytest.mark.e2e]


@pytest.fixture
async def ana(agent) -> str:
    answer = await agent.observe("Met Ana López.", entity_hints=["Ana López"])
    return next(e["id"] for e in answer["entities"] if e["name"] == "Ana López")


async def test_the_same_fact_again_is_reaffirmed(agent, ana):
    first = await agent("store_fact", entity_id=ana, predicate="works_for", value="Acme", idempotency_key="1")
    second = await agent("store_fact", entity_id=ana, predicate="works for", value="ACME", idempotency_key="2")
    assert (first["accion"], second["accion"]) == ("created", "reinforced")
    assert second["fact_id"] == first["fact_id"]
    assert second["fact"]["affirmations"] == 2


async def test_another_value_of_a_single_valued_predicate_is_a_contradiction_and_retires_nothing(agent, ana):
    first = await agent("store_fact", entity_id=ana, predicate="works_for", value="Acme")
    second = await agent("store_fact", entity_id=ana, predicate="works_for", value="Globex")
    (other,) = second["contradicciones"]
    assert (other["fact_id"], other["tipo"], other["value"]) == (first["fact_id"], "contradiccion", "Acme")
    assert second["fact"]["estado"] == "vigente"


async def test_two_likes_are_no_contradiction(agent, ana):
    await agent("store_fact", entity_id=ana, predicate="likes", value="tea")
    second = await agent("store_fact", entity_id=ana, predicate="likes", value="coffee")
    assert [each["tipo"] for each in second["contradicciones"]] == ["otro_valor"]


async def test_confidence_is_the_ceiling_unless_it_is_given(agent, ana):
    without = await agent("store_fact", entity_id=ana, predicate="age", value=41, epistemico="medido")
    given = await agent(
        "store_fact", entity_id=ana, predicate="shoe size", value=38, epistemico="medido", confidence=0.3
    )
    assert (without["fact"]["confidence"], without["fact"]["value"]) == (1.0, "41")
    assert given["fact"]["confidence"] == 0.3


async def test_a_value_that_names_a_known_entity_is_linked_to_it(agent, ana):
    acme = (await agent.observe("Visited Acme Inc.", entity_hints=["Acme Inc."]))["entities"][0]["id"]
    answer = await agent("store_fact", entity_id=ana, predicate="works_for", value="Acme Inc.")
    assert answer["fact"]["value_entity_id"] == acme


async def test_a_superseded_fact_may_hold_again_as_a_new_interval(agent, ana):
    old = await agent("store_fact", entity_id=ana, predicate="works_for", value="Acme", valid_from="2020")
    new = await agent("store_fact", entity_id=ana, predicate="works_for", value="Globex", valid_from="2024")
    done = await agent(
        "supersede_memory", viejo_id=old["id"], viejo_tipo="fact", motivo="changed jobs", nuevo_id=new["id"]
    )
    again = await agent("store_fact", entity_id=ana, predicate="works_for", value="Acme", valid_from="2026")
    assert done["accion"] == "superseded"
    assert (again["accion"], again["id"] != old["id"]) == ("created", True)


async def test_superseding_twice_changes_nothing(agent, ana):
    old = await agent("store_fact", entity_id=ana, predicate="port", value="8080")
    new = await agent("store_fact", entity_id=ana, predicate="port", value="9090")
    call = {"viejo_id": old["id"], "viejo_tipo": "fact", "motivo": "moved", "nuevo_id": new["id"]}
    assert (await agent("supersede_memory", **call))["accion"] == "superseded"
    assert (await agent("supersede_memory", **call))["accion"] == "nothing"
    text = await agent.refused("supersede_memory", **{**call, "viejo_id": new["id"], "nuevo_id": old["id"]})
    assert "each other" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"viejo_id": "nothing", "motivo": "x"}, ["viejo_no_existe", "nothing", "recall"]),
        ({"viejo_id": "same", "motivo": "x", "nuevo_id": "same"}, ["itself"]),
        ({"viejo_id": "x", "motivo": " "}, ["motivo"]),
        ({"viejo_id": "x", "motivo": "x", "viejo_tipo": "dream"}, ["viejo_tipo", "dream", "episode"]),
    ],
)
async def test_what_cannot_be_superseded_is_refused_with_the_reason(agent, arguments, words):
    text = await agent.refused("supersede_memory", **arguments)
    assert all(word in text for word in words), text


async def test_a_fact_about_a_name_instead_of_an_id_points_to_the_search(agent):
    text = await agent.refused("store_fact", entity_id="Ana", predicate="age", value="41")
    assert "Ana" in text
    assert "search_entities" in text


async def test_an_interval_must_not_end_before_it_begins(agent, ana):
    text = await agent.refused(
        "store_fact", entity_id=ana, predicate="age", value="41", valid_from="2026", valid_until="2025"
    )
    assert "2025" in text


async def test_eight_writers_of_one_fact_at_once_leave_one_fact_with_eight_evidences(new_agent, runtime, owner):
    agents = [await new_agent(f"agent-{n}") for n in range(8)]
    answers = await asyncio.gather(*(each.observe("Tom Baker works at Initech.") for each in agents))
    assert len({fact["id"] for answer in answers for fact in answer["facts"]}) == 1
    assert len({e["id"] for answer in answers for e in answer["entities"]}) == 2
    call = await runtime.call(None)
    rows = await call.database.run_statement(
        "CYPHER 25 MATCH (f:Fact {owner: $owner})-[:EVIDENCED_BY]->(e) RETURN count(DISTINCT f) AS facts, count(e) AS evidences, max(f.affirmations) AS n",
        {"owner": owner},
    )
    assert rows == [{"facts": 1, "evidences": 8, "n": 8}]
