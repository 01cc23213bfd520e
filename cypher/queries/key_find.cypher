// The key with this hash, unless it was revoked or has expired.
// params: hash, now
// mode: read
// returns: owner, agent, can_read, can_write
MATCH (k:ApiKey {hash: $hash})
WHERE k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $now)
RETURN k.owner AS owner, k.agent AS agent, k.can_read AS can_read, k.can_write AS can_write
