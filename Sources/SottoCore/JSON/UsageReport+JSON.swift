// As the app API and the command line write them (Docs/http-api.md).

extension UsageReport {
  /// The query as it was understood, the total, and the rows.
  public var json: JSONValue {
    .object([
      "from": .integer(query.from.milliseconds), "to": .integer(query.to.milliseconds),
      "offset": .integer(Int64(query.offset)),
      "by": .array(query.groups.map { .string($0.rawValue) }),
      "total": .object(total.json), "rows": .array(rows.map { json(of: $0) }),
    ])
  }

  /// A row with a member for each thing it is of.
  private func json(of row: UsageRow) -> JSONValue {
    var object = JSONObject()
    for (group, key) in zip(query.groups, row.keys) {
      object[group.rawValue] = .string(key)
      if group == .project { object["project_name"] = JSONValue(row.projectName) }
    }
    for member in row.figures.json.members { object[member.key] = member.value }
    return .object(object)
  }
}

extension UsageFigures {
  /// Every figure; lists of amounts for money.
  var json: JSONObject {
    [
      "requests": .integer(Int64(requests)),
      "unreported_requests": .integer(Int64(unreportedRequests)),
      "unpriced_requests": .integer(Int64(unpricedRequests)),
      "input_tokens": .integer(Int64(inputTokens)),
      "output_tokens": .integer(Int64(outputTokens)),
      "cached_input_tokens": .integer(Int64(cachedInputTokens)),
      "cache_write_tokens": .integer(Int64(cacheWriteTokens)),
      "reasoning_tokens": .integer(Int64(reasoningTokens)),
      "costs": .array(costs.map(\.json)),
      "kept_answers": .integer(Int64(keptAnswers)), "saved": .array(saved.map(\.json)),
    ]
  }
}

extension TurnReport {
  /// The turn as the API shows it; `null` for what is not known (yet).
  public var json: JSONValue {
    .object([
      "id": .string(turn.id.rawValue), "conversation_id": .string(turn.conversationID.rawValue),
      "user_message_id": .string(turn.userMessageID.rawValue),
      "assistant_message_id": .string(turn.assistantMessageID.rawValue),
      "model": .string(turn.model.description), "status": .string(turn.status.rawValue),
      "started_at": .integer(startedAt.milliseconds),
      "first_word_at": JSONValue(firstWordAt.map { Int($0.milliseconds) }),
      "ended_at": JSONValue(endedAt.map { Int($0.milliseconds) }),
      "request_id": JSONValue(requestID),
    ])
  }
}
