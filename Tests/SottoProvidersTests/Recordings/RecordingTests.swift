import SottoCore
import SottoProviders
import Testing

@Suite struct RecordingTests {
  @Test(arguments: Recording.all) func `gives what the provider said`(recording: Recording) {
    let decoded = decode([recording.body], with: decoder(for: recording))
    expect(decoded, matches: recording)
  }

  @Test(arguments: Recording.all)
  func `gives the same however its bytes are split`(recording: Recording) {
    let whole = decode([recording.body], with: decoder(for: recording)).outcome
    // Each run cuts at every `step` bytes and the next begins one byte later, so that all of them
    // together cut before every byte once.
    let step = recording.body.count <= 4096 ? 64 : 16
    for first in 0..<step {
      var pieces = [Array(recording.body.prefix(first))]
      for start in stride(from: first, to: recording.body.count, by: step) {
        pieces.append(Array(recording.body[start..<min(start + step, recording.body.count)]))
      }
      let outcome = decode(pieces, with: decoder(for: recording)).outcome
      if outcome != whole { Issue.record("cut from \(first) by \(step)") }
    }
  }

  @Test(arguments: Recording.all)
  func `gives the same byte by byte`(recording: Recording) {
    let whole = decode([recording.body], with: decoder(for: recording)).outcome
    let bytes = recording.body.map { [$0] }
    #expect(decode(bytes, with: decoder(for: recording)).outcome == whole)
  }

  @Test(arguments: Recording.all.filter { $0.body.count > 4096 })
  func `gives the same in random pieces`(recording: Recording) {
    let whole = decode([recording.body], with: decoder(for: recording)).outcome
    var generator = SeededGenerator(seed: 7)
    for longest in [3, 17, 120, 1500] {
      var pieces: [[UInt8]] = []
      var rest = recording.body[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...longest, using: &generator)
        pieces.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      #expect(decode(pieces, with: decoder(for: recording)).outcome == whole)
    }
  }

  @Test(arguments: Recording.all.filter(\.isStream), ["\n", "\r\n", "\r"])
  func `gives the same with any line ends`(recording: Recording, lineEnd: String) {
    let whole = decode([recording.body], with: decoder(for: recording)).outcome
    let text = String(decoding: recording.body, as: UTF8.self)
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    let rewritten = lines.joined(separator: lineEnd)
    let decoded = decode([Array(rewritten.utf8)], with: decoder(for: recording))
    #expect(decoded.outcome == whole)
  }

  @Test(arguments: Recording.all.filter(\.isStream))
  func `is never finished when it is cut before its finish reason`(recording: Recording) {
    var decoder = decoder(for: recording)
    for line in recording.body.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.starts(with: "data: [DONE]".utf8) { break }
      var cut = decoder
      let terminal = cut.finish().last
      if cut.finishReason == nil, case .finished = terminal {
        Issue.record("finished without a reason")
      }
      if decoder.decode(Array(line) + [0x0A]).contains(where: \.isTerminal) { break }
    }
  }

  private func decoder(for recording: Recording) -> OpenAIChatDecoder {
    OpenAIChatDecoder(
      provider: "test",
      head: HTTPResponseHead(status: recording.status, headers: recording.headers), clock: testClock
    )
  }

  private func expect(_ decoded: Decoded, matches recording: Recording) {
    let expected = recording.expected
    #expect(decoded.events.filter(\.isTerminal).count == 1)
    #expect(decoded.events.last?.isTerminal == true)
    if recording.kind != "error" {
      #expect(decoded.text == expected["text"]?.string)
      #expect(decoded.reasoning == expected["reasoning"]?.string)
      #expect(decoded.refusal == expected["refusal"]?.string ?? "")
      #expect(
        decoded.finishReason == expected["finish_reason"]?.string.flatMap { $0.isEmpty ? nil : $0 })
      expectToolCalls(decoded.toolCalls, expected["tool_calls"]?.array ?? [])
      expectUsage(decoded.usage, expected["usage"] ?? .null)
    }
    if let error = expected["error"], !error.isNull {
      expectError(decoded.error, error, retry: expected["retry"])
    } else {
      #expect(decoded.error == nil)
      #expect(decoded.stopReason != nil)
    }
  }

  private func expectToolCalls(_ calls: [ToolCall], _ all: [JSONValue]) {
    // Snowflake adds a `function_call` whose name is empty. That is no call.
    let expected = all.filter { $0["name"]?.string != "" }
    #expect(calls.map(\.name) == expected.map { $0["name"]?.string ?? "" })
    #expect(calls.map(\.id) == expected.map { $0["id"]?.string ?? "" })
    #expect(calls.map(\.arguments) == expected.map { $0["arguments_text"]?.string ?? "" })
  }

  private func expectUsage(_ usage: Usage?, _ expected: JSONValue) {
    guard !expected.isNull else {
      #expect(usage == nil)
      return
    }
    #expect(usage?.reported == ReportedUsage(json: expected))
    #expect(usage?.inputTokens == expected["input"]?.int)
    // One arithmetic: what is not input is output.
    if let total = expected["total"]?.int, let input = expected["input"]?.int {
      #expect(usage?.outputTokens == total - input)
    }
  }

  private func expectError(_ error: ProviderError?, _ expected: JSONValue, retry: JSONValue?) {
    #expect(error != nil)
    #expect(error?.upstreamType == expected["type"]?.string)
    #expect(
      error?.upstreamCode == expected["code"]?.string ?? expected["code"]?.int.map { "\($0)" })
    #expect(error?.details?.hasPrefix(expected["message"]?.string ?? "?") == true)
    if let status = expected["status"]?.int { #expect(error?.status == status) }
    if let isRetryable = retry?["status_retryable"]?.bool {
      #expect(error?.isRetryable == isRetryable)
    }
    let seconds = retry?["hint_seconds"]?.double.flatMap { $0 > 0 ? $0 : nil }
    #expect(error?.retryAfter == seconds.map { Duration.seconds($0) })
  }
}
