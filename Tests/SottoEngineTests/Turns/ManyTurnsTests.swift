import SottoCore
import SottoEngine
import SottoTestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ManyTurnsTests {
  /// Each stop comes at another moment: before the request, before the head, within the text, after
  /// the end.
  @Test func `a thousand stops at random moments leave nothing behind`() async throws {
    let script: ScriptedPeer.Script = { connection in
      while true {
        try await Answers.head(connection)
        for word in 0..<20 { try await Answers.text("w\(word) ", to: connection) }
        try await Answers.end(connection)
      }
    }
    try await EngineRig.run(script: script) { rig in
      var generator = SeededGenerator(seed: 7)
      // What is made once and kept is there before anything is counted.
      _ = try await rig.events(of: rig.send("warm up", in: rig.conversation()))
      let files = ProcessResources.openFiles
      let threads = ProcessResources.threads
      for _ in 0..<50 {
        let moments = (0..<20).map { _ in Int.random(in: 0...24, using: &generator) }
        try await withThrowingTaskGroup(of: Void.self) { group in
          for moment in moments {
            group.addTask { try await rig.stop(after: moment) }
          }
          try await group.waitForAll()
        }
      }
      // A turn leaves the list just after its watchers; that it does is what the time limit asks.
      while try await !rig.engine.runningTurns(where: { _ in true }).isEmpty { await Task.yield() }
      // Kept connections and the threads of the pool may have come; a thousand leaks would show.
      #expect(ProcessResources.openFiles < files + 150)
      #expect(ProcessResources.threads < threads + 50)
    }
  }

  @Test func `a hundred streams with faults anywhere each end, and lose nothing shown`()
    async throws
  {
    let script: ScriptedPeer.Script = { connection in
      let request = try await connection.request()
      let body = String(decoding: request.body, as: UTF8.self)
      let moment = Int(body.split(separator: "fault-").last?.prefix { $0.isNumber } ?? "") ?? 0
      // Without this a next request could cross our close on its way.
      try await connection.send(
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/event-stream\r\n"
          + "Transfer-Encoding: chunked\r\n\r\n")
      for word in 0..<20 {
        if word == moment { return moment.isMultiple(of: 2) ? connection.reset() : () }
        try await Answers.text("w\(word) ", to: connection)
      }
      try await Answers.end(connection)
    }
    try await EngineRig.run(script: script) { rig in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<100 {
          group.addTask {
            let moment = number % 24
            let conversation = try await rig.conversation()
            let turn = try await rig.send("fault-\(moment)", in: conversation)
            let events = try await rig.events(of: turn)
            let message = try #require(
              try await rig.message(turn.assistantMessageID, in: conversation))
            #expect(events.last?.event.isTerminal == true)
            #expect(message.content.text == events.text)
            #expect(message.status == (moment < 20 ? .failed : .complete))
          }
        }
        try await group.waitForAll()
      }
    }
  }
}

extension EngineRig {
  /// Sends, and stops once so many events have been seen, or the turn is over.
  fileprivate func stop(after moment: Int) async throws {
    let turn = try await send("Go", in: conversation())
    if moment > 0 {
      var seen = 0
      for try await batch in engine.watch(turn.id, after: 0) {
        seen += batch.count
        if seen >= moment { break }
      }
    }
    try await engine.stop(turn.id)
    let status = try await store.turn(turn.id).status
    #expect([.stopped, .finished].contains(status))
  }
}
