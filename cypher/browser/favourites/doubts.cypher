// Entities that may be one: open questions
MATCH (p:MergeProposal)-[r:PROPOSES]->(e:Entity)
WHERE p.estado = 'pendiente'
RETURN p, r, e
LIMIT 100
