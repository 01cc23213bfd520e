// Keep a call's answer for its retries, in the transaction of the write itself.
// params: key, answer, memory_id
// mode: write
// returns: –
MATCH (r:Request {key: $key})
SET r.answer = $answer, r.memory_id = $memory_id
