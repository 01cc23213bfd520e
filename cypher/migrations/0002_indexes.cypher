// Order within a conversation, newest first for an owner, and full text: one index per language, one for every language.
// The audience token is indexed with the text, because a full-text query takes no WHERE.
// kind: schema
CREATE INDEX episode_in_conversation IF NOT EXISTS FOR (n:Episode) ON (n.conversation, n.occurred_at);
CREATE INDEX memory_when IF NOT EXISTS FOR (n:Memory) ON (n.audience, n.occurred_at);
CREATE INDEX fact_slot IF NOT EXISTS FOR (n:Fact) ON (n.slot);
CREATE INDEX entity_audience IF NOT EXISTS FOR (n:Entity) ON (n.audience, n.name);
CREATE FULLTEXT INDEX memory_english IF NOT EXISTS FOR (n:English) ON EACH [n.text, n.audience] OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}};
CREATE FULLTEXT INDEX memory_spanish IF NOT EXISTS FOR (n:Spanish) ON EACH [n.text, n.audience] OPTIONS {indexConfig: {`fulltext.analyzer`: 'spanish'}};
CREATE FULLTEXT INDEX memory_cjk IF NOT EXISTS FOR (n:Cjk) ON EACH [n.text, n.audience] OPTIONS {indexConfig: {`fulltext.analyzer`: 'cjk'}};
CREATE FULLTEXT INDEX memory_any_language IF NOT EXISTS FOR (n:Memory) ON EACH [n.text, n.audience] OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding'}};
CREATE FULLTEXT INDEX entity_names IF NOT EXISTS FOR (n:Entity) ON EACH [n.name, n.aliases, n.audience] OPTIONS {indexConfig: {`fulltext.analyzer`: 'standard-folding'}};
