// Claim a call's retry key; a repeated call waits here for the first one's commit and gets its answer.
// MERGE on the constrained key is the lock: of several at once one creates, the others wait for its commit.
// params: key, owner, now, window_s
// mode: write
// returns: answer
MERGE (r:Request {key: $key})
  ON CREATE SET r.owner = $owner, r.at = $now, r.caption = 'a call, kept for its retries'
WITH r, r.answer IS NOT NULL AND ($window_s IS NULL OR r.at + duration({milliseconds: toInteger($window_s * 1000)}) >= $now) AS repeated
FOREACH (_ IN CASE WHEN repeated THEN [] ELSE [1] END | SET r.at = $now, r.answer = null)
RETURN CASE WHEN repeated THEN r.answer END AS answer
