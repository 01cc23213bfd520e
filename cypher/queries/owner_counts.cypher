// How much a memory space holds. The second property of each index is asked for, or the index is not used.
// params: audiences
// mode: read
// returns: episodes, facts, entities, edges
CALL () {
  MATCH (m:Memory)
  WHERE m.audience IN $audiences AND m.occurred_at IS NOT NULL
  OPTIONAL MATCH (m)-[r]->()
  RETURN count(DISTINCT CASE WHEN m.tipo = 'episode' THEN m END) AS episodes,
    count(DISTINCT CASE WHEN m.tipo = 'fact' THEN m END) AS facts, count(r) AS from_memories
}
CALL () {
  MATCH (e:Entity)
  WHERE e.audience IN $audiences AND e.name IS NOT NULL
  OPTIONAL MATCH (e)-[r]->(:Entity)
  RETURN count(DISTINCT e) AS entities, count(r) AS between_entities
}
RETURN episodes, facts, entities, from_memories + between_entities AS edges
