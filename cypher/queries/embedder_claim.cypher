// Say which embedder made the vectors of this database; whoever comes first decides, everybody else reads it.
// params: fingerprint, dimension
// mode: write
// returns: fingerprint
MERGE (e:EmbedderInUse {key: 'memory'})
  ON CREATE SET e.fingerprint = $fingerprint, e.dimension = $dimension, e.since = datetime(), e.caption = $fingerprint
RETURN e.fingerprint AS fingerprint
