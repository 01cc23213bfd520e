// Agents: what each has written, as a table
MATCH (a:Agent)
RETURN a.owner AS owner, a.name AS agent, COUNT { (:Episode)-[:VIA_AGENT]->(a) } AS episodes,
  COUNT { (:Fact)-[:VIA_AGENT]->(a) } AS facts, COUNT { (a)<-[:AFFIRMED_BY]-(:Fact) } AS affirmations
ORDER BY owner, episodes DESC
