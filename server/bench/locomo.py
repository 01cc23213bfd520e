"""LoCoMo at turn level: each turn goes in by `process_observation`, each question comes out by `recall`, over real MCP.

The data stay where they are: `{sample_id, conversation: {session_N: [{speaker, dia_id, text, blip_caption?}],
session_N_date_time}, qa: [{question, evidence: [dia_id], category}]}`.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from recuerdo.graph.errors import InvalidInput
from recuerdo.server.bench.metrics import Ranked, latency, summary
from recuerdo.server.tour import Guest

_DATE = "%I:%M %p on %d %B, %Y"
_TURN_ID = re.compile(r"D\d+:\d+")
DEPTH = 10
"""Memories that are asked for."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a conversation."""

    id: str
    speaker: str
    text: str
    session: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Conversation:
    """Turns in order, and the questions that have valid evidence: (question, ids of the turns that answer it, category)."""

    name: str
    turns: Sequence[Turn]
    questions: Sequence[tuple[str, frozenset[str], int]]


def load(path: Path, name: str) -> Conversation:
    """Read one conversation.

    Raises:
        InvalidInput: The file is not there, or holds no such conversation.
    """
    if not path.is_file():
        raise InvalidInput(f"{path} is no file: expected LoCoMo's conversations.json.")
    found = {each["sample_id"]: each for each in json.loads(path.read_text("utf-8"))}
    if name not in found:
        raise InvalidInput(f"{path} has no conversation {name!r}: expected one of {', '.join(found)}.")
    turns = list(_turns(found[name]["conversation"]))
    known = {turn.id for turn in turns}
    asked = (
        (each["question"], frozenset(_TURN_ID.findall(" ".join(each["evidence"]))) & known, each["category"])
        for each in found[name]["qa"]
    )
    return Conversation(name, turns, [each for each in asked if each[1]])


def _turns(conversation: dict[str, Any]) -> Iterator[Turn]:
    sessions = sorted(
        (key for key in conversation if re.fullmatch(r"session_\d+", key)), key=lambda key: int(key.split("_")[1])
    )
    for session in sessions:
        at = datetime.strptime(conversation[f"{session}_date_time"], _DATE).replace(tzinfo=UTC)
        for turn in conversation[session]:
            shared = f" [shares {turn['blip_caption']}]" if turn.get("blip_caption") else ""
            yield Turn(turn["dia_id"], turn["speaker"], turn["text"] + shared, session, at)


@dataclass(frozen=True, slots=True)
class Run:
    """What came out: the figures of recall and of plain BM25, and how long the calls took, in seconds."""

    recall: Sequence[Ranked]
    bm25: Sequence[Ranked]
    observing: Sequence[float]
    recalling: Sequence[float]

    def figures(self) -> dict[str, Any]:
        """Return the figures for people and for programs."""
        return {
            "recall": summary(self.recall),
            "bm25": summary(self.bm25),
            "process_observation": latency(self.observing),
            "recall_latency": latency(self.recalling),
        }


async def run(guest: Guest, conversation: Conversation, tick: Any) -> Run:  # noqa: ANN401 - any callable without arguments
    """Put the conversation in, ask its questions; `tick()` is called after each call."""
    dia_ids, observing = {}, []
    for turn in conversation.turns:
        begun = time.perf_counter()
        answer = await guest.call(
            "process_observation",
            {
                "content": turn.text,
                "occurred_at": turn.at.isoformat(),
                "fuente": {"de": turn.speaker, "hilo": turn.session, "modo": "conversado"},
                "idempotency_key": turn.id,
            },
        )
        observing.append(time.perf_counter() - begun)
        dia_ids[answer["id"]] = turn.id
        tick()
    ranked, recalling = [], []
    for question, gold, _category in conversation.questions:
        begun = time.perf_counter()
        answer = await guest.call("recall", {"query": question, "limit": DEPTH, "kinds": ["episode"]})
        recalling.append(time.perf_counter() - begun)
        ranked.append(Ranked([dia_ids[item["id"]] for item in answer["items"]], gold))
        tick()
    return Run(ranked, bm25(conversation), observing, recalling)


def bm25(conversation: Conversation) -> list[Ranked]:
    """Rank by plain BM25 over `speaker: text`, Porter-stemmed, English stop words (bm25s, k1 1.5, b 0.75)."""
    import bm25s
    import snowballstemmer

    stemmer = snowballstemmer.stemmer("porter")
    corpus = [f"{turn.speaker}: {turn.text}" for turn in conversation.turns]
    index = bm25s.BM25()
    index.index(
        bm25s.tokenize(corpus, stopwords="en", stemmer=stemmer.stemWords, show_progress=False), show_progress=False
    )
    asked = bm25s.tokenize(
        [question for question, _, _ in conversation.questions],
        stopwords="en",
        stemmer=stemmer.stemWords,
        show_progress=False,
    )
    found, _scores = index.retrieve(asked, k=DEPTH, show_progress=False)
    ids = [turn.id for turn in conversation.turns]
    return [
        Ranked([ids[n] for n in row], gold) for row, (_, gold, _) in zip(found, conversation.questions, strict=True)
    ]
