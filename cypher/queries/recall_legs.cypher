// The hits of every leg, best first, each leg cut after its filters. Vector and full text carry the audience inside, because
// they are cut by the index: `deep` leaves room for the filters that an index does not know. Scores are the legs' own.
// params: vector, audiences, kinds, alive_after, pool, deep, lexical, from, to, entity_ids, relation_types, hub, wanted_entities, event_types, epistemico, volatilidad, desde, hasta, as_of, known_at, min_confidence, include_superseded
// mode: read
// returns: legs
CALL () {
  // SEARCH knows no OR: what never expires and what has not expired yet are two searches.
  MATCH (n)
    SEARCH n IN (VECTOR INDEX memory_vector FOR $vector WHERE n.audience IN $audiences AND n.tipo IN $kinds AND n.expires_at IS NULL LIMIT $deep) SCORE AS score
  RETURN 'vector' AS leg, n, score, null AS via
  UNION ALL
  MATCH (n)
    SEARCH n IN (VECTOR INDEX memory_vector FOR $vector WHERE n.audience IN $audiences AND n.tipo IN $kinds AND n.expires_at > $alive_after LIMIT $deep) SCORE AS score
  RETURN 'vector' AS leg, n, score, null AS via
  UNION ALL
  WITH 1 AS once
  WHERE $from IS NOT NULL
  MATCH (n)
    SEARCH n IN (VECTOR INDEX memory_vector FOR $vector WHERE n.audience IN $audiences AND n.tipo IN $kinds AND n.occurred_at >= $from AND n.occurred_at < $to LIMIT $deep) SCORE AS score
  RETURN 'window' AS leg, n, score, null AS via
  UNION ALL
  UNWIND $lexical AS ask
  CALL db.index.fulltext.queryNodes(ask.index, ask.query, {limit: ask.limit}) YIELD node, score
  RETURN ask.index AS leg, node AS n, score, null AS via
  UNION ALL
  UNWIND $entity_ids AS entity_id
  MATCH (e:Entity {id: entity_id})
  WHERE e.audience IN $audiences
  CALL (e) {
    MATCH (e)<-[:ABOUT]-(n:Memory)
    RETURN n
    LIMIT $hub
  }
  RETURN 'entity' AS leg, n, 1.0 AS score, 'about ' + e.name AS via
  UNION ALL
  UNWIND $entity_ids AS entity_id
  MATCH (e:Entity {id: entity_id})
  WHERE e.audience IN $audiences
  CALL (e) {
    MATCH (e)-[r:$any($relation_types)]-(o:Entity)
    WHERE r.estado = 'CURRENT' AND o.audience IN $audiences
    RETURN r, o
    LIMIT $hub
  }
  CALL (o) {
    MATCH (o)<-[:ABOUT]-(n:Memory)
    RETURN n
    LIMIT $hub
  }
  RETURN 'entity' AS leg, n, 0.5 AS score,
    startNode(r).name + ' ' + toLower(type(r)) + ' ' + endNode(r).name + ', about ' + o.name AS via
}
// A passage stands for its memory; the best one counts.
MATCH (m:Memory {id: coalesce(n.memory_id, n.id)})
WHERE m.audience IN $audiences AND m.tipo IN $kinds
  AND (m.expires_at IS NULL OR m.expires_at > $alive_after)
  AND ($include_superseded OR m.superseded_at IS NULL OR m.superseded_at > $known_at)
  AND ($known_at IS NULL OR m.recorded_at <= $known_at)
  AND ($as_of IS NULL OR (coalesce(m.occurred_at, m.valid_from, m.recorded_at) <= $as_of
    // An end that came with a supersession was not known before it.
    AND (m.valid_until IS NULL OR m.valid_until > $as_of OR m.superseded_at > $known_at)))
  AND ($desde IS NULL OR coalesce(m.occurred_at, m.recorded_at) >= $desde)
  AND ($hasta IS NULL OR coalesce(m.occurred_at, m.recorded_at) < $hasta)
  AND m.confidence >= $min_confidence
  AND ($event_types IS NULL OR m.event_type IN $event_types)
  AND ($epistemico IS NULL OR m.epistemico IN $epistemico)
  AND ($volatilidad IS NULL OR m.volatilidad IN $volatilidad)
  AND ($wanted_entities IS NULL OR EXISTS { (m)-[:ABOUT]->(w:Entity) WHERE w.id IN $wanted_entities })
WITH leg, m, max(score) AS score, head(collect(via)) AS via
ORDER BY score DESC, m.id
WITH leg, collect({id: m.id, score: score, via: via})[..$pool] AS hits
// One row: the driver awaits several reads for each record, a tenth of a millisecond and more.
RETURN collect({leg: leg, hits: hits}) AS legs
