// What the score needs of every hit, of the turns around it and of what replaced it; the cosine is computed for all alike.
// NEXT keeps within a conversation, and that within an audience; the filters hold for neighbours too.
// params: ids, around, vector, audiences, kinds, alive_after, wanted_entities, event_types, epistemico, volatilidad, desde, hasta, as_of, known_at, min_confidence, include_superseded
// mode: read
// returns: candidates
CALL () {
  UNWIND $ids AS id
  MATCH (m:Memory {id: id})
  RETURN m
  UNION
  UNWIND $around AS id
  MATCH (:Memory {id: id})-[:NEXT]-{1,2}(m:Episode)
  RETURN m
  UNION
  UNWIND $ids AS id
  MATCH (:Memory {id: id})-[:SUPERSEDED_BY]->{1,3}(m:Memory)
  RETURN m
}
WITH m
WHERE m.audience IN $audiences AND m.tipo IN $kinds
  AND (m.expires_at IS NULL OR m.expires_at > $alive_after)
  AND ($include_superseded OR m.superseded_at IS NULL OR m.superseded_at > $known_at)
  AND ($known_at IS NULL OR m.recorded_at <= $known_at)
  AND ($as_of IS NULL OR (coalesce(m.occurred_at, m.valid_from, m.recorded_at) <= $as_of
    AND (m.valid_until IS NULL OR m.valid_until > $as_of OR m.superseded_at > $known_at)))
  AND ($desde IS NULL OR coalesce(m.occurred_at, m.recorded_at) >= $desde)
  AND ($hasta IS NULL OR coalesce(m.occurred_at, m.recorded_at) < $hasta)
  AND m.confidence >= $min_confidence
  AND ($event_types IS NULL OR m.event_type IN $event_types)
  AND ($epistemico IS NULL OR m.epistemico IN $epistemico)
  AND ($volatilidad IS NULL OR m.volatilidad IN $volatilidad)
  AND ($wanted_entities IS NULL OR EXISTS { (m)-[:ABOUT]->(w:Entity) WHERE w.id IN $wanted_entities })
OPTIONAL MATCH (m)-[:HAS_PASSAGE]->(p:Passage)
WITH m, max(vector.similarity.cosine(p.embedding, $vector)) AS similarity
OPTIONAL MATCH (m)-[:TOLD_BY]->(teller:Entity)
WITH m, similarity, collect(teller.id) AS told_by, collect(teller.name) AS told_by_names
// One row, and times as milliseconds: the driver takes a tenth of a millisecond for each record, and for each date and time.
RETURN collect({
  id: m.id, tipo: m.tipo, text: m.text, language: m.language, tokens: m.tokens, cues: m.cues,
  conversation: CASE WHEN m.hilo IS NOT NULL THEN m.conversation END, occurred_ms: m.occurred_at.epochMillis,
  told_by: told_by, told_by_names: told_by_names,
  two_back: head([(m)<-[:NEXT]-(:Episode)<-[:NEXT]-(b:Episode) | b.id]),
  superseded_by: CASE WHEN $known_at IS NULL OR m.superseded_at <= $known_at THEN m.superseded_by END,
  similarity: similarity}) AS candidates
