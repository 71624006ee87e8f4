package import SottoCore

/// Makes the tool calls and the results of a history fit each other, which every server checks.
///
/// - A call without its result in the person's messages right after it is left out, with its seal; so
///   is a result without its call. What else is in these messages stays.
/// - The results stand in the order of their calls, before everything else that the person says.
/// - One result for each call: a second one is left out.
package struct ToolHistory: Sendable {
  /// Whether each call is given an id of its own that every server takes, which its result repeats.
  private let makesIDs: Bool
  private var usedIDs: Set<String> = []
  /// Calls so far, also those that were left out: an id that is made only depends on what is before.
  private var calls = 0
  /// Whether a person has said something, without which no answer is sent.
  private var hasStarted = false

  private init(makesIDs: Bool) { self.makesIDs = makesIDs }

  /// The entries with calls and results that fit.
  ///
  /// - Parameters:
  ///   - entries: the conversation, oldest first.
  ///   - makesIDs: whether ids that are empty, used twice or of a form that not every server takes are
  ///     replaced; the same history always gives the same ids.
  /// - Returns: as many entries, in the same order; some may be empty.
  package static func paired(
    _ entries: [ModelRequest.Entry], makesIDs: Bool
  ) -> [ModelRequest.Entry] {
    var history = ToolHistory(makesIDs: makesIDs)
    var runs = runs(of: entries)
    if runs.first?.first?.role == .user { _ = takeResults(of: &runs[0]) }
    for index in runs.indices {
      if runs[index].first?.role == .user {
        history.hasStarted = history.hasStarted || runs[index].contains(where: saysSomething)
        continue
      }
      var answers = runs.indices.contains(index + 1) ? runs[index + 1] : []
      history.pair(&runs[index], with: &answers)
      if !answers.isEmpty { runs[index + 1] = answers }
    }
    return runs.flatMap { $0 }
  }

  /// The entries in groups of one role in a row.
  private static func runs(of entries: [ModelRequest.Entry]) -> [[ModelRequest.Entry]] {
    entries.reduce(into: []) { runs, entry in
      if runs.last?.first?.role == entry.role {
        runs[runs.count - 1].append(entry)
      } else {
        runs.append([entry])
      }
    }
  }

  private static func saysSomething(_ entry: ModelRequest.Entry) -> Bool {
    entry.parts.contains { part in
      switch part {
      case .text(let text): !text.isBlank
      case .file, .toolResult: true
      default: false
      }
    }
  }

  private static func takeResults(of run: inout [ModelRequest.Entry]) -> [ToolResult] {
    var results: [ToolResult] = []
    for index in run.indices {
      run[index].parts.removeAll { part in
        guard case .toolResult(let result) = part else { return false }
        results.append(result)
        return true
      }
    }
    return results
  }

  private mutating func pair(
    _ asking: inout [ModelRequest.Entry], with answering: inout [ModelRequest.Entry]
  ) {
    var results = Self.takeResults(of: &answering)
    var answers: [Part] = []
    for index in asking.indices {
      var kept: [Part] = []
      var isAfterDropped = false
      for part in asking[index].parts {
        if case .signature = part, isAfterDropped { continue }
        isAfterDropped = false
        switch part {
        case .toolCall(let call):
          if let (sent, result) = answer(call, from: &results) {
            kept.append(.toolCall(sent))
            answers.append(.toolResult(result))
          } else {
            isAfterDropped = true
          }
        case .toolResult: break
        default: kept.append(part)
        }
      }
      asking[index].parts = kept
    }
    if !answers.isEmpty { answering[0].parts = answers + answering[0].parts }
  }

  /// The call and its result as they are sent; `nil` when there is no result.
  private mutating func answer(
    _ call: ToolCall, from results: inout [ToolResult]
  ) -> (ToolCall, ToolResult)? {
    calls += 1
    let place = results.firstIndex { result in
      result.callID == call.id && (!call.id.isEmpty || result.name == call.name)
    }
    guard hasStarted, !call.name.isEmpty, let place else { return nil }
    var call = call
    var result = results.remove(at: place)
    if makesIDs { call.id = makeID(for: call.id) }
    result.callID = call.id
    result.name = call.name
    return (call, result)
  }

  private mutating func makeID(for id: String) -> String {
    var made = Self.isTakenEverywhere(id) ? id : "call_\(calls)"
    if usedIDs.contains(made) { made = "call_\(calls)" }
    while !usedIDs.insert(made).inserted { made += "_" }
    return made
  }

  private static func isTakenEverywhere(_ id: String) -> Bool {
    (1...64).contains(id.utf8.count) && id.utf8.allSatisfy(allowed.contains)
  }

  private static let allowed = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-".utf8)
}
