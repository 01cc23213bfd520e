// Facts that hold now, as a table
MATCH (f:Fact)
WHERE f.superseded_at IS NULL AND (f.valid_until IS NULL OR f.valid_until > datetime())
OPTIONAL MATCH (f)-[:ABOUT {role: 'subject'}]->(s:Entity)
RETURN s.name AS subject, f.predicate AS predicate, f.value AS value, f.valid_from AS since, f.epistemico AS known_as,
  f.confidence AS confidence, f.affirmations AS affirmed, f.agent AS agent
ORDER BY f.recorded_at DESC
LIMIT 100
