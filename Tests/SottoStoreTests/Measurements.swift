import Foundation
import SottoCore
import SottoStore
import Testing

/// Prints what the store costs. Run it in a release build, with `SOTTO_MEASURE=1`; it expects
/// nothing of the machine.
@Suite(
  .serialized, .enabled(if: ProcessInfo.processInfo.environment["SOTTO_MEASURE"] != nil))
struct Measurements {
  private let clock = ContinuousClock()

  private func report(_ what: String, _ duration: Duration, count: Int = 1) {
    let micros = duration / .microseconds(1) / Double(count)
    print(what + ": \((micros * 10).rounded() / 10) µs")
  }

  @Test func `one event in a transaction of its own`() async throws {
    let test = try await TestStore()
    let turn = try await test.send("q", in: try await test.conversation())
    var times: [Duration] = []
    for _ in 0..<20_000 {
      times.append(
        try await clock.measure {
          _ = try await test.store.append([.text(" token")], to: turn.id)
        })
    }
    report("append, mean", times.reduce(.zero, +), count: times.count)
    times.sort()
    report("append, median", times[times.count / 2])
    report("append, 99 of 100", times[times.count * 99 / 100])
    report("append, slowest", times[times.count - 1])
    let end = try await clock.measure {
      _ = try await test.store.append([.finished(.stop)], to: turn.id)
    }
    report("end of a turn of 20,000 events", end)
  }

  @Test func `two hundred turns at once`() async throws {
    let test = try await TestStore()
    var turns: [Turn] = []
    for index in 0..<200 {
      turns.append(try await test.send("q\(index)", in: try await test.conversation()))
    }
    let duration = try await clock.measure {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for turn in turns {
          group.addTask {
            for _ in 0..<500 { _ = try await test.store.append([.text(" token")], to: turn.id) }
          }
        }
        try await group.waitForAll()
      }
    }
    print("200 turns: \(Int(100_000 / (duration / .seconds(1)))) events a second")
    let log = try FileManager.default.attributesOfItem(atPath: test.folder.database + "-wal")
    print("200 turns: log of \((log[.size] as? Int ?? 0) / 1024) KB")
  }

  @Test func `a conversation of ten thousand messages`() async throws {
    let test = try await TestStore()
    let conversation = try await test.conversation()
    let text = String(repeating: "Some words of an answer. ", count: 20)
    var begin = Duration.zero
    for index in 0..<5000 {
      var turn: Turn?
      begin += try await clock.measure {
        turn = try await test.send("question \(index)", in: conversation)
      }
      guard let turn else { return }
      _ = try await test.store.append([.text(text), .finished(.stop)], to: turn.id)
    }
    report("begin of a turn", begin, count: 5000)
    for _ in 0..<3 {
      let read = try await clock.measure {
        let messages = try await test.store.messages(in: conversation, before: nil, limit: 50)
        #expect(messages.count == 50)
      }
      report("last 50 of 10,000 messages", read)
    }
    let leaf = try #require(try await test.store.conversation(conversation).leafID)
    let path = try await clock.measure { _ = try await test.store.path(to: leaf) }
    report("all 10,000 messages", path)
    await test.store.close()
    for _ in 0..<3 {
      var store: SQLiteStore?
      report("open", try await clock.measure { store = try await test.another() })
      report(
        "first read",
        try await clock.measure {
          _ = try await store?.messages(in: conversation, before: nil, limit: 50)
        })
      await store?.close()
    }
  }
}
