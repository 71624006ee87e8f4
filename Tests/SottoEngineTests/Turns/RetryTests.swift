import SottoCore
import SottoEngine
import SottoTestSupport
import Testing

private func error(
  _ code: ProviderError.Code, retryAfter: Duration? = nil, isRetryable: Bool = true
) -> ProviderError {
  ProviderError(
    code, provider: "p", message: "m", isRetryable: isRetryable, retryAfter: retryAfter)
}

/// What is asked for again, with a pause of half of the longest there is.
private let pauses: [(error: ProviderError, repeats: Int, pause: Duration?)] = [
  (error(.rateLimited), 0, .milliseconds(500)),
  (error(.overloaded), 1, .seconds(1)),
  (error(.serverError), 2, .seconds(2)),
  (error(.serverError), 3, nil),
  (error(.rateLimited, retryAfter: .seconds(7)), 0, .seconds(7)),
  (error(.rateLimited, retryAfter: .seconds(61)), 0, nil),
  (error(.quotaExhausted, isRetryable: false), 0, nil),
  (error(.badKey, isRetryable: false), 0, nil),
  (error(.streamCut), 0, nil),
  (error(.firstByteTimeout), 0, nil),
  (error(.connectionFailed), 0, nil),
]

@Suite struct RetryTests {
  @Test(arguments: pauses)
  func `only what was surely not accepted is sent again`(
    error: ProviderError, repeats: Int, pause: Duration?
  ) {
    let policy = RetryPolicy(random: { 0.5 })
    #expect(policy.pause(after: error, repeats: repeats) == pause)
  }

  @Test func `a connection that was never made is tried again`() {
    var refused = error(.connectionFailed)
    refused.wasNeverSent = true
    #expect(RetryPolicy(random: { 1 }).pause(after: refused, repeats: 0) == .seconds(1))
  }

  @Test func `the answer comes after two refusals, and the person is told of both`() async throws {
    try await EngineRig.run(
      retries: RetryPolicy(base: .milliseconds(1), random: { 1 }), script: failing(times: 2)
    ) { rig in
      let turn = try await rig.send("Go", in: try await rig.conversation())
      let events = try await rig.events(of: turn)
      #expect(events.text == "better")
      #expect(rig.peer.requests.elements.count == 3)
      let notices = events.filter { if case .notice = $0.event { true } else { false } }
      #expect(
        notices.map(\.event) == Array(repeating: .notice(Notice(.retrying, seconds: 1)), count: 2))
      #expect(events.last?.event == .finished(.stop))
    }
  }

  @Test func `a failure that lasts is told in the end`() async throws {
    try await EngineRig.run(
      retries: RetryPolicy(limit: 2, base: .milliseconds(1)), script: failing(times: 9)
    ) { rig in
      let turn = try await rig.send("Go", in: try await rig.conversation())
      guard case .failed(let error)? = try await rig.events(of: turn).last?.event else {
        Issue.record("no failure")
        return
      }
      #expect(error.code == .overloaded)
      #expect(rig.peer.requests.elements.count == 3)
    }
  }

  @Test func `what was shown is never asked for again`() async throws {
    let script: ScriptedPeer.Script = { connection in
      try await Answers.head(connection)
      try await Answers.text("shown", to: connection)
      try await connection.sendChunk(#"data: {"error":{"message":"busy","code":503}}"# + "\n\n")
      try await connection.send("0\r\n\r\n")
    }
    try await EngineRig.run(retries: RetryPolicy(base: .milliseconds(1)), script: script) { rig in
      let turn = try await rig.send("Go", in: try await rig.conversation())
      let events = try await rig.events(of: turn)
      #expect(events.text == "shown")
      #expect(rig.peer.requests.elements.count == 1)
    }
  }

  @Test func `stop ends the pause`() async throws {
    let policy = RetryPolicy(base: .seconds(50), random: { 1 })
    try await EngineRig.run(retries: policy, script: failing(times: 9)) { rig in
      let conversation = try await rig.conversation()
      let turn = try await rig.send("Go", in: conversation)
      for try await batch in rig.engine.watch(turn.id, after: 0) {
        if batch.contains(where: { $0.event == .notice(Notice(.retrying, seconds: 50)) }) { break }
      }
      try await rig.engine.stop(turn.id)
      let message = try #require(try await rig.message(turn.assistantMessageID, in: conversation))
      #expect(message.status == .stopped)
      #expect(rig.peer.requests.elements.count == 1)
    }
  }
}

/// A provider that is overloaded a few times and then answers.
private func failing(times: Int) -> ScriptedPeer.Script {
  let failures = Recorder<Void>()
  return { connection in
    while true {
      if failures.elements.count < times {
        failures.record(())
        _ = try await connection.request()
        try await connection.send("HTTP/1.1 529 Busy\r\nContent-Length: 0\r\n\r\n")
      } else {
        try await Answers.head(connection)
        try await Answers.text("better", to: connection)
        try await Answers.end(connection)
      }
    }
  }
}
