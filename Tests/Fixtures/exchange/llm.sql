CREATE TABLE conversations (id TEXT PRIMARY KEY, name TEXT, model TEXT);
CREATE TABLE schemas (id TEXT PRIMARY KEY, content TEXT);
CREATE TABLE responses (id TEXT PRIMARY KEY, model TEXT, prompt TEXT, system TEXT, prompt_json TEXT, options_json TEXT,
  response TEXT, response_json TEXT, conversation_id TEXT, duration_ms INTEGER, datetime_utc TEXT, input_tokens INTEGER,
  output_tokens INTEGER, token_details TEXT, schema_id TEXT, resolved_model TEXT);
CREATE TABLE attachments (id TEXT PRIMARY KEY, type TEXT, path TEXT, url TEXT, content BLOB);
CREATE TABLE prompt_attachments (response_id TEXT, attachment_id TEXT, "order" INTEGER, PRIMARY KEY (response_id, attachment_id));
INSERT INTO conversations VALUES ('01con', 'Names for a cat', 'gpt-4o-mini');
INSERT INTO schemas VALUES ('sch', '{"type": "object"}');
INSERT INTO responses VALUES ('01b', 'gpt-4o-mini', 'shorter', NULL, NULL, NULL, 'Bo', NULL, '01con', 5, '2025-04-01T10:00:02.000000+00:00', 20, 2, NULL, 'sch', NULL);
INSERT INTO responses VALUES ('01a', 'gpt-4o-mini', 'a name', 'Be funny', NULL, NULL, 'Sir Purr', NULL, '01con', 5, '2025-04-01T10:00:01.123456+00:00', 10, 4, NULL, NULL, 'gpt-4o-mini-2024-07-18');
INSERT INTO responses VALUES ('01c', 'mlx/llama', 'alone', NULL, NULL, NULL, 'yes', NULL, NULL, 5, '2025-04-02T10:00:00', NULL, NULL, NULL, NULL, NULL);
INSERT INTO attachments VALUES ('att', 'text/plain', NULL, NULL, x'68656C6C6F');
INSERT INTO prompt_attachments VALUES ('01a', 'att', 0);
CREATE TABLE fragments (id INTEGER PRIMARY KEY, hash TEXT, content TEXT, datetime_utc TEXT, source TEXT);
CREATE TABLE messages (hash TEXT PRIMARY KEY, parent_hash TEXT, role TEXT, provider_metadata TEXT);
CREATE TABLE parts (id INTEGER PRIMARY KEY, message_hash TEXT, position INTEGER, type TEXT, tool_name TEXT, text TEXT, payload TEXT);
CREATE TABLE part_attachments (part_id INTEGER, attachment_id TEXT, "order" INTEGER);
CREATE TABLE threads (id TEXT PRIMARY KEY, name TEXT, tip_message_hash TEXT, forked_from TEXT, datetime_utc TEXT);
CREATE TABLE turns (id TEXT PRIMARY KEY, thread_id TEXT, parent_message_hash TEXT, tip_message_hash TEXT, model TEXT,
  resolved_model TEXT, options_json TEXT, schema_id TEXT, input_tokens INTEGER, output_tokens INTEGER, token_details TEXT,
  duration_ms INTEGER, datetime_utc TEXT);
INSERT INTO conversations VALUES ('01thr', 'Logged twice', 'gpt-4o');
INSERT INTO responses VALUES ('01d', 'gpt-4o', 'twice', NULL, NULL, NULL, 'yes', NULL, '01thr', 5, '2025-05-01T10:00:00', 1, 1, NULL, NULL, NULL);
INSERT INTO fragments VALUES (7, 'h', 'a fragment', NULL, 'notes.txt');
INSERT INTO messages VALUES ('h1', NULL, 'user', NULL), ('h2', 'h1', 'assistant', NULL), ('h3', 'h2', 'tool', NULL),
  ('h4', 'h3', 'assistant', NULL);
INSERT INTO parts VALUES (1, 'h1', 0, 'text', NULL, NULL, '{"text_ref": [{"literal": "Read this: "}, {"fragment_id": 7}]}'),
  (2, 'h1', 1, 'attachment', NULL, NULL, '{}'), (3, 'h2', 0, 'reasoning', NULL, 'Hm.', NULL),
  (4, 'h2', 1, 'tool_call', 'count', NULL, '{"arguments": {"n": 1}}'), (5, 'h3', 0, 'tool_result', 'count', NULL, '{"output": "one"}'),
  (6, 'h4', 0, 'text', NULL, 'It is one.', NULL);
INSERT INTO part_attachments VALUES (2, 'att', 0);
INSERT INTO threads VALUES ('01thr', 'In threads', 'h4', NULL, '2025-05-01T10:00:00');
INSERT INTO turns VALUES ('01d', '01thr', 'h1', 'h2', 'gpt-4o', NULL, NULL, NULL, 5, 6, NULL, 9, '2025-05-01T10:00:01'),
  ('01e', '01thr', 'h3', 'h4', 'gpt-4o', NULL, NULL, NULL, 7, 8, NULL, 9, '2025-05-01T10:00:03');
