// A conversation, turn by turn; :param hilo => 'session-1'
MATCH (c:Conversation {hilo: $hilo})<-[:IN_CONVERSATION]-(m:Episode)
OPTIONAL MATCH (m)-[r:NEXT]->(n:Episode)
RETURN m, r, n
LIMIT 200
