import SottoCore
import SottoProviders
import Testing

extension Recording {
  static let anthropic = load(["anthropic-messages"])
}

@Suite struct AnthropicRecordingTests {
  @Test(arguments: Recording.anthropic)
  func `gives what the provider said`(recording: Recording) {
    let decoded = decodeMessages([recording.body], with: decoder(for: recording))
    #expect(decoded.events.filter(\.isTerminal).count == 1)
    #expect(decoded.events.last?.isTerminal == true)
    #expect(decoded.unknownEvents == 0)
    if let error = recording.expected["error"], !error.isNull {
      expectError(decoded.error, error)
    } else {
      expectContent(decoded, recording.expected)
    }
  }

  @Test(arguments: Recording.anthropic)
  func `gives the same however its bytes are split`(recording: Recording) {
    let whole = decodeMessages([recording.body], with: decoder(for: recording)).outcome
    // Each run cuts at every `step` bytes and the next begins one byte later, so that all of them
    // together cut before every byte once.
    let step = recording.body.count <= 4096 ? 64 : 16
    for first in 0..<step {
      var pieces = [Array(recording.body.prefix(first))]
      for start in stride(from: first, to: recording.body.count, by: step) {
        pieces.append(Array(recording.body[start..<min(start + step, recording.body.count)]))
      }
      let outcome = decodeMessages(pieces, with: decoder(for: recording)).outcome
      if outcome != whole { Issue.record("cut from \(first) by \(step)") }
    }
  }

  @Test(arguments: Recording.anthropic)
  func `gives the same in random pieces`(recording: Recording) {
    let whole = decodeMessages([recording.body], with: decoder(for: recording)).outcome
    var generator = SeededGenerator(seed: 7)
    for longest in [1, 3, 17, 120, 1500] {
      var pieces: [[UInt8]] = []
      var rest = recording.body[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...longest, using: &generator)
        pieces.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      #expect(decodeMessages(pieces, with: decoder(for: recording)).outcome == whole)
    }
  }

  @Test(arguments: Recording.anthropic.filter(\.isStream), ["\n", "\r\n", "\r"])
  func `gives the same with any line ends`(recording: Recording, lineEnd: String) {
    let whole = decodeMessages([recording.body], with: decoder(for: recording)).outcome
    let text = String(decoding: recording.body, as: UTF8.self)
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    let rewritten = Array(lines.joined(separator: lineEnd).utf8)
    #expect(decodeMessages([rewritten], with: decoder(for: recording)).outcome == whole)
  }

  @Test(arguments: Recording.anthropic.filter { $0.kind == "stream" })
  func `is cut, with its text, wherever the stream ends before message_stop`(recording: Recording) {
    var decoder = decoder(for: recording)
    var text = ""
    for line in recording.body.split(separator: 0x0A, omittingEmptySubsequences: false) {
      var cut = decoder
      let ending = cut.finish()
      #expect(ending.filter(\.isTerminal).count == 1)
      guard case .failed(let error) = ending.last else {
        Issue.record("not failed after \(text)")
        return
      }
      let isEmpty = error.code == .malformedAnswer && text.isEmpty
      #expect(error.code == .streamCut || isEmpty)
      if line.starts(with: "data: {\"type\":\"message_stop\"".utf8) { break }
      for case .text(let delta) in decoder.decode(Array(line) + [0x0A]) { text += delta }
    }
    #expect(text == recording.expected["text"]?.string)
  }

  @Test(arguments: Recording.anthropic.filter { ["stream", "json"].contains($0.kind) })
  func `keeps what goes back with the next request`(recording: Recording) {
    let parts = decodeMessages([recording.body], with: decoder(for: recording)).content.parts
    let seals = parts.filter { if case .signature = $0 { true } else { false } }
    let opaque = parts.compactMap { part -> JSONValue? in
      if case .opaque(let json) = part { try? JSONValue(parsing: json) } else { nil }
    }
    let types = opaque.compactMap { $0["type"]?.string }
    let hidden = types.filter { $0 == "thinking" }.count
    let expected = recording.expected
    #expect(seals.count + hidden == expected["signatures"]?.int ?? 0)
    #expect(
      types.filter { $0 == "redacted_thinking" }.count == expected["redacted_thinking"]?.int ?? 0)
    let citations = opaque.flatMap { $0["citations"]?.array ?? [] }
    #expect(citations.count == expected["citations"]?.int ?? citations.count)
    let items = types.filter { !["thinking", "redacted_thinking", "citations"].contains($0) }
    #expect(items == (expected["server_items"]?.array ?? []).compactMap(\.string))
  }

  private func decoder(for recording: Recording) -> AnthropicDecoder {
    AnthropicDecoder(
      provider: "test",
      head: HTTPResponseHead(status: recording.status, headers: recording.headers), clock: testClock
    )
  }

  private func expectContent(_ decoded: Decoded, _ expected: JSONValue) {
    #expect(decoded.error == nil)
    #expect(decoded.text == expected["text"]?.string)
    #expect(decoded.reasoning == expected["reasoning"]?.string)
    #expect(decoded.refusal == expected["refusal"]?.string ?? "")
    #expect(decoded.finishReason == expected["finish_reason"]?.string)
    let calls = expected["tool_calls"]?.array ?? []
    #expect(decoded.toolCalls.map(\.name) == calls.map { $0["name"]?.string ?? "" })
    #expect(decoded.toolCalls.map(\.id) == calls.map { $0["id"]?.string ?? "" })
    #expect(
      decoded.toolCalls.map { try? JSONValue(parsing: $0.arguments) }
        == calls.map { $0["arguments"] })
    #expect(decoded.stopReason == (calls.isEmpty ? .stop : .toolCalls))
    let usage = expected["usage"] ?? .null
    #expect(decoded.usage?.reported == ReportedUsage(json: usage))
    let parts = ["input", "cached", "cache_write"].compactMap { usage[$0]?.int }
    #expect(decoded.usage?.inputTokens == parts.reduce(0, +))
    #expect(decoded.usage?.outputTokens == usage["output"]?.int)
  }

  private func expectError(_ error: ProviderError?, _ expected: JSONValue) {
    #expect(error?.status == expected["status"]?.int)
    #expect(error?.upstreamType == expected["type"]?.string)
    #expect(error?.details == expected["message"]?.string)
    #expect(error?.isRetryable == false)
  }
}
