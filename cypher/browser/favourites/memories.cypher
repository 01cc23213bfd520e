// Memories with whom they are about, who said them and through which agent
MATCH (m:Memory)-[r:ABOUT|TOLD_BY|VIA_AGENT]->(n)
RETURN m, r, n
LIMIT 200
