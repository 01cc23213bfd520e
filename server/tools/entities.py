"""search_entities, get_entity."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from mcp.server.mcpserver import Context
from mcp_types import ToolAnnotations
from pydantic import Field

from recuerdo.graph.models import Entity
from recuerdo.server.service import entities
from recuerdo.server.service.answers import EntityPage

if TYPE_CHECKING:
    from recuerdo.server.mcp import Gateway, MemoryServer

_READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)


def register(server: MemoryServer, gateway: Gateway) -> None:
    """Register the tools that read entities."""

    @server.tool(title="Search entities", annotations=_READS)
    async def search_entities(
        ctx: Context[Any, Any],
        query: Annotated[
            str, Field(max_length=1000, description="A name, an alias, a misspelling, or words about it.")
        ],
        entity_type: Annotated[
            str | None, Field(description="Only of this type, such as person, org, place, project.")
        ] = None,
        limit: Annotated[int, Field(ge=1, le=100)] = 10,
        cursor: Annotated[str | None, Field(description="next_cursor of the answer before.")] = None,
    ) -> EntityPage:
        """Find entities by name, alias, spelling and meaning, best first, each with its score and the reason.

        This is where ids come from: other tools want an id, never a name.
        """
        return await entities.find(await gateway.call(ctx), entities.Search(query, entity_type, limit, cursor))

    @server.tool(title="Get an entity", annotations=_READS)
    async def get_entity(
        ctx: Context[Any, Any],
        entity_id: Annotated[str, Field(description="Id of the entity (from search_entities).")],
    ) -> Entity:
        """Get one entity's own record: names, type, attributes. What is known about it comes from `recall`."""
        return await entities.get(await gateway.call(ctx), entity_id)
