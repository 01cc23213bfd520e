"""What a client sees of recall: the right memories, with their source and the reason, and never anybody else's."""

import random

import pytest

pytestmark = [pytest.mark.anyio, pytest.mark.e2e]


def texts(answer):
    return [item["texto"] for item in answer["items"]]


async def test_an_answer_tells_its_source_and_why_it_was_found(agent):
    await agent.observe(
        "The billing service uses Postgres 16.", fuente={"modo": "conversado", "de": "Cris", "canal": "slack"}
    )
    await agent.observe("It rained in Lisbon on Sunday.")
    answer = await agent("recall", query="Which database does billing use?")
    first = answer["items"][0]
    assert "Postgres 16" in first["texto"]
    assert "Cris told it over slack" in first["procedencia"]
    assert {"vector", "text"} & set(first["recibo"]["legs"]) or first["recibo"]["legs"]
    assert all(leg["rank"] >= 1 for leg in first["recibo"]["legs"].values())
    assert answer["suficiente"] is True


async def test_a_question_in_one_language_finds_a_memory_in_the_other(agent):
    await agent.observe("El servidor de facturación se reinicia cada noche a las tres.")
    await agent.observe("The coffee machine on the second floor is broken.")
    answer = await agent("recall", query="When does the billing server restart?")
    assert "facturación" in texts(answer)[0]


async def test_what_was_superseded_stands_below_what_replaced_it_and_says_why(agent):
    old = await agent.observe("The API rate limit is 100 requests per minute.")
    new = await agent.observe("The API now allows 50 calls each minute.")
    await agent("supersede_memory", viejo_id=old["id"], motivo="the limit was lowered", nuevo_id=new["id"])
    answer = await agent("recall", query="The API rate limit is 100 requests per minute")
    ids = [item["id"] for item in answer["items"]]
    assert ids.index(new["id"]) < ids.index(old["id"])
    (item,) = [item for item in answer["items"] if item["id"] == old["id"]]
    assert (item["estado"], item["superseded_por"]["motivo"]) == ("superada", "the limit was lowered")
    without = await agent("recall", query="API rate limit", include_superseded=False)
    assert old["id"] not in [item["id"] for item in without["items"]]


async def test_an_expired_memory_is_found_only_when_asked_for(agent, runtime):
    answer = await agent.observe("TODO: renew the certificate of the gateway.", volatilidad="pendiente")
    call = await runtime.call(None)
    await call.database.run_statement(
        "CYPHER 25 MATCH (m:Memory {id: $id}) SET m.expires_at = datetime() - duration('P1D')", {"id": answer["id"]}
    )
    assert answer["id"] not in [
        item["id"] for item in (await agent("recall", query="renew certificate gateway"))["items"]
    ]
    found = await agent("recall", query="renew certificate gateway", include_expired=True)
    assert found["items"][0]["estado"] == "caducada"


async def test_as_of_and_known_at_read_the_two_axes_of_time(agent):
    ana = (await agent.observe("Met Ana López.", entity_hints=["Ana López"]))["entities"][0]["id"]
    old = await agent("store_fact", entity_id=ana, predicate="works_for", value="Acme", valid_from="2020-01-01")
    new = await agent("store_fact", entity_id=ana, predicate="works_for", value="Globex", valid_from="2024-01-01")
    await agent("supersede_memory", viejo_id=old["id"], viejo_tipo="fact", motivo="changed jobs", nuevo_id=new["id"])

    async def held(**when):
        answer = await agent(
            "recall", query="Where does Ana López work?", kinds=["fact"], include_superseded=True, **when
        )
        return {item["value"] for item in answer["items"]}

    assert await held(as_of="2022-06-01") == {"Acme"}
    assert await held(as_of="2025-06-01") == {"Globex"}
    assert await held(known_at="2019-01-01") == set()


async def test_an_empty_memory_says_that_nothing_is_there(agent):
    for wishes in ({}, {"kinds": ["fact"]}, {"limit": 3}, {"include_expired": True, "limit": 3}):
        answer = await agent("recall", query="anything at all", **wishes)
        assert (answer["items"], answer["cercanos"], answer["suficiente"]) == ([], [], False)


async def test_what_a_filter_cut_is_named_with_the_reason(agent):
    await agent.observe("The gateway runs on port 9090.")
    answer = await agent("recall", query="gateway port", kinds=["note"])
    assert answer["items"] == []
    assert "kind" in answer["cercanos"][0]["por_que_no"]


async def test_filters_hold_alone_and_together(agent):
    for n, kind in enumerate(("deploy", "meeting", "deploy")):
        await agent.observe(f"Gateway note {n}", event_type=kind, occurred_at=f"2026-0{n + 1}-10T12:00:00Z")
    answer = await agent("recall", query="gateway note", event_types=["deploy"])
    assert set(texts(answer)) == {"Gateway note 0", "Gateway note 2"}
    answer = await agent("recall", query="gateway note", event_types=["deploy"], desde="2026-02", kinds=["episode"])
    assert texts(answer) == ["Gateway note 2"]
    assert (await agent("recall", query="gateway note", kinds=["fact"]))["items"] == []


async def test_the_turn_after_the_one_that_matches_is_found_through_the_conversation(agent):
    for who, text in (
        ("Ana", "What is your favourite dish, Luis?"),
        ("Luis", "Definitely the one with saffron and rabbit."),
        ("Ana", "Sounds great."),
    ):
        await agent.observe(text, fuente={"de": who, "hilo": "food"})
    for n in range(5):
        await agent.observe(f"Ticket {n} was closed by the bot.", fuente={"hilo": f"tickets {n}"})
    answer = await agent("recall", query="favourite dish of Luis", limit=3)
    assert any("saffron" in text for text in texts(answer))


async def test_a_page_goes_on_where_the_last_one_ended(agent):
    for n in range(7):
        await agent.observe(f"Archive entry number {n}.")
    first = await agent("recall", query="archive entry", limit=4)
    second = await agent("recall", query="archive entry", limit=4, cursor=first["next_cursor"])
    assert len({item["id"] for item in first["items"] + second["items"]}) == 7
    assert second["next_cursor"] is None
    text = await agent.refused("recall", query="something else", limit=4, cursor=first["next_cursor"])
    assert "cursor" in text


@pytest.mark.parametrize(
    "query",
    [
        "",
        "???",
        "word " * 10_000,
        "👍🏽",
        "東京",
        "C++",
        "/b",
        "node:",
        "AND OR",
        '"unbalanced',
        "NOT *",
        "a:b^2~",
        "{[(",
        "\\",
        "+",
        "-",
        "&&",
    ],
)
async def test_no_query_is_an_error(agent, query):
    await agent.observe("Plain text.")
    assert "items" in await agent("recall", query=query)


@pytest.mark.parametrize(
    "text", ["C++ is faster here", "mount it at /b please", "node: v24 is required", "東京で会いましょう"]
)
async def test_signs_of_the_query_language_are_found_when_they_are_there(agent, text):
    await agent.observe(text)
    await agent.observe("Something about gardens.")
    assert texts(await agent("recall", query=text))[0] == text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"query": "x", "limit": 0}, ["limit", "0"]),
        ({"query": "x", "limit": 1000}, ["limit", "1000"]),
        ({"query": "x", "kinds": ["dream"]}, ["kinds", "dream", "episode"]),
        ({"query": "x", "as_of": "soon"}, ["as_of", "soon", "ISO-8601"]),
        ({"query": "x", "min_confidence": 2}, ["min_confidence", "2"]),
        ({"query": "x", "entity_ids": ["Ana"]}, ["Ana", "search_entities"]),
    ],
)
async def test_a_bad_argument_of_recall_names_the_value_and_what_was_expected(agent, arguments, words):
    text = await agent.refused("recall", **arguments)
    assert all(word in text for word in words), text


async def test_the_budget_leaves_items_out_but_cuts_none(agent):
    for n in range(5):
        await agent.observe(f"Long note {n} about the warehouse: " + "shelf " * 40)
    answer = await agent("recall", query="warehouse note", token_budget=120)
    assert 1 <= len(answer["items"]) < 5
    assert all(item["texto"].startswith("Long note") and item["texto"].endswith("shelf ") for item in answer["items"])


async def test_an_owner_with_five_memories_among_ten_thousand_of_another_gets_the_five(agent, new_agent, runtime):
    other = await new_agent(owner=f"crowd {agent.who.owner}")
    await _crowd(runtime, other.who)
    for n in range(5):
        await agent.observe(f"Our own kiwi memory number {n}.")
    answer = await agent("recall", query="kiwi memory", limit=10)
    assert len(answer["items"]) == 5
    assert all(item["texto"].startswith("Our own") for item in answer["items"])
    legs = {name for item in answer["items"] for name in item["recibo"]["legs"]}
    assert len(legs) >= 2
    assert (await other("search_entities", query="kiwi"))["items"] == []


async def _crowd(runtime, who):
    """Ten thousand memories with the very words and near the very meaning of the other owner's."""
    rng = random.Random(1)
    call = await runtime.call(who)
    dimension = call.opened.embedder.embedder.dimension
    ours = [float(x) for x in await call.opened.embedder.query("kiwi memory")]
    for start in range(0, 10_000, 500):
        rows = [{"n": n, "v": [x + rng.gauss(0, 0.01) for x in ours]} for n in range(start, start + 500)]
        await call.database.run_statement(
            """CYPHER 25 UNWIND $rows AS row
            CREATE (m:Memory:Episode:English {id: $prefix + row.n, key: null, owner: $owner, audience: $audience, agent: 'x', tipo: 'episode',
              text: 'Our own kiwi memory number ' + row.n, caption: 'crowd', language: 'en', tokens: 6, cues: [], volatilidad: 'evento',
              epistemico: 'reportado', confidence: 0.8, fuente: '{}', visibility: 'shared', precision: 'instant', context: '{}',
              occurred_at: datetime(), recorded_at: datetime(), affirmations: 1, event_type: 'x'})
            CREATE (m)-[:HAS_PASSAGE]->(:Passage {memory_id: m.id, owner: m.owner, audience: m.audience, tipo: m.tipo, occurred_at: m.occurred_at,
              start: 0, end: 1, embedding: row.v})""",
            {"rows": rows, "prefix": f"{who.owner}-", "owner": who.owner, "audience": who.audience()},
        )
    assert dimension == len(ours)


async def test_entities_are_found_by_name_alias_misspelling_and_meaning(agent):
    await agent.observe("Met Jonathan Richardson of Acme.", entity_hints=["Jonathan Richardson", "Acme"])
    for query in ("Jonathan Richardson", "jonathan richardson", "Richardson", "Jonathan Richardsen"):
        answer = await agent("search_entities", query=query)
        assert answer["items"][0]["name"] == "Jonathan Richardson", query
        assert answer["items"][0]["why"]


async def test_an_entity_is_read_by_id_and_a_name_is_refused(agent):
    answer = await agent.observe("Met Ana López.", entity_hints=["Ana López"])
    entity = await agent("get_entity", entity_id=answer["entities"][0]["id"])
    assert (entity["name"], entity["version"], entity["merged_into"]) == ("Ana López", 1, None)
    text = await agent.refused("get_entity", entity_id="Ana López")
    assert "search_entities" in text


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_both_eras_of_the_protocol_recall(new_agent, mode):
    agent = await new_agent(mode=mode)
    await agent.observe("The gateway runs on port 9090.")
    assert (await agent("recall", query="gateway port"))["items"]
