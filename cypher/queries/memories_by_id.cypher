// Whole memories by id, as far as the principal may see them.
// params: ids, audiences
// mode: read
// returns: id, tipo, text, event_type, subject_id, predicate, value, value_entity_id, entities, occurred_at, valid_from, valid_until, precision, recorded_at, volatilidad, epistemico, confidence, fuente, agent, language, visibility, superseded_at, superseded_by, superseded_reason, superseded_agent, expires_at, affirmations, context
UNWIND $ids AS id
MATCH (m:Memory {id: id})
WHERE m.audience IN $audiences
CALL (m) {
  OPTIONAL MATCH (m)-[about:ABOUT]->(e:Entity)
  WITH e, about
  ORDER BY about.start
  RETURN [each IN collect({id: e.id, name: e.name, entity_type: e.entity_type, role: about.role}) WHERE each.id IS NOT NULL] AS entities
}
RETURN m.id AS id, m.tipo AS tipo, m.text AS text, m.event_type AS event_type, m.subject_id AS subject_id, m.predicate AS predicate,
  m.value AS value, m.value_entity_id AS value_entity_id, entities, m.occurred_at AS occurred_at, m.valid_from AS valid_from,
  m.valid_until AS valid_until, m.precision AS precision, m.recorded_at AS recorded_at, m.volatilidad AS volatilidad,
  m.epistemico AS epistemico, m.confidence AS confidence, m.fuente AS fuente, m.agent AS agent, m.language AS language,
  m.visibility AS visibility, m.superseded_at AS superseded_at, m.superseded_by AS superseded_by,
  m.superseded_reason AS superseded_reason, m.superseded_agent AS superseded_agent, m.expires_at AS expires_at,
  m.affirmations AS affirmations, m.context AS context
