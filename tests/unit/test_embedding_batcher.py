import asyncio
import threading

import numpy as np
import pytest

from recuerdo.nlp.embedding import Batcher, Fingerprint


class LengthEmbedder:
    """Embeds a text as its length; notes every call, and can be held in the middle of one."""

    dimension = 1
    fingerprint = Fingerprint("length", "1", 1)

    def __init__(self):
        self.calls = []
        self.threads = set()
        self.called = threading.Event()
        self.free = threading.Event()
        self.free.set()

    def passages(self, texts):
        self._note(list(texts))
        if "poison" in texts:
            raise ValueError("poison")
        return np.array([[len(text)] for text in texts], np.float32)

    def query(self, text):
        self._note(text)
        return np.array([-len(text)], np.float32)

    def _note(self, call):
        self.calls.append(call)
        self.threads.add(threading.current_thread().name)
        self.called.set()
        assert self.free.wait(10)


async def until_called(embedder):
    assert await asyncio.to_thread(embedder.called.wait, 10)


def test_vectors_come_back_in_the_order_of_their_texts():
    async def scene():
        async with Batcher(LengthEmbedder(), batch_size=2) as batcher:
            return await batcher.passages(["a", "bbb", "cc", "", "dddd"])

    assert asyncio.run(scene()).tolist() == [[1], [3], [2], [0], [4]]


def test_no_texts_give_no_vectors():
    async def scene():
        async with Batcher(LengthEmbedder()) as batcher:
            return await batcher.passages([])

    assert asyncio.run(scene()).shape == (0, 1)


def test_calls_that_wait_at_the_same_time_go_together_and_off_the_event_loop():
    async def scene(embedder):
        async with Batcher(embedder) as batcher:
            embedder.free.clear()
            first = asyncio.create_task(batcher.passages(["first"]))
            await until_called(embedder)
            others = [asyncio.create_task(batcher.passages(["x" * n])) for n in range(1, 6)]
            await asyncio.sleep(0)
            embedder.free.set()
            return [vectors[0, 0] for vectors in await asyncio.gather(first, *others)]

    embedder = LengthEmbedder()
    assert asyncio.run(scene(embedder)) == [5, 1, 2, 3, 4, 5]
    assert embedder.calls == [["first"], ["x", "xx", "xxx", "xxxx", "xxxxx"]]
    assert threading.current_thread().name not in embedder.threads
    assert len(embedder.threads) == 1


def test_a_question_overtakes_passages_that_wait():
    async def scene(embedder):
        async with Batcher(embedder, batch_size=2) as batcher:
            embedder.free.clear()
            load = asyncio.create_task(batcher.passages(["p"] * 6))
            await until_called(embedder)
            question = asyncio.create_task(batcher.query("who?"))
            await asyncio.sleep(0)
            embedder.free.set()
            return (await question).tolist(), (await load).shape

    embedder = LengthEmbedder()
    assert asyncio.run(scene(embedder)) == ([-4], (6, 1))
    assert embedder.calls == [["p", "p"], "who?", ["p", "p"], ["p", "p"]]


def test_an_error_reaches_its_callers_and_no_later_ones():
    async def scene():
        async with Batcher(LengthEmbedder()) as batcher:
            with pytest.raises(ValueError, match="poison"):
                await batcher.passages(["poison", "with it"])
            return await batcher.passages(["after"])

    assert asyncio.run(scene()).tolist() == [[5]]


def test_a_caller_that_gave_up_costs_nothing_and_harms_nobody():
    async def scene(embedder):
        async with Batcher(embedder) as batcher:
            embedder.free.clear()
            running = asyncio.create_task(batcher.passages(["running"]))
            await until_called(embedder)
            waiting = asyncio.create_task(batcher.passages(["waiting"]))
            kept = asyncio.create_task(batcher.passages(["kept"]))
            await asyncio.sleep(0)
            running.cancel()
            waiting.cancel()
            await asyncio.sleep(0)
            embedder.free.set()
            return await kept

    embedder = LengthEmbedder()
    assert asyncio.run(scene(embedder)).tolist() == [[4]]
    assert embedder.calls == [["running"], ["kept"]]


def test_closing_finishes_what_was_accepted_and_refuses_the_rest():
    async def scene():
        batcher = Batcher(LengthEmbedder())
        accepted = asyncio.create_task(batcher.passages(["accepted"]))
        await asyncio.sleep(0)
        await batcher.close()
        await batcher.close()
        with pytest.raises(RuntimeError, match="closed"):
            await batcher.query("late")
        return await accepted

    assert asyncio.run(scene()).tolist() == [[8]]
