package import SottoCore

extension SQLiteStore {
  /// Keeps a request without a wait for the disk: a power cut may take it, and never more than it.
  package func record(_ request: SentRequest) async throws {
    // Chunks are named by a digest with the conversation as its key: equal bytes in two conversations
    // are two chunks, and each conversation is erased with all that is its own.
    let key = Array(request.conversationID.rawValue.utf8)
    let ranges = ContentChunks.cut(request.body)
    let chunks = ranges.map { range in
      let bytes = Array(request.body[range])
      return RequestChunk(digest: Digest.short(bytes, key: key), bytes: bytes)
    }
    let rest = Array(request.body[(ranges.last?.upperBound ?? 0)...])
    try await writer.writeWithoutFlush { connection in
      try connection.insert(request, chunks: chunks, rest: rest)
    }
  }

  package func sentRequests(of turn: TurnID) async throws -> [SentRequest] {
    try await readers.read { connection in
      guard let found = try connection.turn(turn) else {
        throw SottoError(.turnNotFound, "there is no turn \(turn)")
      }
      _ = try connection.visibleConversation(found.turn.conversationID)
      return try connection.sentRequests(of: turn)
    }
  }

  package func sentRequest(_ number: Int) async throws -> SentRequest {
    try await readers.read { connection in
      guard let found = try connection.sentRequest(number) else {
        throw SottoError(.requestNotFound, "there is no request \(number)")
      }
      return found
    }
  }
}
