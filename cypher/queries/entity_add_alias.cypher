// Remember the surface forms under which entities were met, each once.
// params: rows, now
// mode: write
// returns: –
UNWIND $rows AS row
MATCH (e:Entity {id: row.id})
WHERE NOT row.alias IN e.aliases AND e.name <> row.alias
SET e.aliases = e.aliases + row.alias, e.updated_at = $now
FOREACH (key IN row.lookup |
  MERGE (k:NameKey {key: key})
  MERGE (k)-[:NAMES]->(e))
