"""recall."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from mcp.server.mcpserver import Context
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field

from recuerdo.graph.models import Epistemico, Volatilidad
from recuerdo.server.service import recalling
from recuerdo.server.service.answers import RecallAnswer
from recuerdo.server.service.recalling import Recall, Wishes

if TYPE_CHECKING:
    from recuerdo.server.mcp import Gateway, MemoryServer

_READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)


def register(server: MemoryServer, gateway: Gateway) -> None:
    """Register the tool that asks the memory."""

    @server.tool(title="Recall", annotations=_READS)
    async def recall(
        ctx: Context[Any, Any],
        query: Annotated[
            str,
            Field(max_length=200_000, description="What you want to know, as a question or as words, in any language."),
        ],
        limit: Annotated[int, Field(ge=1, le=100)] = 10,
        cursor: Annotated[str | None, Field(description="next_cursor of the answer before.")] = None,
        kinds: Annotated[list[Literal["episode", "fact", "note"]] | None, Field(description="Only these.")] = None,
        entity_ids: Annotated[
            list[str] | None, Field(max_length=50, description="Only about these entities (ids from search_entities).")
        ] = None,
        event_types: Annotated[
            list[str] | None, Field(max_length=50, description="Only episodes of these kinds of event.")
        ] = None,
        desde: Annotated[str | None, Field(description="Only what happened or held from then on, ISO-8601.")] = None,
        hasta: Annotated[str | None, Field(description="Only what happened or held before then, ISO-8601.")] = None,
        as_of: Annotated[str | None, Field(description="Only what held at that time (valid time), ISO-8601.")] = None,
        known_at: Annotated[
            str | None, Field(description="Only what was known at that time (recorded time), ISO-8601.")
        ] = None,
        min_confidence: Annotated[float | None, Field(ge=0, le=1)] = None,
        epistemico: Annotated[list[Epistemico] | None, Field(description="Only what is known in these ways.")] = None,
        volatilidad: Annotated[list[Volatilidad] | None, Field(description="Only of these.")] = None,
        include_superseded: Annotated[
            bool, Field(description="Also what no longer holds; it stands below what replaced it and is marked.")
        ] = True,
        include_expired: Annotated[bool, Field(description="Also what has expired.")] = False,
        current_path: Annotated[str | None, Field(description="Where you are working: repository or folder.")] = None,
        token_budget: Annotated[
            int | None,
            Field(ge=1, description="Words that the answer may have in all; items are left out whole, never cut."),
        ] = None,
        rerank: Annotated[bool, Field(description="Use the local cross-encoder, where one is set up.")] = False,
        explain: Annotated[
            bool, Field(description="With the receipt of each item: legs, ranks, parts of the score, path.")
        ] = True,
    ) -> Annotated[CallToolResult, RecallAnswer]:
        """Ask the shared memory; do this before you assume anything about people, projects, decisions or the past.

        Blends meaning, words, the graph around the entities named, and what was said just before and after. Each item comes
        with its source, whether it still holds, and why it was found. `suficiente: false` means: not in memory.
        """
        wishes = Wishes(
            kinds=tuple(kinds or ()),
            entity_ids=tuple(entity_ids or ()),
            event_types=tuple(event_types or ()),
            epistemico=tuple(epistemico or ()),
            volatilidad=tuple(volatilidad or ()),
            desde=desde,
            hasta=hasta,
            as_of=as_of,
            known_at=known_at,
            min_confidence=min_confidence or 0.0,
            include_superseded=include_superseded,
            include_expired=include_expired,
            token_budget=token_budget,
        )
        asked = Recall(query, limit, cursor, wishes, current_path, rerank, explain)
        answer = await recalling.recall(await gateway.call(ctx), asked)
        content = [TextContent(type="text", text=recalling.as_text(answer))]
        return CallToolResult(content=content, structured_content=answer.model_dump(mode="json"))
