// Which of the ids are entities that the principal may see.
// params: ids, audiences
// mode: read
// returns: id, name, entity_type
UNWIND $ids AS id
MATCH (e:Entity {id: id})
WHERE e.audience IN $audiences
RETURN e.id AS id, e.name AS name, e.entity_type AS entity_type
