// The indexes of this database and whether they answer.
// params: –
// mode: read
// returns: name, state
SHOW INDEXES YIELD name, state, type
WHERE type <> 'LOOKUP'
RETURN name, state
