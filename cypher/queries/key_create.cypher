// Keep a new key's hash; the key itself is never stored.
// params: id, hash, owner, agent, can_read, can_write, now, expires_at
// mode: write
// returns: –
MERGE (o:Owner {key: $owner})
  ON CREATE SET o.id = randomUUID(), o.owner = $owner, o.name = $owner, o.caption = $owner
CREATE (k:ApiKey {id: $id, hash: $hash, owner: $owner, agent: $agent, can_read: $can_read, can_write: $can_write,
  created_at: $now, expires_at: $expires_at, caption: 'key of ' + $agent})
CREATE (k)-[:OF]->(o)
