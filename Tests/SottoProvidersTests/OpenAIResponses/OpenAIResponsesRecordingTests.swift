import SottoCore
import SottoProviders
import Testing

extension Recording {
  static let responses = load(["openai-responses"])
}

@Suite struct OpenAIResponsesRecordingTests {
  @Test(arguments: Recording.responses)
  func `gives what the provider said`(recording: Recording) {
    let decoded = decodeResponses([recording.body], with: decoder(for: recording))
    let expected = recording.expected
    #expect(decoded.events.filter(\.isTerminal).count == 1)
    #expect(decoded.events.last?.isTerminal == true)
    #expect(decoded.unknownEvents == 0)
    if recording.kind != "error" {
      #expect(decoded.text == expected["text"]?.string)
      #expect(decoded.reasoning == expected["reasoning"]?.string)
      #expect(decoded.refusal == expected["refusal"]?.string ?? "")
      #expect(decoded.finishReason == expected["finish_reason"]?.string)
      let calls = expected["tool_calls"]?.array ?? []
      #expect(decoded.toolCalls.map(\.name) == calls.map { $0["name"]?.string ?? "" })
      #expect(decoded.toolCalls.map(\.id) == calls.map { $0["id"]?.string ?? "" })
      #expect(
        decoded.toolCalls.map(\.arguments) == calls.map { $0["arguments_text"]?.string ?? "" })
      #expect(decoded.usage?.reported == ReportedUsage(json: expected["usage"] ?? .null))
      #expect(decoded.usage?.inputTokens == expected["usage"]?["input"]?.int)
      #expect(decoded.usage?.outputTokens == expected["usage"]?["output"]?.int)
    }
    guard let error = expected["error"], !error.isNull else {
      #expect(decoded.error == nil)
      #expect(decoded.stopReason == (decoded.toolCalls.isEmpty ? .stop : .toolCalls))
      return
    }
    #expect(decoded.error?.upstreamType == error["type"]?.string)
    #expect(decoded.error?.upstreamCode == error["code"]?.string)
    #expect(decoded.error?.details?.hasPrefix(error["message"]?.string ?? "?") == true)
    if let status = error["status"]?.int { #expect(decoded.error?.status == status) }
    if let isRetryable = expected["retry"]?["status_retryable"]?.bool,
      decoded.error?.code != .quotaExhausted
    {
      #expect(decoded.error?.isRetryable == isRetryable)
    }
  }

  @Test(arguments: Recording.responses)
  func `keeps encrypted reasoning and what the provider's tools did`(recording: Recording) throws {
    let decoded = decodeResponses([recording.body], with: decoder(for: recording))
    let kept = try decoded.opaque.map { try JSONValue(parsing: $0) }
    for type in recording.expected["server_items"]?.array ?? [] {
      #expect(kept.contains { $0["type"] == type })
    }
    let sealed = kept.compactMap { $0["encrypted_content"]?.string }
    let body = String(decoding: recording.body, as: UTF8.self)
    #expect(sealed.allSatisfy { body.contains($0) })
    #expect(sealed.count == sealedItems(in: body))
  }

  /// How many items of the final response carry encrypted reasoning.
  private func sealedItems(in body: String) -> Int {
    let texts = body.hasPrefix("{") ? [body[...]] : body.split(separator: "\n")
    let values = texts.compactMap { text in
      try? JSONValue(parsing: String(text.hasPrefix("data: ") ? text.dropFirst(6) : text))
    }
    let response = values.compactMap { $0["response"] ?? $0 }.last { $0["output"] != nil }
    let contents = (response?["output"]?.array ?? []).map { $0["encrypted_content"]?.string ?? "" }
    return contents.filter { !$0.isEmpty }.count
  }

  @Test(arguments: Recording.responses)
  func `gives the same however its bytes are split`(recording: Recording) {
    let whole = decodeResponses([recording.body], with: decoder(for: recording))
    // Each run cuts at every `step` bytes and the next begins one byte later, so that all of them
    // together cut before every byte once.
    let step = recording.body.count <= 4096 ? 64 : 16
    for first in 0..<step {
      var pieces = [Array(recording.body.prefix(first))]
      for start in stride(from: first, to: recording.body.count, by: step) {
        pieces.append(Array(recording.body[start..<min(start + step, recording.body.count)]))
      }
      let decoded = decodeResponses(pieces, with: decoder(for: recording))
      if decoded != whole { Issue.record("cut from \(first) by \(step)") }
    }
    #expect(decodeResponses(recording.body.map { [$0] }, with: decoder(for: recording)) == whole)
  }

  @Test(arguments: Recording.responses.filter { $0.body.count > 4096 })
  func `gives the same in random pieces`(recording: Recording) {
    let whole = decodeResponses([recording.body], with: decoder(for: recording))
    var generator = SeededGenerator(seed: 7)
    for longest in [3, 17, 120, 1500] {
      var pieces: [[UInt8]] = []
      var rest = recording.body[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...longest, using: &generator)
        pieces.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      #expect(decodeResponses(pieces, with: decoder(for: recording)) == whole)
    }
  }

  @Test(arguments: Recording.responses.filter(\.isStream), ["\n", "\r\n", "\r"])
  func `gives the same with any line ends`(recording: Recording, lineEnd: String) {
    let whole = decodeResponses([recording.body], with: decoder(for: recording))
    let text = String(decoding: recording.body, as: UTF8.self)
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    let rewritten = lines.joined(separator: lineEnd)
    #expect(decodeResponses([Array(rewritten.utf8)], with: decoder(for: recording)) == whole)
  }

  @Test(arguments: Recording.responses.filter(\.isStream))
  func `gives the same when events are left out`(recording: Recording) {
    let whole = decodeResponses([recording.body], with: decoder(for: recording))
    let text = String(decoding: recording.body, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    func without(_ kinds: [String]) -> Decoded {
      let kept = lines.filter { line in
        !line.hasPrefix("data:") || !kinds.contains { line.contains("\"response.\($0)\"") }
      }
      return decodeResponses(kept.joined(separator: "\n"), with: decoder(for: recording))
    }
    let deltas = [
      "output_text.delta", "reasoning_text.delta", "reasoning_summary_text.delta",
      "function_call_arguments.delta",
    ]
    #expect(without(deltas).outcome == whole.outcome)
    #expect(without(["output_item.added"]).outcome == whole.outcome)
    #expect(without(["output_item.added", "output_item.done"]).text == whole.text)
    #expect(without(["output_item.added", "output_item.done"]).toolCalls == whole.toolCalls)
    let all =
      deltas + [
        "output_text.done", "reasoning_text.done", "reasoning_summary_text.done",
        "function_call_arguments.done", "content_part.done",
      ]
    #expect(without(all).outcome == whole.outcome)
    #expect(without(all + ["output_item.added"]).outcome == whole.outcome)
  }

  @Test(arguments: Recording.responses.filter(\.isStream))
  func `is cut with its text when the final response is missing`(recording: Recording) {
    let whole = decodeResponses([recording.body], with: decoder(for: recording))
    let text = String(decoding: recording.body, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let end = lines.firstIndex { $0.hasPrefix("data:") && $0.contains("\"response.completed\"") }
    let cut = lines[..<(end ?? lines.endIndex)].joined(separator: "\n")
    let decoded = decodeResponses(cut + "\n", with: decoder(for: recording))
    #expect(decoded.error?.code == .streamCut)
    #expect(decoded.error?.isRetryable == true)
    #expect(decoded.text == whole.text)
    #expect(decoded.toolCalls == whole.toolCalls)
    #expect(decoded.finishReason == nil)
  }

  private func decoder(for recording: Recording) -> OpenAIResponsesDecoder {
    OpenAIResponsesDecoder(
      provider: "test",
      head: HTTPResponseHead(status: recording.status, headers: recording.headers), clock: testClock
    )
  }
}
