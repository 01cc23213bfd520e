// Relate two entities, or add to the evidence of the relation that already holds. The type comes from the closed table.
// The two ends are locked before the relation is looked for: MERGE on a relationship has no constrained key to rely on.
// params: source_id, target_id, type, id, now, evidence
// mode: write
// returns: id, created
MATCH (a:Entity {id: $source_id})
MATCH (b:Entity {id: $target_id})
SET a.id = a.id
MERGE (a)-[r:$($type) {estado: 'CURRENT'}]->(b)
  ON CREATE SET r.id = $id, r.weight = 1.0, r.causal_probability = 0.0, r.valid_from = $now, r.recorded_at = $now, r.evidence = []
SET r.evidence = r.evidence + $evidence
RETURN r.id AS id, r.id = $id AS created
