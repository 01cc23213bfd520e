"""Vector indexes, made for one embedder: vectors of two models in one index would be compared without meaning."""

from __future__ import annotations

from contextlib import suppress

from recuerdo.graph.database import Database
from recuerdo.graph.errors import Conflict, SchemaError

# Vectors live on nodes of their own, so that nobody who looks at memories and entities has them in the way.
# The filters of the vector leg stand in WITH: only these properties can be asked for inside SEARCH.
_INDEXES = (
    "memory_vector IF NOT EXISTS FOR (n:Passage) ON (n.embedding) WITH [n.audience, n.tipo, n.occurred_at, n.expires_at]",
    "entity_vector IF NOT EXISTS FOR (n:NameVector) ON (n.embedding) WITH [n.audience]",
)
_QUANTIZATION = "SCALAR"
_WAIT_S = 300


async def ensure(database: Database, *, fingerprint: str, dimension: int) -> None:
    """Make the vector indexes where they are missing and wait until they answer.

    Args:
        fingerprint: Of the embedder; see `Fingerprint` of nlp/embedding.
        dimension: Components of its vectors.

    Raises:
        SchemaError: The database holds vectors of another embedder.
    """
    rows = await database.write(lambda tx: tx.run("embedder_claim", fingerprint=fingerprint, dimension=dimension))
    if rows[0]["fingerprint"] != fingerprint:
        raise SchemaError(
            f"This database's vectors were made by the embedder {rows[0]['fingerprint']!r}, the settings name {fingerprint!r}. "
            "Set RECUERDO_EMBEDDER back to that model, or use another database (RECUERDO_NEO4J_DATABASE or RECUERDO_HOME)."
        )
    config = {
        "vector.dimensions": dimension,
        "vector.similarity_function": "cosine",
        "vector.quantization.type": _QUANTIZATION,
    }
    for index in _INDEXES:
        with suppress(Conflict):  # another process makes it at this very moment
            await database.run_statement(
                f"CYPHER 25 CREATE VECTOR INDEX {index} OPTIONS $options", {"options": {"indexConfig": config}}
            )
    await database.run_statement("CALL db.awaitIndexes($seconds)", {"seconds": _WAIT_S})
