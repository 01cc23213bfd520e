"""The tools, as thin as can be: checked arguments, one service call, a model back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recuerdo.server.tools import entities, recalling, writing

if TYPE_CHECKING:
    from recuerdo.server.mcp import Gateway, MemoryServer


def register(server: MemoryServer, gateway: Gateway) -> None:
    """Register every tool."""
    for module in (writing, recalling, entities):
        module.register(server, gateway)
