extension SearchResults {
  /// As the app API and `sotto search --json` tell it.
  public var json: JSONValue {
    .object([
      "results": .array(results.map(\.json)), "next": JSONValue(next?.text),
      "is_bounded": .bool(isBounded), "considered": .integer(Int64(considered)),
      "unindexed": .integer(Int64(unindexed)),
    ])
  }
}

extension SearchResult {
  /// As the app API and `sotto search --json` tell it.
  public var json: JSONValue {
    .object([
      "kind": .string(kind.rawValue), "project_id": .string(projectID.rawValue),
      "conversation_id": .string(conversationID.rawValue),
      "conversation_title": .string(conversationTitle), "archived": .bool(isArchived),
      "message_id": JSONValue(messageID?.rawValue), "role": JSONValue(role?.rawValue),
      "model": JSONValue(model?.description),
      "message_created_at": .integer(createdAt.milliseconds),
      "on_chosen_path": .bool(isOnChosenPath), "file": JSONValue(fileDigest),
      "snippet": .object([
        "text": .string(snippet.text),
        "marks": .array(
          snippet.marks.map {
            .array([.integer(Int64($0.lowerBound)), .integer(Int64($0.upperBound))])
          }),
      ]),
    ])
  }
}
