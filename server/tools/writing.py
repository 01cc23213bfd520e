"""store_episode, store_fact, process_observation, supersede_memory."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from mcp.server.mcpserver import Context
from mcp_types import ToolAnnotations
from pydantic import BaseModel, ConfigDict, Field

from recuerdo.graph.models import Fuente
from recuerdo.server.service import holding, observations
from recuerdo.server.service.answers import EpisodeWrite, FactWrite, ObservationWrite, SupersedeWrite
from recuerdo.server.service.holding import Fact
from recuerdo.server.service.observations import Episode, Observation, RelationWish
from recuerdo.server.tools.arguments import (
    ConfidenceArg,
    EpistemicoArg,
    FuenteArg,
    IdempotencyArg,
    OccurredAtArg,
    VolatilidadArg,
    stated,
)

if TYPE_CHECKING:
    from recuerdo.server.mcp import Gateway, MemoryServer

_ADDS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False)


class RelationArg(BaseModel):
    """One relation, told by names."""

    model_config = ConfigDict(extra="forbid")

    source: str = Field(min_length=1, description="Name of the entity that it starts from.")
    target: str = Field(min_length=1, description="Name of the entity that it leads to.")
    predicate: str = Field(
        min_length=1,
        description="Such as works_for, uses, part_of; one that is not known becomes related_to and is kept as evidence.",
    )
    source_type: str = Field("", description="Such as person, org, place, project, product; empty if not known.")
    target_type: str = Field("", description="As source_type.")


class ContentArg(BaseModel):
    """The content of an episode."""

    model_config = ConfigDict(extra="allow")

    description: str | None = Field(None, description="What happened, in words: the text that is searched.")


def _text_and_context(content: ContentArg, metadata: dict[str, Any] | None) -> tuple[str, dict[str, Any]]:
    rest = dict(content.model_extra or {})
    if content.description:
        return content.description, {**rest, **(metadata or {})}
    return json.dumps(rest, ensure_ascii=False, default=str) if rest else "", dict(metadata or {})


def register(server: MemoryServer, gateway: Gateway) -> None:
    """Register the tools that write memories."""

    @server.tool(title="Store an episode", annotations=_ADDS)
    async def store_episode(
        ctx: Context[Any, Any],
        entity_id: Annotated[
            str,
            Field(
                description="Id of the entity that it is about (from search_entities). An unknown id leaves the episode unlinked."
            ),
        ],
        event_type: Annotated[
            str,
            Field(
                min_length=1, max_length=100, description="Kind of event in a word, such as decision, meeting, deploy."
            ),
        ],
        content: Annotated[
            ContentArg,
            Field(
                description="What happened: {description, …}. Other keys are kept as context; without a description the whole object is the text."
            ),
        ],
        metadata: Annotated[
            dict[str, Any] | None,
            Field(description="Kept as context. It cannot change the owner, the agent or the visibility."),
        ] = None,
        volatilidad: VolatilidadArg = None,
        epistemico: EpistemicoArg = None,
        fuente: FuenteArg = None,
        occurred_at: OccurredAtArg = None,
        idempotency_key: IdempotencyArg = None,
    ) -> EpisodeWrite:
        """Store one event about one known entity, with its time and source.

        Use `process_observation` instead when you have free text: it finds the entities itself. Answers after the commit.
        """
        call = await gateway.call(ctx)
        text, context = _text_and_context(content, metadata)
        said = stated(call.who, fuente, volatilidad, epistemico, occurred_at)
        return await observations.store_episode(
            call, Episode(entity_id, event_type, text, context, said, idempotency_key)
        )

    @server.tool(title="Store a fact", annotations=_ADDS)
    async def store_fact(
        ctx: Context[Any, Any],
        entity_id: Annotated[str, Field(description="Id of the entity that it is about (from search_entities).")],
        predicate: Annotated[
            str,
            Field(min_length=1, max_length=100, description="What is said of it, such as works_for, port, prefers."),
        ],
        value: Annotated[
            str | int | float | bool, Field(description="The value; one that names a known entity is linked to it.")
        ],
        confidence: ConfidenceArg = None,
        source: Annotated[
            str | None, Field(description="Where it is from, such as a file or a URL; the same as fuente.donde.")
        ] = None,
        epistemico: EpistemicoArg = None,
        volatilidad: VolatilidadArg = None,
        fuente: FuenteArg = None,
        valid_from: Annotated[str | None, Field(description="Since when it holds, ISO-8601. Left out: now.")] = None,
        valid_until: Annotated[
            str | None, Field(description="Until when it held, ISO-8601. Left out: it still holds.")
        ] = None,
        idempotency_key: IdempotencyArg = None,
    ) -> FactWrite:
        """Store what holds: (entity, predicate, value). The same triple again reaffirms it.

        Nothing is superseded: other current values come back in `contradicciones`; if one of them no longer holds, call
        `supersede_memory` on it. Answers after the commit.
        """
        call = await gateway.call(ctx)
        said = stated(call.who, holding.with_source(fuente or Fuente(), source), volatilidad, epistemico, None)
        said = replace(said, confidence=confidence)
        text = value if isinstance(value, str) else json.dumps(value)
        return await holding.store_fact(
            call, Fact(entity_id, predicate, text, said, valid_from, valid_until, idempotency_key)
        )

    @server.tool(title="Remember an observation", annotations=_ADDS)
    async def process_observation(
        ctx: Context[Any, Any],
        content: Annotated[
            str,
            Field(description="The text, in the words in which it was said; English, Spanish or any other language."),
        ],
        entity_hints: Annotated[
            list[str] | None,
            Field(max_length=100, description="Names that it is about, also if they do not stand in it."),
        ] = None,
        relations: Annotated[
            list[RelationArg] | None, Field(max_length=100, description="Relations that you know, told by names.")
        ] = None,
        trigger_cycle: Annotated[bool, Field(description="Run the upkeep afterwards.")] = False,
        event_type: Annotated[
            str, Field(min_length=1, max_length=100, description="Kind of event in a word.")
        ] = "observation",
        occurred_at: OccurredAtArg = None,
        volatilidad: VolatilidadArg = None,
        epistemico: EpistemicoArg = None,
        fuente: FuenteArg = None,
        idempotency_key: IdempotencyArg = None,
    ) -> ObservationWrite:
        """Remember a text: the first choice for anything that was said, done, decided or seen.

        Finds whom and what it mentions, links them to known entities or makes new ones (with the reason for each), relates
        them, reads its facts as candidates, and stores the text as an episode about all of them. An ambiguous name never
        attaches to the nearest one: it makes a new entity and a merge doubt. Answers after the commit.
        """
        call = await gateway.call(ctx)
        wishes = tuple(
            RelationWish(each.source, each.source_type, each.target, each.target_type, each.predicate)
            for each in relations or ()
        )
        hints = tuple(hint for hint in entity_hints or () if hint.strip())
        said = stated(call.who, fuente, volatilidad, epistemico, occurred_at)
        return await observations.process_observation(
            call, Observation(content, hints, wishes, event_type, said, idempotency_key, trigger_cycle)
        )

    @server.tool(
        title="Supersede a memory",
        annotations=ToolAnnotations(
            read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False
        ),
    )
    async def supersede_memory(
        ctx: Context[Any, Any],
        viejo_id: Annotated[str, Field(description="Id of the memory that no longer holds.")],
        motivo: Annotated[str, Field(description="Why, in a sentence.")],
        viejo_tipo: Annotated[Literal["episode", "fact", "note"], Field(description="What viejo_id is.")] = "episode",
        nuevo_id: Annotated[
            str | None, Field(description="Id of the memory that holds instead, if there is one.")
        ] = None,
    ) -> SupersedeWrite:
        """Mark a memory as no longer true. It stays readable, with the reason, who and when, below what replaced it.

        Store the new state first and give its id as `nuevo_id`. To correct nothing but a doubt, do not use this.
        """
        call = await gateway.call(ctx)
        return await holding.supersede_memory(call, viejo_id, viejo_tipo, motivo, nuevo_id)
