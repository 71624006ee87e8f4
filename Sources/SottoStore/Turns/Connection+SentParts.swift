internal import SottoCore

extension Connection {
  /// The parts of a message that a person sends, as they are stored: files with what is known of
  /// them, tool results with the names of their calls.
  ///
  /// - Throws: ``SottoError`` of code `fileNotFound` for a file that is not kept, `invalidInput` for a
  ///   result that answers no call of `parent`, or a call that another result of the message answers.
  func sentParts(_ parts: [Part], after parent: Message?) throws -> [Part] {
    var calls: [ToolCall] = []
    for case .toolCall(let call) in parent?.content.parts ?? [] { calls.append(call) }
    return try parts.map { part in
      switch part {
      case .file(let file): .file(try kept(file))
      case .toolResult(let result): .toolResult(try Self.matched(result, takingFrom: &calls))
      default: part
      }
    }
  }

  private func kept(_ file: FileReference) throws -> FileReference {
    guard var kept = try fileReference(file.digest) else {
      throw FileFolder.missing(file.digest)
    }
    kept.name = file.name
    return kept
  }

  /// The call is taken out of `calls`, so that it is answered once. Where the provider gave its calls
  /// no or equal ids, the name tells them apart.
  private static func matched(
    _ result: ToolResult, takingFrom calls: inout [ToolCall]
  ) throws(SottoError) -> ToolResult {
    let index =
      calls.firstIndex { $0.id == result.callID && $0.name == result.name }
      ?? (result.callID.isEmpty ? nil : calls.firstIndex { $0.id == result.callID })
    guard let index else {
      throw SottoError(
        .invalidInput,
        "there is no tool call '\(result.callID)' that waits for a result in the answer before",
        hint: "send one result for each tool call, right after the answer that has the calls")
    }
    var matched = result
    matched.name = calls.remove(at: index).name
    return matched
  }
}
