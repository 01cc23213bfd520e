"""Inference off the event loop, shared by all calls that wait at the same time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from recuerdo.nlp.embedding.protocol import Embedder, Vectors


@dataclass(frozen=True, slots=True)
class _Job:
    text: str
    vector: asyncio.Future[Vectors]


class Batcher:
    """Feeds one embedder from many tasks of one event loop, in one worker thread.

    Nothing waits for company: an idle worker takes what is there. While it is busy, passages gather and go together.
    Questions go first, so a long import holds up a recall for one batch at most.

    Args:
        embedder: Used in the worker thread alone.
        batch_size: Passages that are embedded between two looks at the questions; > 0.
    """

    def __init__(self, embedder: Embedder, *, batch_size: int = 16) -> None:
        self.embedder = embedder
        self._batch_size = batch_size
        self._queries: deque[_Job] = deque()
        self._passages: deque[_Job] = deque()
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="embedder")
        self._drain: asyncio.Task[None] | None = None
        self._closed = False

    async def passages(self, texts: Sequence[str]) -> Vectors:
        """Embed texts to be found: float32 (len(texts), dimension), L2-normalised, in the order given.

        Raises:
            RuntimeError: The batcher is closed.
        """
        import numpy as np

        vectors = await self._submit(self._passages, texts)
        return np.stack(vectors) if vectors else np.empty((0, self.embedder.dimension), np.float32)

    async def query(self, text: str) -> Vectors:
        """Embed a question: float32 (dimension,), L2-normalised.

        Raises:
            RuntimeError: The batcher is closed.
        """
        return (await self._submit(self._queries, [text]))[0]

    async def close(self) -> None:
        """Finish what was accepted, then let the worker go. Closing twice does nothing more."""
        self._closed = True
        if self._drain:
            await self._drain
        self._worker.shutdown()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _submit(self, queue: deque[_Job], texts: Sequence[str]) -> list[Vectors]:
        if self._closed:
            raise RuntimeError("The embedder is closed: the server is shutting down. Repeat the call on a running one.")
        loop = asyncio.get_running_loop()
        jobs = [_Job(text, loop.create_future()) for text in texts]
        queue.extend(jobs)
        if self._drain is None or self._drain.done():
            self._drain = loop.create_task(self._work())
        return await asyncio.gather(*(job.vector for job in jobs))

    async def _work(self) -> None:
        while self._queries or self._passages:
            if self._queries:
                await self._run([self._queries.popleft()], lambda texts: [self.embedder.query(texts[0])])
            else:
                count = min(self._batch_size, len(self._passages))
                await self._run([self._passages.popleft() for _ in range(count)], self.embedder.passages)

    async def _run(self, jobs: list[_Job], embed: Callable[[list[str]], Iterable[Vectors]]) -> None:
        wanted = [job for job in jobs if not job.vector.cancelled()]
        if not wanted:
            return
        running = asyncio.get_running_loop().run_in_executor(self._worker, embed, [job.text for job in wanted])
        await asyncio.wait([running])
        _settle([job.vector for job in wanted], running)


def _settle(waiting: Sequence[asyncio.Future[Vectors]], done: asyncio.Future[Iterable[Vectors]]) -> None:
    """Hand each caller its vector, or all of them the error; some may have gone meanwhile."""
    if error := done.exception():
        for future in waiting:
            if not future.cancelled():
                future.set_exception(error)
        return
    for future, vector in zip(waiting, done.result(), strict=True):
        if not future.cancelled():
            future.set_result(vector)
