// The value of this fact is itself an entity.
// params: id, entity_id
// mode: write
// returns: –
MATCH (f:Memory {id: $id})
MATCH (e:Entity {id: $entity_id})
CREATE (f)-[:VALUE]->(e)
