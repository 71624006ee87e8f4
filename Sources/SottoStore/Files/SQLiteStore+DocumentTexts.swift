package import SottoCore

extension SQLiteStore: DocumentTextStore {
  package func documentText(_ digest: String) async throws -> DocumentText? {
    try await readers.read { connection in
      try connection.firstRow(
        "SELECT state, text FROM document_texts WHERE digest = ?", [.text(digest)]
      ) { row in
        DocumentText(state: DocumentText.State(rawValue: row.text(0)), text: row.text(1))
      }
    }
  }

  package func keepDocumentText(_ text: DocumentText, of digest: String) async throws {
    try await writer.write { connection in
      _ = try connection.execute(
        """
        INSERT OR REPLACE INTO document_texts (digest, state, text)
        SELECT digest, ?2, ?3 FROM files WHERE digest = ?1
        """, [.text(digest), .text(text.state.rawValue), .text(text.text)])
    }
  }
}
