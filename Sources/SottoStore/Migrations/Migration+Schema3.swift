extension Migration {
  /// The tree that is edited, how context is chosen, what was sent, templates, and where requests go.
  ///
  /// `context`, `titles`, `settings`, `variables` and `headers` are JSON; NULL is "not set".
  static let schema3 = Migration(
    version: 3,
    script: """
      ALTER TABLE projects ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
      -- {"strategy": "fit"}, {"strategy": "last_rounds", "rounds": 20}, {"strategy": "summarise", "model": null}
      ALTER TABLE projects ADD COLUMN context TEXT;
      -- {"by": "first_message"}, {"by": "model", "model": null}
      ALTER TABLE projects ADD COLUMN titles TEXT;
      ALTER TABLE projects ADD COLUMN retention_days INTEGER CHECK (retention_days > 0);
      -- What each conversation begins with, as the model's words.
      ALTER TABLE projects ADD COLUMN opening_message TEXT NOT NULL DEFAULT '';

      ALTER TABLE conversations ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
      ALTER TABLE conversations ADD COLUMN title_origin TEXT NOT NULL DEFAULT 'person';
      ALTER TABLE conversations ADD COLUMN archived_at INTEGER;
      -- Who still writes its messages in an import; `deleted_at` hides it meanwhile, and erases it if the
      -- import never comes to its end.
      ALTER TABLE conversations ADD COLUMN importer TEXT;
      DROP INDEX conversations_by_time;
      CREATE INDEX conversations_by_time ON conversations (project_id, updated_at, id)
        WHERE deleted_at IS NULL AND archived_at IS NULL;
      CREATE INDEX conversations_archived ON conversations (project_id, updated_at, id)
        WHERE deleted_at IS NULL AND archived_at IS NOT NULL;

      -- `number` names a row for good, in the order in which rows were added. A message that is
      -- deleted keeps its place in the tree: what is below it stays. `deleted_at` is 0 when nothing
      -- but the place is left. `chosen_child_id` is where the chosen path went on the last time it
      -- came by. `is_first` tells the beginning of a path from a row that lost its parent.
      CREATE TABLE numbered_messages (
        number INTEGER NOT NULL PRIMARY KEY,
        id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
        conversation_id TEXT NOT NULL REFERENCES conversations (id),
        parent_id TEXT CHECK (parent_id <> id),
        is_first INTEGER NOT NULL DEFAULT 0 CHECK (is_first IN (0, 1)),
        chosen_child_id TEXT,
        role TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'summary')),
        status TEXT NOT NULL CHECK (status IN
          ('complete', 'waiting', 'streaming', 'stopped', 'interrupted', 'failed')),
        version INTEGER NOT NULL DEFAULT 1,
        created_at INTEGER NOT NULL,
        edited_at INTEGER,
        pinned_at INTEGER,
        deleted_at INTEGER,
        turn_id TEXT,
        model TEXT,
        stop_reason TEXT,
        parts TEXT NOT NULL,
        usage TEXT,
        error TEXT,
        -- What a person should know of how the answer came to be, as a JSON list.
        notes TEXT,
        CHECK (role <> 'summary' OR parent_id IS NOT NULL),
        UNIQUE (conversation_id, id),
        FOREIGN KEY (conversation_id, parent_id)
          REFERENCES numbered_messages (conversation_id, id) DEFERRABLE INITIALLY DEFERRED
      ) STRICT;
      INSERT INTO numbered_messages (id, conversation_id, parent_id, is_first, role, status,
          created_at, turn_id, model, stop_reason, parts, usage, error)
        SELECT id, conversation_id, parent_id,
          parent_id IS NULL AND NOT EXISTS (SELECT 1 FROM messages other
            WHERE other.conversation_id = messages.conversation_id AND other.parent_id IS NULL
              AND other.id < messages.id),
          role, status, created_at, turn_id, model, stop_reason, parts, usage, error
        FROM messages ORDER BY created_at, id;
      DROP TABLE messages;
      ALTER TABLE numbered_messages RENAME TO messages;
      CREATE INDEX messages_by_parent ON messages (conversation_id, parent_id);
      CREATE INDEX messages_pinned ON messages (conversation_id) WHERE pinned_at IS NOT NULL;
      CREATE INDEX messages_summaries ON messages (conversation_id) WHERE role = 'summary';
      CREATE INDEX messages_deleted ON messages (conversation_id, deleted_at)
        WHERE deleted_at IS NOT NULL;
      WITH RECURSIVE path (id, parent_id) AS (
        SELECT m.id, m.parent_id FROM conversations c JOIN messages m ON m.id = c.leaf_id
        UNION
        SELECT m.id, m.parent_id FROM path JOIN messages m ON m.id = path.parent_id
      )
      UPDATE messages SET chosen_child_id = path.id FROM path WHERE messages.id = path.parent_id;

      CREATE TABLE templates (
        id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
        name TEXT NOT NULL CHECK (name <> ''),
        description TEXT NOT NULL,
        system_prompt TEXT NOT NULL,
        opening_message TEXT NOT NULL,
        model TEXT,
        settings TEXT,
        variables TEXT,
        version INTEGER NOT NULL DEFAULT 1,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        deleted_at INTEGER
      ) STRICT;

      -- What providers were sent, byte for byte: the body is the runs of `sent_request_chunks` in their
      -- order, and then `rest`. A run is `count` chunks from number `first_chunk` on. A chunk is kept once
      -- for each conversation, under BLAKE2b-128 with the conversation's id as key, so that a growing
      -- conversation costs what is new.
      CREATE TABLE sent_requests (
        number INTEGER NOT NULL PRIMARY KEY,
        turn_id TEXT,
        conversation_id TEXT NOT NULL REFERENCES conversations (id),
        purpose TEXT NOT NULL,
        model TEXT NOT NULL,
        sent_at INTEGER NOT NULL,
        method TEXT NOT NULL,
        url TEXT NOT NULL,
        headers TEXT NOT NULL,
        size INTEGER NOT NULL,
        rest BLOB NOT NULL,
        omitted TEXT
      ) STRICT;
      CREATE INDEX sent_requests_by_turn ON sent_requests (turn_id);
      CREATE INDEX sent_requests_by_conversation ON sent_requests (conversation_id);
      CREATE TABLE request_chunks (
        number INTEGER NOT NULL PRIMARY KEY,
        digest BLOB NOT NULL UNIQUE,
        bytes BLOB NOT NULL
      ) STRICT;
      CREATE TABLE sent_request_chunks (
        request INTEGER NOT NULL REFERENCES sent_requests (number),
        position INTEGER NOT NULL,
        first_chunk INTEGER NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (request, position)
      ) STRICT, WITHOUT ROWID;

      -- Every request that left or was kept from leaving, without a word of it. `id` is a UUIDv7 of
      -- `started_at`. `outcome`: open, complete, stopped, failed, refused.
      CREATE TABLE egress (
        id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
        host TEXT NOT NULL,
        port INTEGER NOT NULL,
        is_secure INTEGER NOT NULL CHECK (is_secure IN (0, 1)),
        purpose TEXT NOT NULL,
        provider TEXT,
        proxy TEXT,
        started_at INTEGER NOT NULL,
        ended_at INTEGER,
        sent_bytes INTEGER NOT NULL,
        received_bytes INTEGER NOT NULL,
        status INTEGER,
        outcome TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX egress_by_host ON egress (host, id);

      -- Hosts beyond this machine that a person's words went to (`first_sent_at`) or may go to.
      CREATE TABLE met_hosts (
        host TEXT NOT NULL PRIMARY KEY CHECK (host <> ''),
        provider TEXT,
        first_sent_at INTEGER,
        allowed_at INTEGER
      ) STRICT, WITHOUT ROWID;
      """)
}
