// Tie a memory to the source it came from and to its place in the tree of places, both reused.
// params: id, owner, source_key, modo, canal, donde, places
// mode: write
// returns: –
MATCH (m:Memory {id: $id})
FOREACH (_ IN CASE WHEN $source_key IS NULL THEN [] ELSE [1] END |
  MERGE (s:Source {key: $source_key})
    ON CREATE SET s.id = randomUUID(), s.owner = $owner, s.modo = $modo, s.canal = $canal, s.donde = $donde,
      s.caption = coalesce($donde, $canal, $modo)
  CREATE (m)-[:FROM_SOURCE]->(s))
FOREACH (place IN $places |
  MERGE (p:Place {key: place.key})
    ON CREATE SET p.id = randomUUID(), p.owner = $owner, p.path = place.path, p.caption = place.path
  FOREACH (parent IN CASE WHEN place.parent IS NULL THEN [] ELSE [place.parent] END |
    MERGE (q:Place {key: parent})
    MERGE (p)-[:UNDER]->(q)))
FOREACH (place IN CASE WHEN size($places) = 0 THEN [] ELSE [last($places)] END |
  MERGE (p:Place {key: place.key})
  CREATE (m)-[:IN_PLACE]->(p))
