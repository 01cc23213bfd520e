// Why a memory may have been left out: the properties that the filters of recall look at.
// params: ids, audiences
// mode: read
// returns: id, tipo, event_type, epistemico, volatilidad, confidence, occurred_at, valid_until, recorded_at, expires_at, superseded_at
UNWIND $ids AS id
MATCH (m:Memory {id: id})
WHERE m.audience IN $audiences
RETURN m.id AS id, m.tipo AS tipo, m.event_type AS event_type, m.epistemico AS epistemico, m.volatilidad AS volatilidad,
  m.confidence AS confidence, coalesce(m.occurred_at, m.valid_from, m.recorded_at) AS occurred_at, m.valid_until AS valid_until,
  m.recorded_at AS recorded_at, m.expires_at AS expires_at, m.superseded_at AS superseded_at
