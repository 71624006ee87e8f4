import SottoCore
import SottoEngine
import SottoTestSupport
import Testing

/// A queue on a test clock, with requests that end when the test says so.
private struct QueueRig: Sendable {
  let clock = TestClock()
  let queue: RequestQueue
  let key = QueueKey(provider: "p", baseURL: "https://api.example.com/v1", secret: nil)
  /// The names of the requests that had to wait, with the seconds they were told.
  let waits = Recorder<Wait>()
  /// The requests that were let through, in their order.
  let starts = Recorder<Start>()

  struct Wait: Hashable {
    var name: String
    var seconds: Int?
  }

  struct Start: Sendable {
    var name: String
    var admission: RequestQueue.Admission
  }

  init() { queue = RequestQueue(clock: clock) }

  /// A request that runs until `end` fires, or ends at once.
  func send(
    _ name: String, from conversation: Int = 1, limit: Int? = 1, to other: QueueKey? = nil,
    until end: Signal? = nil
  ) async throws {
    try await queue.withAdmission(
      to: other ?? key, from: ConversationID(at: Timestamp(milliseconds: 0), number: conversation),
      limit: limit, onWait: { seconds in waits.record(Wait(name: name, seconds: seconds)) }
    ) { admission in
      starts.record(Start(name: name, admission: admission))
      try await end?.wait()
    }
  }

  /// Makes the provider refuse one request, so that the key pauses.
  func refuseOne(retryAfter: Duration?) async throws {
    let conversation = ConversationID(at: Timestamp(milliseconds: 0), number: 99)
    try await queue.withAdmission(to: key, from: conversation, onWait: { _ in }) { admission in
      queue.refused(admission, retryAfter: retryAfter)
    }
  }

  var names: [String] { starts.elements.map(\.name) }
  var isEmpty: Bool { queue.counters.inFlight == 0 && queue.counters.waiting == 0 }
}

extension ConversationID {
  /// The same identifier for the same number.
  fileprivate init(at time: Timestamp, number: Int) {
    var generator = SeededGenerator(seed: UInt64(number))
    self.init(at: time, using: &generator)
  }
}

@Suite struct RequestQueueTests {
  private let rig = QueueRig()

  @Test func `a request that need not wait is never told to`() async throws {
    for number in 0..<5 { try await rig.send("\(number)") }
    #expect(rig.waits.elements.isEmpty)
    #expect(rig.names.count == 5)
    #expect(rig.isEmpty)
  }

  @Test func `the work's result and error come out, and the place is free again`() async throws {
    struct Failure: Error {}
    let conversation = ConversationID(at: Timestamp(milliseconds: 0), number: 1)
    let result = try await rig.queue.withAdmission(
      to: rig.key, from: conversation, onWait: { _ in }, work: { _ in 42 })
    #expect(result == 42)
    await #expect(throws: Failure.self) {
      try await rig.queue.withAdmission(
        to: rig.key, from: conversation, onWait: { _ in }, work: { _ in throw Failure() })
    }
    #expect(rig.isEmpty)
  }

  @Test func `one that must wait is told once, and goes when there is room`() async throws {
    let end = Signal()
    async let first: Void = rig.send("first", until: end)
    try await rig.starts.wait(for: 1)
    async let second: Void = rig.send("second")
    #expect(try await rig.waits.wait(for: 1) == [.init(name: "second", seconds: nil)])
    #expect(rig.names == ["first"])
    end.fire()
    try await first
    try await second
    #expect(rig.names == ["first", "second"])
    #expect(rig.waits.elements.count == 1)
    #expect(rig.isEmpty)
  }

  @Test func `a hundred requests of one conversation do not starve another`() async throws {
    let end = Signal()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await rig.send("first", until: end) }
      try await rig.starts.wait(for: 1)
      for number in 0..<100 {
        group.addTask { try await rig.send("many \(number)", from: 1) }
        try await rig.waits.wait(for: number + 1)
      }
      group.addTask { try await rig.send("single", from: 2) }
      try await rig.waits.wait(for: 101)
      end.fire()
      try await group.waitForAll()
    }
    let many = (0..<100).map { "many \($0)" }
    #expect(rig.names == ["first", "many 0", "single"] + many.dropFirst())
  }

  @Test func `one refusal holds up every conversation, until its time (T073)`() async throws {
    try await rig.refuseOne(retryAfter: .milliseconds(6500))
    async let request: Void = rig.send("later", from: 2)
    #expect(try await rig.waits.wait(for: 1) == [.init(name: "later", seconds: 7)])
    try await rig.clock.waitForSleeps(1)
    rig.clock.advance(by: .milliseconds(6499))
    #expect(rig.names.isEmpty)
    rig.clock.advance(by: .milliseconds(1))
    try await request
    #expect(rig.names == ["later"])
    #expect(rig.isEmpty)
  }

  @Test func `what a head says holds up the next request`() async throws {
    let conversation = ConversationID(at: Timestamp(milliseconds: 0), number: 1)
    try await rig.queue.withAdmission(to: rig.key, from: conversation, onWait: { _ in }) {
      rig.queue.accepted(
        $0, limits: [RateLimit(kind: .requests, remaining: 0, resetsAfter: .seconds(20))])
    }
    async let request: Void = rig.send("later")
    #expect(try await rig.waits.wait(for: 1) == [.init(name: "later", seconds: 20)])
    try await rig.clock.waitForSleeps(1)
    rig.clock.advance(by: .seconds(20))
    try await request
    #expect(rig.isEmpty)
  }

  @Test func `a probe that is accepted lets the others go without more waiting`() async throws {
    let (busy, end) = (Signal(), Signal())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask { try await rig.send("\(number)", limit: 8, until: busy) }
      }
      let running = try await rig.starts.wait(for: 4)
      rig.queue.refused(running[0].admission, retryAfter: .seconds(1))
      busy.fire()
      try await group.waitForAll()
      group.addTask { try await rig.send("probe", limit: 8, until: end) }
      try await rig.waits.wait(for: 1)
      group.addTask { try await rig.send("other", from: 2, limit: 8) }
      try await rig.waits.wait(for: 2)
      try await rig.clock.waitForSleeps(1)
      rig.clock.advance(by: .seconds(1))
      let probe = try await rig.starts.wait(for: 5)[4]
      // The other one watches the clock now, and hears of the answer all the same.
      try await rig.clock.waitForSleeps(2)
      #expect(probe.name == "probe")
      #expect(rig.names.count == 5)
      rig.queue.accepted(probe.admission)
      try await rig.starts.wait(for: 6)
      #expect(rig.names.last == "other")
      end.fire()
      try await group.waitForAll()
    }
    #expect(rig.isEmpty)
  }

  @Test func `a cancelled request is gone at once`() async throws {
    let end = Signal()
    async let first: Void = rig.send("first", until: end)
    try await rig.starts.wait(for: 1)
    let waiting = Task { try await rig.send("second") }
    try await rig.waits.wait(for: 1)
    #expect(rig.queue.counters.waiting == 1)
    waiting.cancel()
    #expect(rig.queue.counters.waiting == 0)
    await #expect(throws: CancellationError.self) { try await waiting.value }
    end.fire()
    try await first
    #expect(rig.names == ["first"])
    #expect(rig.isEmpty)
  }

  @Test func `when the one that watches the clock is cancelled, another does`() async throws {
    try await rig.refuseOne(retryAfter: .seconds(30))
    let watcher = Task { try await rig.send("watcher") }
    try await rig.waits.wait(for: 1)
    try await rig.clock.waitForSleeps(1)
    async let other: Void = rig.send("other", from: 2)
    try await rig.waits.wait(for: 2)
    watcher.cancel()
    try await rig.clock.waitForSleeps(2)
    rig.clock.advance(by: .seconds(30))
    try await other
    #expect(rig.names == ["other"])
    #expect(rig.isEmpty)
  }

  @Test func `what onWait throws ends the wait`() async throws {
    struct Failure: Error {}
    let end = Signal()
    async let first: Void = rig.send("first", until: end)
    try await rig.starts.wait(for: 1)
    await #expect(throws: Failure.self) {
      try await rig.queue.withAdmission(
        to: rig.key, from: ConversationID(at: Timestamp(milliseconds: 0), number: 2), limit: 1,
        onWait: { _ in throw Failure() }, work: { _ in })
    }
    #expect(rig.queue.counters.waiting == 0)
    end.fire()
    try await first
    #expect(rig.isEmpty)
  }

  @Test func `a thousand requests that are cancelled anywhere leave nothing behind`() async throws {
    var generator = SeededGenerator(seed: 7)
    var tasks: [Task<Void, any Error>] = []
    for number in 0..<1000 {
      tasks.append(
        Task {
          try await rig.send("\(number)", from: number % 7, limit: 3)
          await Task.yield()
        })
      if Bool.random(using: &generator) { await Task.yield() }
      if Bool.random(using: &generator) { tasks.randomElement(using: &generator)?.cancel() }
    }
    for task in tasks { if Bool.random(using: &generator) { task.cancel() } }
    var finished = 0
    for task in tasks { if case .success = await task.result { finished += 1 } }
    #expect(rig.isEmpty)
    #expect(rig.names.count >= finished)
    try await rig.send("last", limit: 3)
    #expect(rig.names.last == "last")
  }

  @Test func `a thousand that wait and are cancelled leave nothing behind`() async throws {
    let end = Signal()
    async let first: Void = rig.send("first", until: end)
    try await rig.starts.wait(for: 1)
    let tasks = (0..<1000).map { number in
      Task { try await rig.send("\(number)", from: number % 7) }
    }
    try await rig.waits.wait(for: 1000)
    var generator = SeededGenerator(seed: 8)
    for task in tasks.shuffled(using: &generator) { task.cancel() }
    for task in tasks { _ = await task.result }
    #expect(rig.queue.counters.waiting == 0)
    end.fire()
    try await first
    #expect(rig.isEmpty)
    #expect(rig.names == ["first"])
  }

  @Test func `keys do not wait for each other, and never print what they are`() async throws {
    let end = Signal()
    async let first: Void = rig.send("first", until: end)
    try await rig.starts.wait(for: 1)
    let other = QueueKey(
      provider: "p", baseURL: rig.key.baseURL, secret: try Secret("sk-other-0123456789"))
    try await rig.send("second", to: other)
    #expect(rig.waits.elements.isEmpty)
    var dumped = ""
    dump(other, to: &dumped)
    #expect(!"\(other) \(String(reflecting: other)) \(dumped)".contains("0123456789"))
    end.fire()
    try await first
  }

  @Test func `without a setting as many run as any provider may take`() async throws {
    let end = Signal()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<RequestQueue.defaultLimit + 9 {
        group.addTask { try await rig.send("\(number)", limit: nil, until: end) }
      }
      try await rig.waits.wait(for: 9)
      #expect(
        rig.queue.counters == .init(keys: 1, inFlight: RequestQueue.defaultLimit, waiting: 9))
      end.fire()
      try await group.waitForAll()
    }
  }

  @Test func `idle keys are forgotten`() async throws {
    for number in 0..<1000 {
      let key = QueueKey(provider: "p\(number)", baseURL: "https://api.example.com", secret: nil)
      try await rig.send("x", to: key)
      rig.clock.advance(by: .seconds(61))
    }
    #expect(rig.queue.counters.keys <= 16)
  }
}
