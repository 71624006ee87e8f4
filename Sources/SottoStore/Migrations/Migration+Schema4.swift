extension Migration {
  /// The index of all texts and the texts of documents (see `Docs/decisions/0014-search.md`), what
  /// requests took, and what happens by itself around the answers of a project.
  ///
  /// A `source` is a message's `number`, or the negative `number` of a row of `search_sources`. What
  /// waits in `search_pending` is indexed later, and looked through until then. The triggers note each
  /// change in its own transaction, whoever makes it.
  static let schema4 = Migration(
    version: 4,
    script: """
      ALTER TABLE turns ADD COLUMN first_word_at INTEGER;
      -- What the provider calls the request.
      ALTER TABLE turns ADD COLUMN request_id TEXT;

      -- {"copy": true, "read_aloud": null, "notify": false, "quick_replies": true, "replies": ["Go on"]}, where
      -- null, as in a row that has none, is each browser's own choice.
      ALTER TABLE projects ADD COLUMN behaviours TEXT;
      ALTER TABLE templates ADD COLUMN behaviours TEXT;

      -- What requests took, without a word of them, so that it outlives the conversations. A `quarter`
      -- of an hour is counted from 1970 UTC: the days of every time zone are made of them. `currency`
      -- is empty where nobody knew the price, `unreported` counts requests without figures, and
      -- `kept_answers` came out of the answer cache and cost `saved` when they were first given.
      CREATE TABLE usage_sums (
        quarter INTEGER NOT NULL,
        project_id TEXT NOT NULL,
        model TEXT NOT NULL,
        purpose TEXT NOT NULL,
        currency TEXT NOT NULL,
        requests INTEGER NOT NULL,
        unreported INTEGER NOT NULL,
        input_tokens INTEGER NOT NULL,
        output_tokens INTEGER NOT NULL,
        cached_input_tokens INTEGER NOT NULL,
        cache_write_tokens INTEGER NOT NULL,
        reasoning_tokens INTEGER NOT NULL,
        cost REAL NOT NULL,
        kept_answers INTEGER NOT NULL,
        saved REAL NOT NULL,
        PRIMARY KEY (quarter, project_id, model, purpose, currency)
      ) STRICT, WITHOUT ROWID;
      -- Of answers that turns gave; what was imported was paid for elsewhere.
      WITH answers (quarter, project_id, model, is_kept, usage) AS (
        SELECT m.created_at / 900000, c.project_id, m.model,
          json_extract(m.usage, '$.cached_answer') IS NOT NULL, m.usage
        FROM messages m JOIN conversations c ON c.id = m.conversation_id
        WHERE m.role = 'assistant' AND m.turn_id IS NOT NULL AND m.model IS NOT NULL
          AND json_valid(m.usage)
      )
      INSERT INTO usage_sums
        SELECT quarter, project_id, model, 'chat',
          coalesce(json_extract(usage, iif(is_kept, '$.cached_answer.saved.currency', '$.cost.currency')), ''),
          sum(NOT is_kept),
          sum(NOT is_kept AND json_extract(usage, '$.input_tokens') IS NULL
            AND json_extract(usage, '$.output_tokens') IS NULL),
          sum(iif(is_kept, 0, coalesce(json_extract(usage, '$.input_tokens'), 0))),
          sum(iif(is_kept, 0, coalesce(json_extract(usage, '$.output_tokens'), 0))),
          sum(iif(is_kept, 0, coalesce(json_extract(usage, '$.cached_input_tokens'), 0))),
          sum(iif(is_kept, 0, coalesce(json_extract(usage, '$.cache_write_tokens'), 0))),
          sum(iif(is_kept, 0, coalesce(json_extract(usage, '$.reasoning_tokens'), 0))),
          total(iif(is_kept, 0, json_extract(usage, '$.cost.amount'))),
          sum(is_kept), total(json_extract(usage, '$.cached_answer.saved.amount'))
        FROM answers GROUP BY 1, 2, 3, 5;

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

      -- What has to be indexed. The stamp is another one each time, so that what was read is known to be
      -- unchanged.
      CREATE TABLE search_pending (
        source INTEGER NOT NULL PRIMARY KEY,
        stamp INTEGER NOT NULL DEFAULT (random())
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
        OR media_type IN ('application/json', 'application/xml', 'application/x-ndjson',
          'application/pdf')))
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
      -- A document that was named by a message before it was read, or is read again.
      CREATE TRIGGER search_document_read AFTER INSERT ON document_texts
      BEGIN
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
            OR f.media_type IN ('application/json', 'application/xml', 'application/x-ndjson',
              'application/pdf'));
      INSERT INTO search_pending (source) SELECT -number FROM search_sources;
      INSERT INTO search_pending (source) SELECT number FROM messages
        WHERE deleted_at IS NULL AND status NOT IN ('waiting', 'streaming') AND role <> 'summary';
      """)
}
