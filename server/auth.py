"""Who calls: over stdio the local owner, over HTTP whom the key names. Never what a client says in its arguments."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from starlette.datastructures import Headers
from starlette.responses import JSONResponse

from recuerdo.graph.errors import DatabaseError
from recuerdo.graph.models import Principal
from recuerdo.graph.store import owners
from recuerdo.server.runtime import Runtime
from recuerdo.server.settings import Settings

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from recuerdo.server.mcp import AnyContext

HEALTH = "/health"
_STATE = "recuerdo.principal"


def local_principal(settings: Settings, ctx: AnyContext) -> Principal:
    """Return the owner of a single-user install; the agent is the setting, else what the client calls itself."""
    return Principal(owner=settings.owner, agent=settings.agent or _client_name(ctx) or "agent", transport="stdio")


def _client_name(ctx: AnyContext) -> str | None:
    params = getattr(ctx.session, "client_params", None)
    info = getattr(params, "client_info", None)
    return getattr(info, "name", None)


def http_principal(ctx: AnyContext) -> Principal:
    """Return whom the request's key names, as the gate below has found it."""
    request: Any = ctx.request_context.request
    principal: Principal = request.scope[_STATE]
    return principal


class Gate:
    """ASGI: nothing but the health check passes without a key that is valid at this moment."""

    def __init__(self, app: ASGIApp, runtime: Runtime) -> None:
        self._app = app
        self._runtime = runtime

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through with its principal, or answer it here."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] != "http":
            await JSONResponse({"error": "HTTP only."}, 400)(scope, receive, send)
        elif scope["path"] == HEALTH:
            await self._health()(scope, receive, send)
        else:
            await self._guarded(scope, receive, send)

    def _health(self) -> JSONResponse:
        return JSONResponse({"status": "ok" if self._runtime.is_open else "starting"})

    async def _guarded(self, scope: Scope, receive: Receive, send: Send) -> None:
        principal = await self._principal(scope)
        if isinstance(principal, JSONResponse):
            await principal(scope, receive, send)
        else:
            await self._app({**scope, _STATE: principal}, receive, send)

    async def _principal(self, scope: Scope) -> Principal | JSONResponse:
        scheme, _, key = Headers(scope=scope).get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not key:
            return _unauthorized(
                "Send `Authorization: Bearer ym_…`. A key is made with `recuerdo key create --agent NAME`."
            )
        if not self._runtime.is_open:
            self._runtime.start()
            return JSONResponse(
                {"error": "The memory is still starting. Try again in a moment."}, 503, {"Retry-After": "2"}
            )
        try:
            database = (await self._runtime.opened()).database
            found = await owners.principal_of(database, key.strip(), datetime.now(UTC))
        except DatabaseError as error:
            return JSONResponse({"error": str(error)}, 503, {"Retry-After": "5"})
        return found or _unauthorized(
            "This key is unknown, revoked or expired. Make another with `recuerdo key create --agent NAME`."
        )


def _unauthorized(text: str) -> JSONResponse:
    return JSONResponse({"error": text}, 401, {"WWW-Authenticate": 'Bearer realm="recuerdo"'})
