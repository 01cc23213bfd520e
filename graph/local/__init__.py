"""A private Neo4j for people without one: the real thing, fetched once, started on demand, stopped when unused.

`acquire` gives a lease with all that a Bolt client needs; the database runs while anybody holds one.
"""

from recuerdo.graph.local.database import DatabaseInfo, Lease, Status, acquire, pin, status, stop
from recuerdo.graph.local.errors import LocalDatabaseError
from recuerdo.graph.local.layout import Layout
from recuerdo.graph.local.progress import Progress

__all__ = [
    "DatabaseInfo",
    "Layout",
    "Lease",
    "LocalDatabaseError",
    "Progress",
    "Status",
    "acquire",
    "pin",
    "status",
    "stop",
]
