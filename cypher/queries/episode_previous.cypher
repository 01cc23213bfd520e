// What was said just before a moment in a conversation, unless the silence since then ended it.
// params: conversation, occurred_at, max_gap_ms
// mode: read
// returns: id, text, tokens
MATCH (p:Episode {conversation: $conversation})
WHERE p.occurred_at <= $occurred_at
WITH p
ORDER BY p.occurred_at DESC, p.id DESC
LIMIT 1
WITH p
WHERE p.occurred_at.epochMillis + $max_gap_ms >= $occurred_at.epochMillis
RETURN p.id AS id, p.text AS text, p.tokens AS tokens
