// Keys are listed and revoked by their own id.
// kind: schema
CREATE INDEX api_key_owner IF NOT EXISTS FOR (n:ApiKey) ON (n.owner);
CREATE CONSTRAINT api_key_id IF NOT EXISTS FOR (n:ApiKey) REQUIRE n.id IS UNIQUE;
