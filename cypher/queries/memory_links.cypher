// Tie a memory to the entities it is about, to who told it, who was there and for whom.
// Each list holds maps; ABOUT carries the role and where in the text the mention stands.
// params: id, about, told_by, with, for, now
// mode: write
// returns: –
MATCH (m:Memory {id: $id})
CALL (m) {
  UNWIND $about AS row
  MATCH (e:Entity {id: row.id})
  CREATE (m)-[:ABOUT {role: row.role, start: row.start, end: row.end, score: row.score}]->(e)
}
CALL (m) {
  UNWIND $told_by AS id
  MATCH (e:Entity {id: id})
  CREATE (m)-[:TOLD_BY {at: $now}]->(e)
}
CALL (m) {
  UNWIND $with AS id
  MATCH (e:Entity {id: id})
  CREATE (m)-[:WITH]->(e)
}
CALL (m) {
  UNWIND $for AS id
  MATCH (e:Entity {id: id})
  CREATE (m)-[:FOR]->(e)
}
