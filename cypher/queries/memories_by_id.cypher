// Whole memories by id, as far as the principal may see them.
// params: ids, audiences
// mode: read
// returns: memories
UNWIND $ids AS id
MATCH (m:Memory {id: id})
WHERE m.audience IN $audiences
CALL (m) {
  OPTIONAL MATCH (m)-[about:ABOUT]->(e:Entity)
  WITH e, about
  ORDER BY about.start
  RETURN [each IN collect({id: e.id, name: e.name, entity_type: e.entity_type, role: about.role}) WHERE each.id IS NOT NULL] AS entities
}
// One row: the driver awaits several reads for each record, a tenth of a millisecond and more.
RETURN collect({
  id: m.id, tipo: m.tipo, text: m.text, event_type: m.event_type, subject_id: m.subject_id, predicate: m.predicate,
  value: m.value, value_entity_id: m.value_entity_id, entities: entities, occurred_at: m.occurred_at,
  valid_from: m.valid_from, valid_until: m.valid_until, precision: m.precision, recorded_at: m.recorded_at,
  volatilidad: m.volatilidad, epistemico: m.epistemico, confidence: m.confidence, fuente: m.fuente, agent: m.agent,
  language: m.language, visibility: m.visibility, superseded_at: m.superseded_at, superseded_by: m.superseded_by,
  superseded_reason: m.superseded_reason, superseded_agent: m.superseded_agent, expires_at: m.expires_at,
  affirmations: m.affirmations, context: m.context}) AS memories
