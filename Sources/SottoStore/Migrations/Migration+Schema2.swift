extension Migration {
  /// How a project's answers are made and kept, how a provider's requests are sent, and files.
  ///
  /// `stop_sequences`, `answer_cache`, `delivery` and `content` are JSON; NULL is "not set". A
  /// `digest` is SHA-256 in 64 lower-case hexadecimal digits.
  static let schema2 = Migration(
    version: 2,
    script: """
      ALTER TABLE projects ADD COLUMN fallback_model TEXT;
      ALTER TABLE projects ADD COLUMN stop_sequences TEXT;
      ALTER TABLE projects ADD COLUMN seed INTEGER;
      ALTER TABLE projects ADD COLUMN reasoning_effort TEXT;
      -- {"lifetime_seconds": 604800, "maximum_bytes": 50000000}
      ALTER TABLE projects ADD COLUMN answer_cache TEXT;

      -- {"connect_seconds": 5, "first_byte_seconds": 60, "idle_seconds": 30, "total_seconds": 600,
      -- "concurrency": 4}, without the members that are not set
      ALTER TABLE providers ADD COLUMN delivery TEXT;

      -- Answers by the digest of the exact request. `size` is that of `content`, in bytes.
      CREATE TABLE answers (
        project_id TEXT NOT NULL REFERENCES projects (id),
        digest TEXT NOT NULL CHECK (length(digest) = 64),
        model TEXT NOT NULL,
        content TEXT NOT NULL,
        size INTEGER NOT NULL CHECK (size >= 0),
        answered_at INTEGER NOT NULL,
        PRIMARY KEY (project_id, digest)
      ) STRICT;
      -- With the size, so that adding up a project's answers reads none of them.
      CREATE INDEX answers_by_time ON answers (project_id, answered_at, size);

      -- What is known of the files in the folder `files`. `added_at` is when their bytes were last
      -- given. `unused_since` is set while no message names the file.
      CREATE TABLE files (
        digest TEXT NOT NULL PRIMARY KEY CHECK (length(digest) = 64),
        media_type TEXT NOT NULL,
        size INTEGER NOT NULL CHECK (size > 0),
        width INTEGER CHECK (width > 0),
        height INTEGER CHECK (height > 0),
        added_at INTEGER NOT NULL,
        unused_since INTEGER,
        CHECK ((width IS NULL) = (height IS NULL))
      ) STRICT;
      CREATE INDEX files_unused ON files (unused_since) WHERE unused_since IS NOT NULL;

      -- Which messages name a file, so that no message has to be read to know that.
      CREATE TABLE message_files (
        digest TEXT NOT NULL REFERENCES files (digest),
        message_id TEXT NOT NULL REFERENCES messages (id),
        PRIMARY KEY (digest, message_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX message_files_by_message ON message_files (message_id);
      """)
}
