import SottoCore
import SottoLocal
import SottoTestSupport
import Synchronization
import Testing

@Suite struct LocalModelServerTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func server(
    _ mode: FakeModelServer.Mode, deadline: Duration = .seconds(30)
  ) throws -> LocalModelServer {
    LocalModelServer(
      installation: try FakeModelServer.installation(mode, in: folder), folder: folder.path,
      deadline: deadline, log: NoLog())
  }

  private var starts: Int { (folder.read("starts") ?? "").split(separator: "\n").count }

  @Test func `starts when first asked and says what it waits for`() async throws {
    let server = try server(.healthy)
    #expect(starts == 0)
    let lines = Mutex<[String]>([])
    let endpoint = try await server.endpoint { line in lines.withLock { $0.append(line) } }
    #expect(endpoint.modelName == "fake")
    #expect(endpoint.baseURL.hasPrefix("http://127.0.0.1:"))
    #expect(endpoint.baseURL.hasSuffix("/v1"))
    #expect(endpoint.apiKey.count == 64)
    #expect(lines.withLock { $0 } == ["Loading the local model fake …"])
    _ = try await server.endpoint { line in lines.withLock { $0.append(line) } }
    #expect(lines.withLock { $0.count } == 1, "a running model is nothing to wait for")
    await server.stop()
  }

  @Test func `many callers share one start`() async throws {
    let server = try server(.healthy)
    let endpoints = try await withThrowingTaskGroup(of: LocalEndpoint.self) { group in
      for _ in 0..<20 { group.addTask { try await server.endpoint() } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(endpoints.count == 1)
    #expect(starts == 1)
    await server.stop()
  }

  @Test func `a cancelled caller leaves at once and the start goes on`() async throws {
    let server = try server(.healthy)
    let (progress, reached) = AsyncStream<Void>.makeStream()
    let impatient = Task { try await server.endpoint { _ in reached.yield() } }
    for await _ in progress { break }
    impatient.cancel()
    await #expect(throws: CancellationError.self) { try await impatient.value }
    _ = try await server.endpoint()
    #expect(starts == 1)
    await server.stop()
  }

  @Test func `starts again after the program has died`() async throws {
    let server = try server(.healthy)
    let first = try await server.endpoint()
    let pid = try #require(await server.pid)
    await crash(first)
    while await server.pid != nil { await Task.yield() }
    let second = try await server.endpoint()
    #expect(second.apiKey != first.apiKey)
    #expect(await server.pid != pid)
    #expect(starts == 2)
    await server.stop()
  }

  @Test func `a program that dies while loading is an error that names the log`() async throws {
    let server = try server(.dies)
    let error = await #expect(throws: LocalModelError.self) { try await server.endpoint() }
    #expect(error?.code == .startFailed)
    #expect(error?.hint == "its log is \(folder.path)/local-model.log")
    #expect(folder.read("local-model.log") == "no such model\n")
    await #expect(throws: LocalModelError.self) { try await server.endpoint() }
    #expect(starts == 2, "each new question tries again")
  }

  @Test func `a program that never answers is stopped at the deadline`() async throws {
    let server = try server(.silent, deadline: .milliseconds(300))
    let error = await #expect(throws: LocalModelError.self) { try await server.endpoint() }
    #expect(error?.code == .timedOut)
    #expect(await server.pid == nil)
  }

  @Test func `a second process uses the running model and leaves it running`() async throws {
    let owner = try server(.healthy)
    let endpoint = try await owner.endpoint()
    let guest = try server(.healthy)
    #expect(try await guest.endpoint() == endpoint)
    #expect(await guest.pid == nil)
    await guest.stop()
    #expect(await owner.pid != nil)
    #expect(starts == 1)
    await owner.stop()
    #expect(folder.read("local-model.json") == nil, "the owner takes its note away")
  }

  @Test func `a note that others can read, or about a dead process, is not trusted`() async throws {
    let note = #"{"pid":1,"base_url":"http://127.0.0.1:9/v1","api_key":"k","model":"fake"}"#
    for permissions in [0o600, 0o644] {
      try folder.write("local-model.json", note, permissions: permissions)
      let server = try server(.healthy)
      #expect(try await server.endpoint().apiKey != "k")
      await server.stop()
    }
    #expect(starts == 2)
  }

  @Test func `a broken note does not matter`() async throws {
    try folder.write("local-model.json", "{\u{0}", permissions: 0o600)
    let server = try server(.healthy)
    _ = try await server.endpoint()
    await server.stop()
  }

  @Test func `the key is in neither description nor log`() async throws {
    let server = try server(.healthy)
    let endpoint = try await server.endpoint()
    #expect(!"\(endpoint)".contains(endpoint.apiKey))
    #expect(!String(reflecting: endpoint).contains(endpoint.apiKey))
    #expect(folder.read("local-model.log")?.contains(endpoint.apiKey) == false)
    await server.stop()
  }

  @Test func `stopping during the start ends the program and the wait`() async throws {
    let server = try server(.silent)
    let (progress, reached) = AsyncStream<Void>.makeStream()
    let waiting = Task { try await server.endpoint { _ in reached.yield() } }
    for await _ in progress { break }
    await server.stop()
    let error = await #expect(throws: LocalModelError.self) { try await waiting.value }
    #expect(error?.code == .stopped)
    await #expect(throws: LocalModelError.self) { try await server.endpoint() }
  }

  /// Makes the fake server exit in the middle of an answer.
  private func crash(_ endpoint: LocalEndpoint) async {
    guard let port = endpoint.baseURL.dropLast(3).split(separator: ":").last.flatMap({ UInt16($0) })
    else { return }
    await #expect(throws: LocalModelError.self) {
      try await HTTPProbe(for: .localModel, log: NoLog()).get(
        "/crash", port: port, within: .seconds(60))
    }
  }
}
