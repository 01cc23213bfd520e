// Entities that most memories are about, as a table
MATCH (e:Entity)
WHERE e.merged_into IS NULL
RETURN e.name AS name, e.entity_type AS type, e.aliases AS aliases, COUNT { (:Memory)-[:ABOUT]->(e) } AS memories
ORDER BY memories DESC, name
LIMIT 100
