// Store one episode with its agent, its source and its place in the conversation.
// The conversation is written before its tail is read: that lock makes two turns at once follow each other.
// params: id, props, labels, owner, agent_key, agent, transport, conversation, hilo, now, occurred_at, max_gap_ms
// mode: write
// returns: id, previous
MERGE (o:Owner {key: $owner})
  ON CREATE SET o.id = randomUUID(), o.owner = $owner, o.name = $owner, o.caption = $owner
MERGE (a:Agent {key: $agent_key})
  ON CREATE SET a.id = randomUUID(), a.owner = $owner, a.name = $agent, a.caption = $agent
MERGE (a)-[:OF]->(o)
MERGE (c:Conversation {key: $conversation})
  ON CREATE SET c.id = randomUUID(), c.owner = $owner, c.hilo = $hilo, c.caption = coalesce($hilo, 'conversation')
SET c.touched_at = $now
CREATE (m:Memory:Episode {id: $id})
SET m:$($labels), m += $props, m.conversation = $conversation
CREATE (m)-[:VIA_AGENT {at: $now, transport: $transport}]->(a)
CREATE (m)-[:IN_CONVERSATION]->(c)
WITH m
OPTIONAL CALL (m) {
  MATCH (p:Episode {conversation: $conversation})
  WHERE p.occurred_at <= $occurred_at AND p.id <> m.id AND (p.occurred_at < $occurred_at OR p.id < m.id)
  RETURN p
  ORDER BY p.occurred_at DESC, p.id DESC
  LIMIT 1
}
OPTIONAL CALL (m) {
  MATCH (s:Episode {conversation: $conversation})
  WHERE s.occurred_at >= $occurred_at AND s.id <> m.id AND (s.occurred_at > $occurred_at OR s.id > m.id)
  RETURN s
  ORDER BY s.occurred_at, s.id
  LIMIT 1
}
OPTIONAL MATCH (p)-[old:NEXT]->(s)
DELETE old
WITH m, p, s,
  p IS NOT NULL AND p.occurred_at.epochMillis + $max_gap_ms >= m.occurred_at.epochMillis AS after,
  s IS NOT NULL AND m.occurred_at.epochMillis + $max_gap_ms >= s.occurred_at.epochMillis AS before
FOREACH (_ IN CASE WHEN after THEN [1] ELSE [] END | CREATE (p)-[:NEXT]->(m))
FOREACH (_ IN CASE WHEN before THEN [1] ELSE [] END | CREATE (m)-[:NEXT]->(s))
RETURN m.id AS id, CASE WHEN after THEN p.id END AS previous
