import SottoCore
import SottoProviders
import Testing

private let recordings = Recording.load([
  "gemini-json", "gemini-sse", "gemini-array", "ollama-chat", "ollama-generate",
])

/// The native protocols of Gemini and Ollama against what was recorded of them.
@Suite struct NativeRecordingTests {
  @Test(arguments: recordings) func `gives what the provider said`(recording: Recording) {
    let decoded = decodeAnswer([recording.body], with: decoder(for: recording))
    expect(decoded, matches: recording)
  }

  @Test(arguments: recordings)
  func `gives the same when its bytes are cut anywhere`(recording: Recording) {
    let whole = decodeAnswer([recording.body], with: decoder(for: recording))
    let step = recording.body.count <= 4096 ? 64 : 16
    for first in 0..<step {
      var pieces = [Array(recording.body.prefix(first))]
      for start in stride(from: first, to: recording.body.count, by: step) {
        pieces.append(Array(recording.body[start..<min(start + step, recording.body.count)]))
      }
      let other = decodeAnswer(pieces, with: decoder(for: recording))
      if other != whole { Issue.record("cut from \(first) by \(step)") }
    }
    #expect(
      decodeAnswer(recording.body.map { [$0] }, with: decoder(for: recording)) == whole)
  }

  @Test(arguments: recordings.filter { $0.body.count > 4096 })
  func `gives the same in random pieces`(recording: Recording) {
    let whole = decodeAnswer([recording.body], with: decoder(for: recording))
    var generator = SeededGenerator(seed: 11)
    for longest in [3, 17, 120, 1500] {
      var pieces: [[UInt8]] = []
      var rest = recording.body[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...longest, using: &generator)
        pieces.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      #expect(decodeAnswer(pieces, with: decoder(for: recording)) == whole)
    }
  }

  @Test(arguments: recordings.filter(\.isStream), ["\n", "\r\n", "\r"])
  func `gives the same with any line ends`(recording: Recording, lineEnd: String) {
    let whole = decodeAnswer([recording.body], with: decoder(for: recording))
    let text = String(decoding: recording.body, as: UTF8.self)
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    let rewritten = Array(lines.joined(separator: lineEnd).utf8)
    #expect(decodeAnswer([rewritten], with: decoder(for: recording)) == whole)
  }

  /// What comes of the first bytes alone is never an answer, unless the model's own end was among
  /// them.
  @Test(arguments: recordings.filter { $0.kind != "error" })
  func `is never finished when it is cut before its own end`(recording: Recording) {
    let isBlocked = recording.expected["block_reason"] != nil
    var decoder = decoder(for: recording)
    for start in stride(from: 0, to: recording.body.count, by: 37) {
      var cut = decoder
      let terminal = cut.finish().last
      if !isBlocked, cut.finishReason == nil, case .finished = terminal {
        Issue.record("finished at \(start)")
      }
      let end = min(start + 37, recording.body.count)
      if decoder.decode(Array(recording.body[start..<end])).contains(where: \.isTerminal) { break }
    }
  }

  private func decoder(for recording: Recording) -> any AnswerDecoder {
    let head = HTTPResponseHead(status: recording.status, headers: recording.headers)
    return recording.wire.hasPrefix("gemini") ? geminiDecoder(head) : ollamaDecoder(head)
  }

  private func expect(_ decoded: Decoded, matches recording: Recording) {
    let expected = recording.expected
    #expect(decoded.events.filter(\.isTerminal).count == 1)
    #expect(decoded.events.last?.isTerminal == true)
    #expect(decoded.unknownEvents == 0)
    if recording.kind == "error" {
      return expectError(decoded.error, expected["error"] ?? .null, retry: expected["retry"])
    }
    #expect(decoded.error == nil)
    #expect(decoded.text == expected["text"]?.string)
    #expect(decoded.reasoning == expected["reasoning"]?.string)
    #expect(decoded.refusal.isEmpty)
    #expect(decoded.finishReason == expected["finish_reason"]?.string)
    expectCalls(decoded.toolCalls, expected["tool_calls"]?.array ?? [])
    expectSeals(decoded.content.parts, expected)
    expectUsage(decoded.usage, expected["usage"] ?? .null, raw: expected["usage_raw"] ?? .null)
    let hasCalls = expected["tool_calls"]?.array?.isEmpty == false
    #expect((decoded.stopReason == .toolCalls) == hasCalls)
  }

  private func expectCalls(_ calls: [ToolCall], _ expected: [JSONValue]) {
    #expect(calls.map(\.name) == expected.map { $0["name"]?.string ?? "" })
    #expect(calls.map(\.id) == expected.map { $0["id"]?.string ?? "" })
    #expect(
      calls.map { try? JSONValue(parsing: $0.arguments) } == expected.map { $0["arguments"] })
  }

  private func expectSeals(_ parts: [Part], _ expected: JSONValue) {
    let seals = parts.filter { part in
      switch part {
      case .signature: true
      case .opaque(let json): json.contains("thoughtSignature")
      default: false
      }
    }
    #expect(seals.count == expected["signatures"]?.int ?? 0)
    let items = (expected["server_items"]?.array ?? []).compactMap(\.string)
    for item in items {
      let isThere = parts.contains { part in
        if case .opaque(let json) = part { json.hasPrefix("{\"\(item)\":") } else { false }
      }
      #expect(isThere)
    }
  }

  private func expectUsage(_ usage: Usage?, _ expected: JSONValue, raw: JSONValue) {
    let reported = ReportedUsage(json: expected)
    if reported == ReportedUsage() {
      #expect(usage == nil)
      return
    }
    #expect(usage?.reported == reported)
    #expect(usage?.cachedInputTokens == reported.cached)
    #expect(usage?.reasoningTokens == reported.reasoning)
    let tools = raw["toolUsePromptTokenCount"]?.int ?? 0
    #expect(usage?.inputTokens == (reported.input ?? 0) + tools)
    if let total = reported.total {
      // One arithmetic: what is not output is input.
      #expect((usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0) == total)
    }
  }

  private func expectError(_ error: ProviderError?, _ expected: JSONValue, retry: JSONValue?) {
    #expect(error?.upstreamType == expected["type"]?.string)
    #expect(error?.upstreamCode == expected["code"]?.int.map { "\($0)" })
    #expect(error?.details?.hasPrefix(expected["message"]?.string ?? "?") == true)
    #expect(error?.status == expected["status"]?.int)
    #expect(error?.isRetryable == retry?["status_retryable"]?.bool)
    #expect(error?.retryAfter == retry?["hint_seconds"]?.double.map { Duration.seconds($0) })
  }
}
