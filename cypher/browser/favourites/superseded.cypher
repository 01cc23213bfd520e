// What was superseded, by what and why
MATCH (old:Memory)-[r:SUPERSEDED_BY]->(new:Memory)
OPTIONAL MATCH (new)-[a:ABOUT]->(e:Entity)
RETURN old, r, new, a, e
LIMIT 100
