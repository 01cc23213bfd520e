// Which Neo4j answers.
// params: –
// mode: read
// returns: version
CALL dbms.components() YIELD name, versions
WHERE name = 'Neo4j Kernel'
RETURN versions[0] AS version
