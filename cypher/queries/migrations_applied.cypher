// Which migrations this database has had.
// params: –
// mode: read
// returns: number, checksum
MATCH (m:Migration)
WHERE m.key > '' AND m.number > 0
RETURN m.number AS number, m.checksum AS checksum
