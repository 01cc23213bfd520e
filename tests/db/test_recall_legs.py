"""The legs on the real database, below the service: what each finds, and what it never shows."""

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from recuerdo.graph.errors import SchemaError
from recuerdo.graph.ids import new_id
from recuerdo.graph.models import Evidence, Fuente, Principal
from recuerdo.graph.ranking import Asked, NamedEntity, Question, RecallFilters, Term
from recuerdo.graph.store import entities, episodes, memories, relations, search, vectors
from recuerdo.graph.store.entities import NewEntity
from recuerdo.graph.store.episodes import NewEpisode
from recuerdo.graph.store.memories import Link, NewMemory, Piece

pytestmark = [pytest.mark.anyio, pytest.mark.db]

NOW = datetime(2026, 6, 15, 12, tzinfo=UTC)
DIMENSION = 384


def vector(seed):
    rng = random.Random(seed)
    return [rng.gauss(0, 1) for _ in range(DIMENSION)]


@pytest.fixture
def who():
    return Principal(owner=f"legs {uuid4()}", agent="codex")


def episode(text, *, seed, visibility="shared", hilo=None, at=NOW, pieces=1):
    """An episode whose last piece has the vector of `seed`."""
    seeds = [*(f"{text} {n}" for n in range(pieces - 1)), seed]
    memory = NewMemory(
        id=new_id(),
        text=text,
        language="en",
        cjk=False,
        tokens=len(text.split()),
        cues=(),
        volatilidad="evento",
        epistemico="reportado",
        confidence=0.8,
        fuente=Fuente(hilo=hilo),
        visibility=visibility,
        precision="day",
        expires_at=None,
        pieces=tuple(Piece(n, n + 1, vector(each)) for n, each in enumerate(seeds)),
    )
    return NewEpisode(memory, "note", at)


async def keep(database, who, text, *, about=(), **known):
    """Lay one episode down and return its id."""
    new = episode(text, **known)
    links = {"about": [Link(each, "mention") for each in about]}
    await database.write(lambda tx: episodes.create(tx, new, who, NOW, links))
    return new.memory.id


async def crowd(database, who, text, count):
    """Lay down many episodes that mean exactly what is asked, each in a conversation of its own."""

    async def work(tx):
        for n in range(count):
            await episodes.create(tx, episode(f"{text} {n}.", seed="q", hilo=f"{text} {n}"), who, NOW, {})

    await database.write(work)


async def entity(database, who, name):
    new = NewEntity(ref=name, name=name, entity_type="org", type_class="org", normal_name=name, lookup=(f"key:{name}",))
    made = await database.write(lambda tx: entities.upsert(tx, [new], who, who.audience(), NOW))
    return made[name].id


def asks(*words, seed, named=()):
    terms = tuple(Term(word) for word in words)
    return Question(Asked(" ".join(words), "en", cjk=False, terms=terms), vector(seed), named)


async def found(database, question, who, **filters):
    ranking = await search.recall(database, question, RecallFilters(**filters), who, NOW)
    return {each.id: each for each in ranking.items}


async def test_vectors_of_another_embedder_are_refused_with_what_to_do(indexed):
    with pytest.raises(SchemaError, match=r"other@1.*RECUERDO_EMBEDDER"):
        await vectors.ensure(indexed, fingerprint="other@1", dimension=DIMENSION)


async def test_meaning_and_words_find_each_their_own_and_the_receipt_says_which(indexed, who):
    near = await keep(indexed, who, "Alpha beta.", seed="q")
    said = await keep(indexed, who, "The zeppelins landed.", seed="other")
    items = await found(indexed, asks("zeppelin", seed="q"), who)
    assert (items[near].legs["vector"].rank, items[near].legs.keys()) == (1, {"vector"})
    assert items[said].legs["memory_english"].rank == 1


async def test_a_long_text_is_found_by_its_best_piece(indexed, who):
    long = await keep(indexed, who, "A long report.", seed="q", pieces=4)
    items = await found(indexed, asks("nothing", seed="q"), who)
    assert items[long].parts["vector"] == pytest.approx(1.0)
    assert list(items) == [long]


async def test_a_named_entity_leads_to_what_is_about_it_and_about_its_relations(indexed, who):
    ana, acme = [await entity(indexed, who, name) for name in ("ana", "acme")]
    evidence = Evidence(ref="x", kind="episode", at=NOW, original_predicate="works_for")
    await indexed.write(lambda tx: relations.upsert(tx, ana, acme, evidence, NOW))
    direct = await keep(indexed, who, "Prefers tea.", seed="a", about=[ana])
    beyond = await keep(indexed, who, "Moved to Madrid.", seed="b", about=[acme])
    items = await found(indexed, asks("office", seed="q", named=(NamedEntity(ana, "ana"),)), who)
    assert items[direct].path == ("about ana",)
    assert items[beyond].path == ("ana works_for acme, about acme",)


async def test_the_turns_around_a_hit_come_with_it(indexed, who):
    ids = [
        await keep(indexed, who, text, seed=text, hilo="one", at=NOW + timedelta(minutes=n))
        for n, text in enumerate(("Two before.", "One before.", "A zeppelin.", "One after.", "Two after.", "Far."))
    ]
    await crowd(indexed, who, "Noise", 60)
    items = await found(indexed, asks("zeppelin", seed="q"), who, limit=100)
    assert set(ids) & items.keys() == set(ids[:5])


async def test_a_private_memory_is_in_no_leg_of_another_agent(indexed, who):
    acme = await entity(indexed, who, "acme")
    secret = await keep(indexed, who, "The zeppelin code.", seed="q", about=[acme], visibility="private")
    asked = asks("zeppelin", seed="q", named=(NamedEntity(acme, "acme"),))
    assert secret in await found(indexed, asked, who)
    assert secret not in await found(indexed, asked, who.model_copy(update={"agent": "other"}))
    assert secret not in await found(indexed, asked, Principal(owner="stranger", agent="codex"), entity_ids=(acme,))


async def test_what_replaced_a_hit_is_fetched_and_stands_above_it(indexed, who):
    old = await keep(indexed, who, "The zeppelin is red.", seed="q")
    new = await keep(indexed, who, "Painted blue.", seed="far")
    await crowd(indexed, who, "Noise", 60)
    call = memories.Supersession(old, "episode", "painted", new)
    await memories.supersede(indexed, call, who, NOW + timedelta(hours=1))
    asked = asks("zeppelin", seed="q")
    order = list(await found(indexed, asked, who, limit=100))
    assert order.index(new) + 1 == order.index(old)
    assert old not in await found(indexed, asked, who, include_superseded=False, limit=100)
    before = await found(indexed, asked, who, known_at=NOW, include_superseded=False, limit=100)
    assert before[old].superseded_by is None


async def test_filters_reach_past_what_they_cut(indexed, who):
    wanted = await keep(indexed, who, "Zeppelin of last year.", seed="q", at=NOW - timedelta(days=400))
    await crowd(indexed, who, "Zeppelin zeppelin", 120)
    items = await found(indexed, asks("zeppelin", seed="q"), who, hasta=NOW - timedelta(days=300))
    assert list(items) == [wanted]
    assert {"vector", "window", "memory_english"} <= items[wanted].legs.keys()


async def test_an_entity_is_found_by_key_words_and_never_across_owners(indexed, who):
    await entity(indexed, who, "richardson")
    query = search.EntityQuery("Richardsen", ("key:richardsen",))
    (hit,) = await search.search_entities(indexed, query, who)
    assert (hit.name, hit.score < 1) == ("richardson", True)
    (hit,) = await search.search_entities(indexed, replace(query, keys=("key:richardson",)), who)
    assert (hit.score, hit.why) == (1.0, "its name or alias")
    assert await search.search_entities(indexed, query, Principal(owner="stranger", agent="codex")) == []
