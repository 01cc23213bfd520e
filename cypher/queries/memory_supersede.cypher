// Retire a memory in favour of another, or of nothing. A fact gives its key back, so that it may be said again one day.
// params: old_id, new_id, motivo, agent, now
// mode: write
// returns: –
MATCH (old:Memory {id: $old_id})
OPTIONAL MATCH (new:Memory {id: $new_id})
SET old.superseded_at = $now, old.superseded_by = new.id, old.superseded_reason = $motivo, old.superseded_agent = $agent
FOREACH (_ IN CASE WHEN new IS NULL THEN [] ELSE [1] END | CREATE (old)-[:SUPERSEDED_BY {motivo: $motivo, at: $now, by: $agent}]->(new))
FOREACH (_ IN CASE WHEN old.key IS NULL THEN [] ELSE [1] END |
  SET old.key = old.key + '|' + old.id, old.valid_until = coalesce(old.valid_until, new.valid_from, $now))
