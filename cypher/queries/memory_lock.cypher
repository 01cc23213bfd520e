// Lock memories before judging them: SET takes the write lock, so what is read here stays so until the commit.
// Sorted, so that two calls about the same pair take the locks in one order.
// params: ids, audiences
// mode: write
// returns: id, tipo, superseded_at, superseded_by, superseded_reason
UNWIND $ids AS id
WITH id ORDER BY id
MATCH (m:Memory {id: id})
WHERE m.audience IN $audiences
SET m.id = m.id
RETURN m.id AS id, m.tipo AS tipo, m.superseded_at AS superseded_at, m.superseded_by AS superseded_by, m.superseded_reason AS superseded_reason
