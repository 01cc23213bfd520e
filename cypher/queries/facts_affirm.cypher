// Affirm triples: the first writer creates the fact, everybody adds an affirmation. Rows come sorted by key (lock order).
// An affirmation keeps who said it and how it was known; the evidence is the episode's clause, where there is one.
// params: rows, now, owner, agent_key, agent, transport
// mode: write
// returns: asked, id, created, affirmations, others
MERGE (a:Agent {key: $agent_key})
  ON CREATE SET a.id = randomUUID(), a.owner = $owner, a.name = $agent, a.caption = $agent
WITH a
UNWIND $rows AS row
MERGE (f:Fact {key: row.key})
  ON CREATE SET f.id = row.id, f.affirmations = 0
SET f.affirmations = f.affirmations + 1, f.affirmed_at = $now
WITH a, row, f, f.affirmations = 1 AS created
FOREACH (_ IN CASE WHEN created THEN [1] ELSE [] END |
  SET f:Memory, f:$(row.labels), f += row.props
  CREATE (f)-[:VIA_AGENT {at: $now, transport: $transport}]->(a))
CREATE (f)-[:AFFIRMED_BY {at: $now, fuente: row.fuente, transport: $transport}]->(a)
WITH row, f, created
CALL (row, f) {
  MATCH (e:Memory {id: row.episode_id})
  CREATE (f)-[:EVIDENCED_BY {start: row.start, end: row.end}]->(e)
}
CALL (row, f) {
  OPTIONAL MATCH (other:Fact)
  WHERE other.slot IN row.slots AND other.normal_value <> f.normal_value AND other.superseded_at IS NULL
    AND (other.valid_until IS NULL OR other.valid_until > $now)
  RETURN [each IN collect({id: other.id, value: other.value}) WHERE each.id IS NOT NULL] AS others
}
RETURN row.id AS asked, f.id AS id, created, f.affirmations AS affirmations, others
