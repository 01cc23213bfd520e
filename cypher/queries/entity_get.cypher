// One entity that the principal may see.
// params: id, audiences
// mode: read
// returns: id, name, entity_type, aliases, attributes, version, epistemico, created_at, updated_at, merged_into
MATCH (e:Entity {id: $id})
WHERE e.audience IN $audiences
RETURN e.id AS id, e.name AS name, e.entity_type AS entity_type, e.aliases AS aliases, e.attributes AS attributes,
  e.version AS version, e.epistemico AS epistemico, e.created_at AS created_at, e.updated_at AS updated_at, e.merged_into AS merged_into
