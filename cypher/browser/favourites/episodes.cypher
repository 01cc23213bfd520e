// Episodes: the latest that happened, what they are about and through which agent they came
MATCH (m:Episode)
WITH m
ORDER BY m.occurred_at DESC
LIMIT 25
OPTIONAL MATCH (m)-[r:ABOUT|TOLD_BY|VIA_AGENT|FROM_SOURCE]->(n)
RETURN m, r, n
