// Give a memory its passages: one for a short text, pieces of a long one. They carry the vectors, so that a memory is
// readable to people, and the memory's filters, because the index looks only at them.
// params: id, rows, embedder
// mode: write
// returns: –
MATCH (m:Memory {id: $id})
UNWIND $rows AS row
CREATE (m)-[:HAS_PASSAGE]->(p:Passage {
  memory_id: m.id, owner: m.owner, audience: m.audience, tipo: m.tipo, occurred_at: m.occurred_at, expires_at: m.expires_at,
  start: row.start, end: row.end, embedding: row.vector, embedder: $embedder,
  caption: 'vector of: ' + m.caption})
