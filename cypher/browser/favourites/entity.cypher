// Everything about one entity; :param name => 'Acme'
MATCH (e:Entity {name: $name})
OPTIONAL MATCH (e)-[r]-(n)
WHERE NOT n:NameKey
RETURN e, r, n
LIMIT 200
