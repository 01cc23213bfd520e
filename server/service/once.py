"""Safe retries: a call that comes again gets the first one's answer, and nothing is done twice."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from recuerdo.graph.database import Transaction
from recuerdo.graph.models import Principal
from recuerdo.graph.store import requests
from recuerdo.server.runtime import Call
from recuerdo.server.service.answers import Write

W = TypeVar("W", bound=Write)


@dataclass(frozen=True, slots=True)
class Retry:
    """How a call is known again: by its client's key, else by what it said within the window of the settings."""

    tool: str
    idempotency_key: str | None
    said: tuple[str, ...]

    def key(self, who: Principal) -> str:
        """Return the key of the request."""
        if self.idempotency_key:
            return requests.explicit_key(who, self.tool, self.idempotency_key)
        return requests.implicit_key(who, self.tool, *self.said)


async def once(call: Call, retry: Retry, kind: type[W], work: Callable[[Transaction], Awaitable[W]]) -> W:
    """Do the work in one transaction and return its answer after the commit, or the answer of the call that this one repeats."""
    key = retry.key(call.who)
    window = None if retry.idempotency_key else call.settings.retry_window_seconds

    async def managed(tx: Transaction) -> W:
        earlier = await requests.claim(tx, key, call.who, call.now, window)
        if earlier is not None:
            return kind.model_validate_json(earlier)
        answer = await work(tx)
        await requests.keep_answer(tx, key, answer.model_dump_json(), answer.id)
        return answer

    return await call.database.write(managed)
