internal import SottoCore

extension Connection {
  /// Writes what is known of a file whose bytes were just stored. Where it is known already, the
  /// latest label counts.
  func saveFile(_ file: FileReference, now: Timestamp) throws {
    try execute(
      """
      INSERT INTO files (digest, media_type, size, width, height, added_at, unused_since)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)
      ON CONFLICT (digest) DO UPDATE SET media_type = ?2, size = ?3, width = ?4, height = ?5,
        added_at = ?6, unused_since = iif(unused_since IS NULL, NULL, ?6)
      """,
      [
        .text(file.digest), .text(file.mediaType), DatabaseValue(file.size),
        DatabaseValue(file.dimensions?.width), DatabaseValue(file.dimensions?.height),
        DatabaseValue(now),
      ])
  }

  /// A file that is kept, with an empty name: each message has its own.
  func fileReference(_ digest: String) throws -> FileReference? {
    try firstRow(
      "SELECT digest, media_type, size, width, height FROM files WHERE digest = ?", [.text(digest)]
    ) { row in
      var dimensions: ImageDimensions?
      if let width = row.optionalInteger(3), let height = row.optionalInteger(4) {
        dimensions = ImageDimensions(width: Int(width), height: Int(height))
      }
      return FileReference(
        digest: row.text(0), name: "", mediaType: row.text(1), size: Int(row.integer(2)),
        dimensions: dimensions)
    }
  }

  /// Remembers which files a new message names. One that is not kept is left out.
  func linkFiles(of message: Message) throws {
    for case .file(let file) in message.content.parts {
      try execute(
        """
        INSERT OR IGNORE INTO message_files (digest, message_id)
        SELECT digest, ?2 FROM files WHERE digest = ?1
        """, [.text(file.digest), DatabaseValue(message.id)])
      try execute("UPDATE files SET unused_since = NULL WHERE digest = ?", [.text(file.digest)])
    }
  }

  /// Forgets which files the messages of a conversation name. A file that no other message names is
  /// unused for long enough to go with them, unless somebody added it again after the last message.
  func unlinkFiles(ofConversation id: String) throws {
    try unlinkFiles(ofMessages: "SELECT id FROM messages WHERE conversation_id = ?", id)
  }

  /// Forgets which files a message names, in the same way.
  func unlinkFiles(ofMessage id: String) throws {
    try unlinkFiles(ofMessages: "SELECT ?", id)
  }

  private func unlinkFiles(ofMessages messages: String, _ id: String) throws {
    let digests = try rows(
      "SELECT DISTINCT digest FROM message_files WHERE message_id IN (\(messages))", [.text(id)]
    ) { $0.text(0) }
    if digests.isEmpty { return }
    try execute("DELETE FROM message_files WHERE message_id IN (\(messages))", [.text(id)])
    for digest in digests {
      try execute(
        """
        UPDATE files SET unused_since = iif(
          added_at > (SELECT updated_at FROM conversations WHERE id = ?2), added_at, 0)
        WHERE digest = ?1 AND NOT EXISTS (SELECT 1 FROM message_files WHERE digest = ?1)
        """, [.text(digest), .text(id)])
    }
  }

  /// Forgets some of the files that no message has named since before `limit`.
  ///
  /// - Returns: their digests.
  func forgetUnusedFiles(before limit: Timestamp) throws -> [String] {
    let digests = try rows(
      "SELECT digest FROM files WHERE unused_since < ? LIMIT 16", [DatabaseValue(limit)]
    ) { $0.text(0) }
    for digest in digests { try execute("DELETE FROM files WHERE digest = ?", [.text(digest)]) }
    return digests
  }
}
