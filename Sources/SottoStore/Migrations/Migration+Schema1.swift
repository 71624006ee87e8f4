extension Migration {
  /// The first schema. Times are milliseconds since 1970 UTC; identifiers are lower-case UUIDs;
  /// `parts`, `usage`, `error` and `data` are JSON as the app API writes it.
  static let schema1 = Migration(
    version: 1,
    script: """
      CREATE TABLE settings (
        name TEXT NOT NULL PRIMARY KEY,
        value TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE providers (
        name TEXT NOT NULL PRIMARY KEY CHECK (name <> ''),
        kind TEXT NOT NULL,
        base_url TEXT NOT NULL,
        key_reference TEXT NOT NULL,
        default_model TEXT
      ) STRICT;

      CREATE TABLE projects (
        id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
        name TEXT NOT NULL CHECK (name <> ''),
        description TEXT NOT NULL,
        system_prompt TEXT NOT NULL,
        model TEXT,
        temperature REAL CHECK (temperature BETWEEN 0 AND 2),
        max_output_tokens INTEGER CHECK (max_output_tokens > 0),
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        deleted_at INTEGER
      ) STRICT;

      CREATE TABLE conversations (
        id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
        project_id TEXT NOT NULL REFERENCES projects (id),
        title TEXT NOT NULL,
        leaf_id TEXT,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        deleted_at INTEGER,
        FOREIGN KEY (id, leaf_id) REFERENCES messages (conversation_id, id)
          DEFERRABLE INITIALLY DEFERRED
      ) STRICT;
      CREATE INDEX conversations_by_time ON conversations (project_id, updated_at, id);

      CREATE TABLE messages (
        id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
        conversation_id TEXT NOT NULL REFERENCES conversations (id),
        parent_id TEXT CHECK (parent_id <> id),
        role TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
        status TEXT NOT NULL CHECK (status IN
          ('complete', 'waiting', 'streaming', 'stopped', 'interrupted', 'failed')),
        created_at INTEGER NOT NULL,
        turn_id TEXT,
        model TEXT,
        stop_reason TEXT,
        parts TEXT NOT NULL,
        usage TEXT,
        error TEXT,
        CHECK (role = 'user' OR parent_id IS NOT NULL),
        UNIQUE (conversation_id, id),
        FOREIGN KEY (conversation_id, parent_id) REFERENCES messages (conversation_id, id)
          DEFERRABLE INITIALLY DEFERRED
      ) STRICT;
      CREATE INDEX messages_by_parent ON messages (conversation_id, parent_id);

      CREATE TABLE turns (
        id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
        conversation_id TEXT NOT NULL,
        user_message_id TEXT NOT NULL,
        assistant_message_id TEXT NOT NULL,
        model TEXT NOT NULL,
        status TEXT NOT NULL CHECK (status IN
          ('running', 'finished', 'stopped', 'failed', 'interrupted')),
        owner TEXT NOT NULL,
        base_parts TEXT,
        created_at INTEGER NOT NULL,
        ended_at INTEGER,
        events_pruned INTEGER NOT NULL DEFAULT 0 CHECK (events_pruned IN (0, 1)),
        CHECK ((status = 'running') = (ended_at IS NULL)),
        FOREIGN KEY (conversation_id, user_message_id) REFERENCES messages (conversation_id, id),
        FOREIGN KEY (conversation_id, assistant_message_id) REFERENCES messages (conversation_id, id)
      ) STRICT;
      CREATE INDEX turns_by_conversation ON turns (conversation_id);
      CREATE UNIQUE INDEX turns_running ON turns (conversation_id) WHERE status = 'running';
      CREATE INDEX turns_with_events ON turns (ended_at)
        WHERE ended_at IS NOT NULL AND events_pruned = 0;

      CREATE TABLE turn_events (
        turn_id TEXT NOT NULL REFERENCES turns (id) ON DELETE CASCADE,
        seq INTEGER NOT NULL CHECK (seq > 0),
        name TEXT NOT NULL,
        data TEXT NOT NULL,
        PRIMARY KEY (turn_id, seq)
      ) STRICT, WITHOUT ROWID;
      """)
}
