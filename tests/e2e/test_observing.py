"""What a client sees of writing: through the real MCP client, on the real database."""

import asyncio

import pytest

pytestmark = [pytest.mark.anyio, pytest.mark.e2e]

CRIS = {"modo": "conversado", "de": "Cris", "canal": "whatsapp", "hilo": "h1"}


async def graph(runtime, name_or_statement: str, **params):
    call = await runtime.call(None)
    return await call.database.run_statement(f"CYPHER 25 {name_or_statement}", params)


async def test_an_observation_becomes_an_episode_about_everything_that_it_mentions(agent):
    answer = await agent.observe("Ana López works at Acme in Madrid.", fuente=CRIS)
    assert answer["accion"] == "created"
    assert {"Ana López", "Acme", "Madrid"} <= {each["name"] for each in answer["entities"]}
    assert all(each["why"] for each in answer["entities"])
    assert {each["name"] for each in answer["episode"]["entities"]} >= {"Ana López", "Acme", "Madrid"}
    assert "Cris told it over whatsapp" in answer["episode"]["procedencia"]
    assert answer["episode"]["via_agent"] == "codex"


async def test_two_agents_of_an_owner_mean_the_same_entity(new_agent):
    english, spanish = await new_agent("english"), await new_agent("spanish")
    first = await english.observe("Ana López works at Acme.")
    second = await spanish.observe("Ayer comí con Ana López.")
    ids = [next(e["id"] for e in answer["entities"] if e["name"] == "Ana López") for answer in (first, second)]
    assert ids[0] == ids[1]


async def test_another_owner_never_meets_this_one_s_entities(new_agent):
    ours, theirs = await new_agent(), await new_agent(owner="another-owner")
    first = await ours.observe("Ana López works at Acme.")
    second = await theirs.observe("Ana López works at Acme.")
    assert {e["id"] for e in first["entities"]}.isdisjoint(e["id"] for e in second["entities"])


async def test_names_that_differ_in_a_number_stay_two_entities(agent):
    first = await agent.observe("The meeting is in Room 101.", entity_hints=["Room 101"])
    second = await agent.observe("The meeting is in Room 102.", entity_hints=["Room 102"])
    assert first["entities"][0]["id"] != second["entities"][0]["id"]
    assert second["duda_de_fusion"] == []


async def test_an_ambiguous_name_makes_a_new_entity_and_a_doubt(agent):
    await agent.observe("Hoy hablé con Ana López y con Ana Ruiz.", entity_hints=["Ana López", "Ana Ruiz"])
    answer = await agent.observe("Ana called about the budget.", entity_hints=["Ana"])
    (ana,) = [e for e in answer["entities"] if e["mention"] == "Ana"]
    assert (ana["decision"], ana["created"]) == ("ambigua", True)
    assert len(ana["candidates"]) >= 2
    assert answer["duda_de_fusion"]


async def test_a_text_about_nothing_is_anchored(agent):
    answer = await agent.observe("it rained again")
    assert [e["entity_type"] for e in answer["entities"]] == ["observation"]


async def test_the_same_retry_eight_times_at_once_makes_one_episode(agent, runtime):
    answers = await asyncio.gather(*(agent.observe("Deployed billing at noon.", idempotency_key="k") for _ in range(8)))
    assert len({answer["id"] for answer in answers}) == 1
    rows = await graph(runtime, "MATCH (m:Episode {owner: $owner}) RETURN count(m) AS n", owner=agent.who.owner)
    assert rows == [{"n": 1}]


async def test_the_same_text_from_the_same_agent_soon_after_is_a_retry(agent):
    first, second = [await agent.observe("Deployed billing at noon.") for _ in range(2)]
    assert first == second


async def test_the_same_words_by_two_people_are_two_episodes(agent):
    first = await agent.observe("Bye!", fuente={"de": "Ana", "hilo": "h"})
    second = await agent.observe("Bye!", fuente={"de": "Luis", "hilo": "h"})
    assert first["id"] != second["id"]


async def test_turns_follow_each_other_by_their_time_also_when_one_arrives_late(agent, runtime):
    at = "2026-03-01T10:0{}:00Z"
    ids = {}
    for minute in (0, 2, 1):
        answer = await agent.observe(f"turn number {minute}", occurred_at=at.format(minute), fuente={"hilo": "late"})
        ids[minute] = answer["id"]
    rows = await graph(
        runtime,
        "MATCH (a:Episode {owner: $owner})-[:NEXT]->(b) RETURN a.id AS before, b.id AS after ORDER BY a.occurred_at",
        owner=agent.who.owner,
    )
    assert rows == [{"before": ids[0], "after": ids[1]}, {"before": ids[1], "after": ids[2]}]


async def test_without_a_thread_half_an_hour_of_silence_ends_the_conversation(agent, runtime):
    for at in ("2026-03-01T10:00:00Z", "2026-03-01T10:20:00Z", "2026-03-01T11:20:00Z"):
        await agent.observe(f"said at {at}", occurred_at=at)
    rows = await graph(
        runtime, "MATCH (:Episode {owner: $owner})-[r:NEXT]->() RETURN count(r) AS n", owner=agent.who.owner
    )
    assert rows == [{"n": 1}]


async def test_relations_are_judged_one_by_one(agent):
    relations = [
        {"source": "billing", "source_type": "service", "target": "Acme", "target_type": "org", "predicate": "part of"},
        {"source": "billing", "target": "ledger", "predicate": "sings to"},
        {"source": "billing", "target": "billing", "predicate": "uses"},
    ]
    answer = await agent.observe("About the billing service.", relations=relations)
    told = [(r["created"], r["relation"] and r["relation"]["relation_type"]) for r in answer["relations"]]
    assert told == [(True, "part_of"), (True, "related_to"), (False, None)]
    assert answer["relations"][1]["relation"]["evidence"][0]["original_predicate"] == "sings to"
    assert "same entity" in answer["relations"][2]["error"]


async def test_lists_and_objects_may_come_as_json_strings(agent):
    answer = await agent.observe("Met Ana.", entity_hints='["Ana"]', fuente='{"de": "Cris"}')
    assert answer["episode"]["fuente"]["de"]["nombre"] == "Cris"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"content": "  "}, ["content", "empty"]),
        ({"content": "x", "occurred_at": "yesterday"}, ["occurred_at", "yesterday", "ISO-8601"]),
        ({"content": "x", "fuente": {"modo": "dreamt"}}, ["fuente.modo", "dreamt", "vivido"]),
        ({"content": "x", "speaker": "Ana"}, ["speaker", "fuente"]),
        ({}, ["content", "missing"]),
    ],
)
async def test_a_bad_argument_names_the_value_and_what_was_expected_and_stores_nothing(
    agent, runtime, arguments, words
):
    text = await agent.refused("process_observation", **arguments)
    assert all(word in text for word in words), text
    assert await graph(runtime, "MATCH (m:Memory {owner: $owner}) RETURN m.id", owner=agent.who.owner) == []


async def test_an_unlisted_volatilidad_is_no_error_but_inferred(agent):
    answer = await agent.observe("TODO: renew the certificate before Friday.", volatilidad="soon", epistemico="medido")
    assert answer["episode"]["volatilidad"] == "pendiente"
    assert answer["episode"]["expires_at"]
    assert "volatilidad" in answer["inferidos"]
    assert "epistemico" not in answer["inferidos"]


async def test_a_naive_time_is_read_as_utc_and_the_answer_says_so(agent):
    answer = await agent.observe("Lunch.", occurred_at="2026-03-01T10:00:00")
    assert answer["episode"]["occurred_at"] == "2026-03-01T10:00:00Z"
    assert "UTC" in answer["avisos"][0]


async def test_a_year_stays_a_year(agent):
    answer = await agent.observe("The company moved.", occurred_at="2023")
    assert (answer["episode"]["occurred_at"], answer["episode"]["precision"]) == ("2023-01-01T00:00:00Z", "year")


async def test_an_episode_about_an_unknown_entity_is_stored_unlinked_and_says_so(agent):
    answer = await agent(
        "store_episode",
        entity_id="nobody",
        event_type="decision",
        content={"description": "We chose Redis.", "ticket": "ABC-1"},
    )
    assert answer["episode"]["context"] == {"ticket": "ABC-1", "entity_ids_descartados": ["nobody"]}
    assert "nobody" in answer["avisos"][0]


async def test_content_without_a_description_is_stored_whole(agent):
    answer = await agent("store_episode", entity_id="nobody", event_type="metric", content={"latency_ms": 41})
    assert answer["episode"]["texto"] == '{"latency_ms": 41}'


async def test_any_script_and_any_length_is_kept(agent):
    for text in (
        "Встреча с Татьяной в Москве",
        "東京で田中さんに会った",
        "قابلت ليلى في القاهرة",
        "👍🏽",
        "word " * 10_000,
    ):
        answer = await agent.observe(text)
        assert answer["episode"]["texto"] == text


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_both_eras_of_the_protocol_write(new_agent, mode):
    agent = await new_agent(mode=mode)
    assert (await agent.observe("Ana works at Acme."))["accion"] == "created"


async def test_memories_and_what_they_are_tied_to_read_well_in_the_database(agent, runtime):
    await agent.observe("Ana López works at Acme.", fuente={"de": "Cris"})
    rows = await graph(
        runtime,
        "MATCH (m:Memory {owner: $owner})-[r:ABOUT|TOLD_BY|VIA_AGENT]->(n) RETURN properties(m) AS m, type(r) AS r, properties(n) AS n",
        owner=agent.who.owner,
    )
    assert {row["r"] for row in rows} == {"ABOUT", "TOLD_BY", "VIA_AGENT"}
    for row in rows:
        assert row["m"]["caption"]
        assert row["n"]["caption"]
        assert not any(
            isinstance(value, list) and len(value) > 50 for node in (row["m"], row["n"]) for value in node.values()
        )
