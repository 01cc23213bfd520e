// Revoke a key of this owner's, from now on; a second time changes nothing.
// params: id, owner, now
// mode: write
// returns: id
MATCH (k:ApiKey {id: $id})
WHERE k.owner = $owner
SET k.revoked_at = coalesce(k.revoked_at, $now)
RETURN k.id AS id
