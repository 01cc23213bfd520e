// Queue the question whether two entities are one; a pair that was asked about before is left as it is.
// params: rows, owner, audience, now
// mode: write
// returns: id
UNWIND $rows AS row
MATCH (a:Entity {id: row.a})
MATCH (b:Entity {id: row.b})
MERGE (p:MergeProposal {key: row.key})
  ON CREATE SET p.id = row.id, p.owner = $owner, p.audience = $audience, p.score = row.score, p.reason = row.why,
    p.estado = 'pendiente', p.created_at = $now, p.caption = 'one? ' + a.name + ' / ' + b.name
MERGE (p)-[:PROPOSES]->(a)
MERGE (p)-[:PROPOSES]->(b)
RETURN p.id AS id
