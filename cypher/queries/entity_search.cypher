// Entities by exact key, by the words of their names, and by meaning; merged ones are never shown.
// params: keys, audiences, names, vector, entity_type, pool
// mode: read
// returns: leg, id, name, score
CALL () {
  UNWIND $keys AS key
  MATCH (k:NameKey {key: key})
  CALL (k) {
    MATCH (k)-[:NAMES]->(e:Entity)
    RETURN e
    LIMIT $pool
  }
  RETURN 'key' AS leg, e, 1.0 AS score
  UNION ALL
  UNWIND $names AS query
  CALL db.index.fulltext.queryNodes('entity_names', query, {limit: $pool}) YIELD node, score
  RETURN 'words' AS leg, node AS e, score
  UNION ALL
  WITH 1 AS once
  WHERE $vector IS NOT NULL
  MATCH (v)
    SEARCH v IN (VECTOR INDEX entity_vector FOR $vector WHERE v.audience IN $audiences LIMIT $pool) SCORE AS score
  MATCH (e:Entity {id: v.entity_id})
  RETURN 'meaning' AS leg, e, score
}
WITH leg, e, max(score) AS score
WHERE e.audience IN $audiences AND e.merged_into IS NULL AND ($entity_type IS NULL OR e.entity_type = $entity_type)
RETURN leg, e.id AS id, e.name AS name, score
ORDER BY score DESC, id
