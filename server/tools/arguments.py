"""Parameters that several tools take, each described once."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import Field

from recuerdo.graph.models import Fuente, Principal, Visibility
from recuerdo.server.service.laying import Stated

FuenteArg: TypeAlias = Annotated[
    Fuente | None,
    Field(
        description="How you came to know it; every key is optional. Who said it goes into `de`, the conversation into `hilo`, repository, file or URL into `donde`."
    ),
]
VolatilidadArg: TypeAlias = Annotated[
    str | None,
    Field(
        description="evento (happened), estado (how something is) or pendiente (still to do, expires within days). Left out: read from the text."
    ),
]
EpistemicoArg: TypeAlias = Annotated[
    str | None,
    Field(
        description="medido (a system returned it), reportado (somebody said it) or inferido (concluded). Left out: read from the text."
    ),
]
OccurredAtArg: TypeAlias = Annotated[
    str | None,
    Field(
        description="When it happened, ISO-8601 at the precision that is known (2026-10-03T14:30:00Z, 2026-10-03, 2026-10, 2026). Left out: the date in the text, else now."
    ),
]
IdempotencyArg: TypeAlias = Annotated[
    str | None,
    Field(
        max_length=200,
        description="Any unique text of yours: the call may then be repeated safely, the first answer comes again.",
    ),
]
ConfidenceArg: TypeAlias = Annotated[
    float | None, Field(ge=0, le=1, description="How sure, 0 to 1. Left out: 1.0 medido, 0.8 reportado, 0.7 inferido.")
]


def visibility_of(who: Principal) -> Visibility:
    """Return how a memory is stored by tools that do not ask: shared, unless the key may only write private ones."""
    return "shared" if "shared" in who.can_write or not who.can_write else "private"


def stated(
    who: Principal, fuente: Fuente | None, volatilidad: str | None, epistemico: str | None, occurred_at: str | None
) -> Stated:
    """Put together what the client said of a memory."""
    return Stated(fuente or Fuente(), volatilidad, epistemico, occurred_at, visibility=visibility_of(who))
