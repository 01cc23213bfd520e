// Give a long text its pieces, each with a vector; they carry the memory's filters, because the index looks only at them.
// params: id, rows
// mode: write
// returns: –
MATCH (m:Memory {id: $id})
UNWIND $rows AS row
CREATE (m)-[:HAS_PASSAGE]->(p:Passage {
  memory_id: m.id, owner: m.owner, audience: m.audience, tipo: m.tipo, occurred_at: m.occurred_at, expires_at: m.expires_at,
  start: row.start, end: row.end, embedding: row.vector, embedder: m.embedder,
  caption: 'piece of: ' + m.caption})
