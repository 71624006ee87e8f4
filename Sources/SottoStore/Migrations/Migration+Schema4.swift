extension Migration {
  /// The index of all texts, and the texts of documents; see `Docs/decisions/0014-search.md`.
  ///
  /// A `source` is a message's `number`, or the negative `number` of a row of `search_sources`. What
  /// waits in `search_pending` is indexed later, and looked through until then. The triggers note each
  /// change in its own transaction, whoever makes it.
  static let schema4 = Migration(
    version: 4,
    script: """
      -- What documents say as text, read once.
      CREATE TABLE document_texts (
        digest TEXT NOT NULL PRIMARY KEY REFERENCES files (digest) ON DELETE CASCADE,
        state TEXT NOT NULL,
        text TEXT NOT NULL
      ) STRICT;

      -- What has no number of its own: titles by their conversation, files by their digest. A title that
      -- was made of the first message would only be found twice.
      CREATE TABLE search_sources (
        number INTEGER NOT NULL PRIMARY KEY,
        kind TEXT NOT NULL CHECK (kind IN ('title', 'file')),
        key TEXT NOT NULL,
        UNIQUE (kind, key)
      ) STRICT;

      -- A number is never used twice, so that what was read is known to be unchanged.
      CREATE TABLE search_pending (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        source INTEGER NOT NULL UNIQUE
      ) STRICT;

      -- A block is built once, for at most 8192 documents in the order of their times. `owner` is who
      -- still builds or fills it. `documents` counts those its pages were made for.
      CREATE TABLE search_blocks (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        state TEXT NOT NULL CHECK (state IN ('building', 'live', 'dropping')),
        owner TEXT,
        documents INTEGER NOT NULL,
        pages INTEGER NOT NULL,
        oldest_at INTEGER NOT NULL,
        newest_at INTEGER NOT NULL
      ) STRICT;

      -- Terms from `first_term` on with their documents, as BlockBuilder writes them.
      CREATE TABLE search_pages (
        number INTEGER NOT NULL PRIMARY KEY,
        block INTEGER NOT NULL REFERENCES search_blocks (number),
        first_term BLOB NOT NULL,
        data BLOB NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX search_pages_by_term ON search_pages (block, first_term);

      -- A document without a row here is no longer found, whatever the pages say.
      CREATE TABLE search_documents (
        block INTEGER NOT NULL,
        ordinal INTEGER NOT NULL,
        source INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        PRIMARY KEY (block, ordinal)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX search_documents_by_source ON search_documents (source);

      CREATE TRIGGER search_message_added AFTER INSERT ON messages
      WHEN NEW.deleted_at IS NULL AND NEW.status NOT IN ('waiting', 'streaming')
        AND NEW.role <> 'summary'
      BEGIN
        INSERT INTO search_pending (source) VALUES (NEW.number);
      END;
      CREATE TRIGGER search_message_changed
      AFTER UPDATE OF parts, status, role, model, deleted_at ON messages
      WHEN NEW.parts IS NOT OLD.parts OR NEW.status IS NOT OLD.status OR NEW.role IS NOT OLD.role
        OR NEW.model IS NOT OLD.model OR NEW.deleted_at IS NOT OLD.deleted_at
      BEGIN
        DELETE FROM search_documents WHERE source = NEW.number;
        DELETE FROM search_pending WHERE source = NEW.number;
        INSERT INTO search_pending (source) SELECT NEW.number
        WHERE NEW.deleted_at IS NULL AND NEW.status NOT IN ('waiting', 'streaming')
          AND NEW.role <> 'summary';
      END;
      CREATE TRIGGER search_message_erased AFTER DELETE ON messages
      BEGIN
        DELETE FROM search_documents WHERE source = OLD.number;
        DELETE FROM search_pending WHERE source = OLD.number;
      END;

      CREATE TRIGGER search_title_added AFTER INSERT ON conversations
      WHEN NEW.title <> '' AND NEW.title_origin <> 'message'
      BEGIN
        INSERT INTO search_sources (kind, key) VALUES ('title', NEW.id);
        INSERT INTO search_pending (source)
          SELECT -number FROM search_sources WHERE kind = 'title' AND key = NEW.id;
      END;
      CREATE TRIGGER search_title_changed AFTER UPDATE OF title, title_origin, project_id ON conversations
      WHEN NEW.title IS NOT OLD.title OR NEW.title_origin IS NOT OLD.title_origin
        OR NEW.project_id IS NOT OLD.project_id
      BEGIN
        INSERT INTO search_sources (kind, key) SELECT 'title', NEW.id
          WHERE NEW.title <> '' AND NEW.title_origin <> 'message' AND NOT EXISTS (SELECT 1 FROM search_sources WHERE kind = 'title' AND key = NEW.id);
        DELETE FROM search_documents WHERE source =
          (SELECT -number FROM search_sources WHERE kind = 'title' AND key = NEW.id);
        DELETE FROM search_pending WHERE source =
          (SELECT -number FROM search_sources WHERE kind = 'title' AND key = NEW.id);
        INSERT INTO search_pending (source)
          SELECT -number FROM search_sources WHERE kind = 'title' AND key = NEW.id;
      END;
      CREATE TRIGGER search_conversation_moved AFTER UPDATE OF project_id ON conversations
      WHEN NEW.project_id IS NOT OLD.project_id
      BEGIN
        DELETE FROM search_documents WHERE source IN
          (SELECT number FROM messages WHERE conversation_id = NEW.id);
        DELETE FROM search_pending WHERE source IN
          (SELECT number FROM messages WHERE conversation_id = NEW.id);
        INSERT INTO search_pending (source) SELECT number FROM messages
        WHERE conversation_id = NEW.id AND deleted_at IS NULL
          AND status NOT IN ('waiting', 'streaming') AND role <> 'summary';
      END;
      CREATE TRIGGER search_title_erased AFTER DELETE ON conversations
      BEGIN
        DELETE FROM search_documents WHERE source =
          (SELECT -number FROM search_sources WHERE kind = 'title' AND key = OLD.id);
        DELETE FROM search_pending WHERE source =
          (SELECT -number FROM search_sources WHERE kind = 'title' AND key = OLD.id);
        DELETE FROM search_sources WHERE kind = 'title' AND key = OLD.id;
      END;

      CREATE TRIGGER search_file_named AFTER INSERT ON message_files
      WHEN EXISTS (SELECT 1 FROM files WHERE digest = NEW.digest AND (media_type LIKE 'text/%'
        OR media_type LIKE '%+json' OR media_type LIKE '%+xml'
        OR media_type IN ('application/json', 'application/xml', 'application/x-ndjson')))
      BEGIN
        INSERT INTO search_sources (kind, key) SELECT 'file', NEW.digest
          WHERE NOT EXISTS (SELECT 1 FROM search_sources WHERE kind = 'file' AND key = NEW.digest);
        DELETE FROM search_documents WHERE source =
          (SELECT -number FROM search_sources WHERE kind = 'file' AND key = NEW.digest);
        DELETE FROM search_pending WHERE source =
          (SELECT -number FROM search_sources WHERE kind = 'file' AND key = NEW.digest);
        INSERT INTO search_pending (source)
          SELECT -number FROM search_sources WHERE kind = 'file' AND key = NEW.digest;
      END;
      CREATE TRIGGER search_file_erased AFTER DELETE ON files
      BEGIN
        DELETE FROM search_documents WHERE source =
          (SELECT -number FROM search_sources WHERE kind = 'file' AND key = OLD.digest);
        DELETE FROM search_pending WHERE source =
          (SELECT -number FROM search_sources WHERE kind = 'file' AND key = OLD.digest);
        DELETE FROM search_sources WHERE kind = 'file' AND key = OLD.digest;
      END;

      INSERT INTO search_sources (kind, key) SELECT 'title', id FROM conversations
        WHERE title <> '' AND title_origin <> 'message';
      INSERT INTO search_sources (kind, key) SELECT 'file', f.digest FROM files f
        WHERE EXISTS (SELECT 1 FROM message_files WHERE digest = f.digest)
          AND (f.media_type LIKE 'text/%' OR f.media_type LIKE '%+json' OR f.media_type LIKE '%+xml'
            OR f.media_type IN ('application/json', 'application/xml', 'application/x-ndjson'));
      INSERT INTO search_pending (source) SELECT -number FROM search_sources;
      INSERT INTO search_pending (source) SELECT number FROM messages
        WHERE deleted_at IS NULL AND status NOT IN ('waiting', 'streaming') AND role <> 'summary';
      """)
}
