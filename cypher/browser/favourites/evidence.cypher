// Facts and the episodes that they rest on
MATCH (f:Fact)-[r:EVIDENCED_BY]->(m:Episode)
OPTIONAL MATCH (f)-[a:ABOUT]->(e:Entity)
RETURN f, r, m, a, e
LIMIT 100
