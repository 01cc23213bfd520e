// Entities stored under any of the lookup keys; common tokens are capped, exact keys never matter above the cap.
// params: keys, cap
// mode: read
// returns: key, id, name, entity_type, aliases, audience
UNWIND $keys AS key
MATCH (k:NameKey {key: key})
CALL (k) {
  MATCH (k)-[:NAMES]->(e:Entity)
  WHERE e.merged_into IS NULL
  RETURN e
  LIMIT $cap
}
RETURN key, e.id AS id, e.name AS name, e.entity_type AS entity_type, e.aliases AS aliases, e.audience AS audience
