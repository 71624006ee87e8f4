internal import SottoCore

extension Connection {
  /// The length of what one row of `usage_sums` adds up, in milliseconds.
  static let usageQuarter: Int64 = 900_000

  /// Adds what a request took to the sums of its quarter of an hour.
  ///
  /// An answer out of the answer cache is no request: it counts as kept, and its tokens were counted
  /// when it was first given.
  func addUsage(
    _ usage: Usage?, of model: String, for purpose: Errand.Purpose,
    in conversation: ConversationID, now: Timestamp
  ) throws {
    let kept = usage?.cachedAnswer
    let paid = kept == nil ? usage : nil
    let isReported = paid?.inputTokens != nil || paid?.outputTokens != nil
    try execute(
      """
      INSERT INTO usage_sums (quarter, project_id, model, purpose, currency, requests, unreported,
        input_tokens, output_tokens, cached_input_tokens, cache_write_tokens, reasoning_tokens, cost,
        kept_answers, saved)
      SELECT ?, project_id, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM conversations WHERE id = ?
      ON CONFLICT DO UPDATE SET requests = requests + excluded.requests,
        unreported = unreported + excluded.unreported,
        input_tokens = input_tokens + excluded.input_tokens,
        output_tokens = output_tokens + excluded.output_tokens,
        cached_input_tokens = cached_input_tokens + excluded.cached_input_tokens,
        cache_write_tokens = cache_write_tokens + excluded.cache_write_tokens,
        reasoning_tokens = reasoning_tokens + excluded.reasoning_tokens,
        cost = cost + excluded.cost, kept_answers = kept_answers + excluded.kept_answers,
        saved = saved + excluded.saved
      """,
      [
        .integer(now.milliseconds / Self.usageQuarter), .text(model), .text(purpose.rawValue),
        .text((kept == nil ? usage?.cost : kept?.saved)?.currency ?? ""),
        .integer(kept == nil ? 1 : 0), .integer(kept == nil && !isReported ? 1 : 0),
        DatabaseValue(paid?.inputTokens ?? 0), DatabaseValue(paid?.outputTokens ?? 0),
        DatabaseValue(paid?.cachedInputTokens ?? 0), DatabaseValue(paid?.cacheWriteTokens ?? 0),
        DatabaseValue(paid?.reasoningTokens ?? 0), .real(paid?.cost?.amount ?? 0),
        .integer(kept == nil ? 0 : 1), .real(kept?.saved?.amount ?? 0),
        DatabaseValue(conversation),
      ])
  }

  /// The rows of a report, by day, then the largest first.
  func usageRows(_ query: UsageQuery) throws -> [UsageRow] {
    let keys = query.groups.map { Self.usageKey($0, offset: query.offset) }
    let figures = Int32(keys.count)
    var places: [[String]: Int] = [:]
    var rows: [UsageRow] = []
    let grouping = (keys + ["currency"]).joined(separator: ", ")
    try forEachRow(
      """
      SELECT \(grouping), sum(requests), sum(unreported), sum(input_tokens), sum(output_tokens),
        sum(cached_input_tokens), sum(cache_write_tokens), sum(reasoning_tokens), sum(cost),
        sum(kept_answers), sum(saved)
      FROM usage_sums WHERE quarter >= ? AND quarter < ? GROUP BY \(grouping)
      """,
      [
        .integer(query.from.milliseconds / Self.usageQuarter),
        .integer((query.to.milliseconds + Self.usageQuarter - 1) / Self.usageQuarter),
      ]
    ) { row in
      let key = query.groups.indices.map { row.text(Int32($0)) }
      let sums = Self.figures(row, from: figures)
      if let place = places[key] {
        rows[place].figures += sums
      } else {
        places[key] = rows.count
        rows.append(UsageRow(keys: key, figures: sums))
      }
      return true
    }
    let day = query.groups.firstIndex(of: .day)
    if let day {
      for index in rows.indices {
        let number = Int64(rows[index].keys[day]) ?? 0
        rows[index].keys[day] = Timestamp(milliseconds: number * 86_400_000).day
      }
    }
    if let place = query.groups.firstIndex(of: .project) {
      let names = try projectNames()
      for index in rows.indices { rows[index].projectName = names[rows[index].keys[place]] }
    }
    return rows.sorted { one, other in
      if let day, one.keys[day] != other.keys[day] { return one.keys[day] < other.keys[day] }
      let sizes = (one.figures.tokens, other.figures.tokens)
      return sizes.0 == sizes.1
        ? one.keys.lexicographicallyPrecedes(other.keys) : sizes.0 > sizes.1
    }
  }

  /// An SQL expression for what rows are told apart by. A day is a number that counts from 1970.
  private static func usageKey(_ group: UsageQuery.Group, offset: Int) -> String {
    switch group {
    case .day: "(quarter * 15 + \(offset)) / 1440"
    case .model: "model"
    case .project: "project_id"
    case .provider: "substr(model, 1, instr(model, '/') - 1)"
    case .purpose: "purpose"
    }
  }

  private static func figures(_ row: borrowing Row, from currencyColumn: Int32) -> UsageFigures {
    let currency = row.text(currencyColumn)
    var figures = UsageFigures()
    figures.requests = Int(row.integer(currencyColumn + 1))
    figures.unreportedRequests = Int(row.integer(currencyColumn + 2))
    figures.inputTokens = Int(row.integer(currencyColumn + 3))
    figures.outputTokens = Int(row.integer(currencyColumn + 4))
    figures.cachedInputTokens = Int(row.integer(currencyColumn + 5))
    figures.cacheWriteTokens = Int(row.integer(currencyColumn + 6))
    figures.reasoningTokens = Int(row.integer(currencyColumn + 7))
    figures.keptAnswers = Int(row.integer(currencyColumn + 9))
    if currency.isEmpty {
      figures.unpricedRequests = figures.requests
    } else {
      if figures.requests > 0 {
        figures.costs = [
          Cost(amount: row.optionalReal(currencyColumn + 8) ?? 0, currency: currency)
        ]
      }
      if figures.keptAnswers > 0 {
        figures.saved = [
          Cost(amount: row.optionalReal(currencyColumn + 10) ?? 0, currency: currency)
        ]
      }
    }
    return figures
  }

  private func projectNames() throws -> [String: String] {
    var names: [String: String] = [:]
    try forEachRow("SELECT id, name FROM projects WHERE deleted_at IS NULL") { row in
      names[row.text(0)] = row.text(1)
      return true
    }
    return names
  }
}

extension UsageFigures {
  fileprivate var tokens: Int { inputTokens + outputTokens }
}
