// Take the write lock on the one lock node; whoever comes second waits here until the first has migrated.
// params: –
// mode: write
// returns: –
MERGE (lock:Migration {key: 'lock'})
SET lock.number = 0, lock.taken_at = datetime()
