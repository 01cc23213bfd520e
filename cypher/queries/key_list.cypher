// The keys of an owner, newest first; what is kept of them, never the keys.
// params: owner
// mode: read
// returns: id, agent, can_read, can_write, created_at, expires_at, revoked_at
MATCH (k:ApiKey {owner: $owner})
RETURN k.id AS id, k.agent AS agent, k.can_read AS can_read, k.can_write AS can_write, k.created_at AS created_at,
  k.expires_at AS expires_at, k.revoked_at AS revoked_at
ORDER BY k.id DESC
