import Foundation
import SottoCore
import SottoSealing
import SottoStore
import Synchronization

/// A new folder that is removed with this object.
final class ScratchFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "sotto-store-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var database: String { path + "/sotto.sqlite" }

  /// The permission bits of a file in it.
  func mode(of name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
    return (attributes[.posixPermissions] as? Int ?? 0) & 0o777
  }

  func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path + "/" + folder)
  }
}

/// A clock that stands until a test moves it.
final class StandingClock: Sendable {
  private let time = Mutex<Int64>(1_750_000_000_000)

  var clock: WallClock { WallClock { Timestamp(milliseconds: self.time.withLock { $0 }) } }

  func advance(by duration: Duration) {
    time.withLock { $0 += duration.components.seconds * 1000 }
  }
}

/// A store in a folder of its own, encrypted when `SOTTO_TEST_ENCRYPTED` is set.
struct TestStore {
  static let isEncrypted = ProcessInfo.processInfo.environment["SOTTO_TEST_ENCRYPTED"] != nil

  let folder: ScratchFolder
  let clock: StandingClock
  let store: SQLiteStore
  let project: ProjectID
  let key: SealingKey?

  init() async throws { try await self.init(key: Self.isEncrypted ? SealingKey() : nil) }

  init(key: SealingKey?) async throws {
    self.key = key
    folder = try ScratchFolder()
    clock = StandingClock()
    store = try await SQLiteStore.open(folder: folder.path, key: key, clock: clock.clock)
    project = try await store.activeProjectID()
  }

  /// Another store on the same folder, as another process has it.
  func another() async throws -> SQLiteStore {
    try await SQLiteStore.open(folder: folder.path, key: key, clock: clock.clock)
  }

  /// A second connection, as any other program has it.
  func connection() throws -> Connection { try connection(to: folder.database, .readWrite) }

  /// A connection to another database of the same kind.
  func connection(to path: String, _ mode: Connection.Mode) throws -> Connection {
    try Connection(path: path, mode: mode, cipher: key.map { try PageCipher(key: $0) })
  }

  func conversation() async throws -> ConversationID {
    try await store.createConversation(in: project, title: "", id: nil).id
  }

  func send(
    _ text: String, in conversation: ConversationID, parent: MessageID? = nil
  ) async throws -> Turn {
    try await store.begin(.send([.text(text)], parent: parent), in: conversation)
  }

  /// A question and its complete answer.
  @discardableResult
  func exchange(
    _ question: String, _ answer: String, in conversation: ConversationID,
    parent: MessageID? = nil
  ) async throws -> Turn {
    let turn = try await send(question, in: conversation, parent: parent)
    _ = try await store.append([.text(answer), .finished(.stop)], to: turn.id)
    return turn
  }
}

let testModel = ModelReference(provider: "openai", model: "gpt-test")

extension SQLiteStore {
  func begin(
    _ action: TurnRequest.Action, in conversation: ConversationID, id: TurnID = newID()
  ) async throws -> Turn {
    let request = TurnRequest(id: id, conversationID: conversation, action: action)
    return try await beginTurn(request, model: testModel).turn
  }

  func texts(in conversation: ConversationID, limit: Int = 100) async throws -> [String] {
    try await messages(in: conversation, before: nil, limit: limit).map(\.content.text)
  }
}

func newID<Entity>() -> Identifier<Entity> { Identifier(at: WallClock.system.now()) }

/// The code of the ``SottoError`` that `body` throws; `nil` when it throws none.
func code(of body: () async throws -> Void) async throws -> SottoError.Code? {
  do { try await body() } catch let error as SottoError { return error.code }
  return nil
}

/// Runs a Python program with `arguments` and returns what it prints.
func python(_ program: String, _ arguments: String...) throws -> String {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["python3", "-c", program] + arguments
  let output = Pipe()
  process.standardOutput = output
  try process.run()
  let data = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw PythonFailure() }
  return String(decoding: data, as: UTF8.self)
}

struct PythonFailure: Error {}
