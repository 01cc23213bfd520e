// Entities stored under the names that a question holds, and whether anybody of that name tells memories.
// params: keys, audiences, cap
// mode: read
// returns: id, name, aliases, speaks
UNWIND $keys AS key
MATCH (k:NameKey {key: key})
CALL (k) {
  MATCH (k)-[:NAMES]->(e:Entity)
  WHERE e.merged_into IS NULL AND e.audience IN $audiences
  RETURN e
  LIMIT $cap
}
WITH DISTINCT e
RETURN e.id AS id, e.name AS name, e.aliases AS aliases, EXISTS { (e)<-[:TOLD_BY]-(:Memory) } AS speaks
