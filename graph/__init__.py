"""The graph: models, queries, migrations, stores and the pure rules on them. Knows Neo4j and nothing above it."""
