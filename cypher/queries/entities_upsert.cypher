// Create the entities that are not there yet; a key made by somebody else a moment ago is simply found.
// The rows come sorted by key and their lookup keys sorted too: everybody takes the locks in one order.
// params: rows, owner, now
// mode: write
// returns: ref, id, created, name, entity_type
UNWIND $rows AS row
MERGE (e:Entity {key: row.key})
  ON CREATE SET e.id = row.id, e.owner = $owner, e.audience = row.audience, e.name = row.name, e.caption = row.name,
    e.entity_type = row.entity_type, e.aliases = row.aliases, e.attributes = row.attributes, e.version = 1,
    e.epistemico = row.epistemico, e.created_at = $now, e.updated_at = $now
FOREACH (_ IN CASE WHEN e.id = row.id THEN [1] ELSE [] END |
  CREATE (e)-[:HAS_VECTOR]->(:NameVector {entity_id: e.id, owner: $owner, audience: row.audience, embedding: row.embedding,
    embedder: row.embedder, caption: 'vector of ' + row.name}))
FOREACH (key IN CASE WHEN e.id = row.id THEN row.lookup ELSE [] END |
  MERGE (k:NameKey {key: key})
  MERGE (k)-[:NAMES]->(e))
RETURN row.ref AS ref, e.id AS id, e.id = row.id AS created, e.name AS name, e.entity_type AS entity_type
