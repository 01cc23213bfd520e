// How entities are related
MATCH (a:Entity)-[r]->(b:Entity)
RETURN a, r, b
LIMIT 200
