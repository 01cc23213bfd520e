"""Relations: typed edges between entities, with the evidence that they rest on."""

from __future__ import annotations

from datetime import datetime

from recuerdo.graph import ontology
from recuerdo.graph.database import Transaction
from recuerdo.graph.errors import Conflict
from recuerdo.graph.ids import new_id
from recuerdo.graph.models import Evidence, Relation


async def upsert(
    tx: Transaction, source_id: str, target_id: str, evidence: Evidence, now: datetime
) -> tuple[Relation, bool]:
    """Relate two entities by the predicate that the evidence carries; return the relation and whether it is new.

    A predicate that the closed table lacks becomes `related_to`; the original stays in the evidence.

    Raises:
        Conflict: The two ends are one entity.
    """
    if source_id == target_id:
        raise Conflict(f"source and target are the same entity ({source_id}): an entity is not related to itself.")
    known = ontology.relation_type(evidence.original_predicate or "") or ontology.relation_types()[ontology.RELATED_TO]
    rows = await tx.run(
        "relation_upsert",
        source_id=source_id,
        target_id=target_id,
        type=known.label,
        id=new_id(),
        now=now,
        evidence=[evidence.model_dump_json()],
    )
    relation = Relation(
        id=rows[0]["id"],
        source_entity_id=source_id,
        target_entity_id=target_id,
        relation_type=known.name,
        estado="CURRENT",
        valid_from=now if rows[0]["created"] else None,
        evidence=[evidence],
    )
    return relation, bool(rows[0]["created"])
