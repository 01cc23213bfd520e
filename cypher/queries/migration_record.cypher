// Record that a migration has been run.
// params: number, title, checksum
// mode: write
// returns: –
MERGE (m:Migration {key: toString($number)})
SET m.number = $number, m.title = $title, m.checksum = $checksum, m.applied_at = datetime(), m.caption = $title
