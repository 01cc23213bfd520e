// Entities stored under any of the lookup keys; common tokens are capped, exact keys never matter above the cap.
// params: keys, cap
// mode: read
// returns: entities
UNWIND $keys AS key
MATCH (k:NameKey {key: key})
CALL (k) {
  MATCH (k)-[:NAMES]->(e:Entity)
  WHERE e.merged_into IS NULL
  RETURN e
  LIMIT $cap
}
WITH DISTINCT e
// One row: the driver awaits several reads for each record, a tenth of a millisecond and more.
RETURN collect({id: e.id, name: e.name, entity_type: e.entity_type, aliases: e.aliases, audience: e.audience}) AS entities
