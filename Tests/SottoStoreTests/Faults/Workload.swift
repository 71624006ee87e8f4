import Foundation
import SottoCore
import SottoSealing
import SottoStore
import Testing

/// What a person does with a history, each step on its own: one that fails is no reason to stop. What
/// was acknowledged is looked for afterwards.
struct Workload {
  private enum Fact {
    case setting(String, String)
    case conversation(ConversationID)
    case question(String, ConversationID)
    /// Text that was shown: lost in a power cut at most.
    case shown(String, ConversationID)
    case answer(String, ConversationID)
    case deleted(ConversationID)
    case backup(String)
  }

  let folder: ScratchFolder
  /// Of an encrypted folder.
  let key: SealingKey?
  let clock = StandingClock()
  private var facts: [Fact] = []
  /// Every message that was sent, acknowledged or not.
  private var sent: [(id: TurnID, text: String, conversation: ConversationID)] = []
  /// What may be gone: a deletion that was not acknowledged may have happened all the same.
  private var given: Set<ConversationID> = []

  init(folder: ScratchFolder, key: SealingKey?) {
    self.folder = folder
    self.key = key
  }

  /// Opens the store over the failing disk, works and closes it.
  mutating func run() async {
    guard
      let store = try? await SQLiteStore.open(
        folder: folder.path, key: key, clock: clock.clock, vfs: FaultPlan.vfs,
        flushFile: FaultPlan.flush(of: folder.database))
    else { return }
    if let project = try? await store.activeProjectID() {
      for round in 1...2 { await work(store, project: project, round: round) }
    }
    await store.close()
  }

  private mutating func work(_ store: SQLiteStore, project: ProjectID, round: Int) async {
    _ = try? await store.interruptAbandonedTurns()
    if (try? await store.setSetting("round", to: "\(round)")) != nil {
      facts.append(.setting("round", "\(round)"))
    }
    for index in 1...2 {
      let new = try? await store.createConversation(in: project, title: "", id: nil)
      guard let conversation = new?.id else { continue }
      facts.append(.conversation(conversation))
      await converse(store, conversation, "question \(round).\(index)")
      if index == 1 { continue }
      given.insert(conversation)
      if (try? await store.deleteConversation(conversation)) != nil {
        facts.append(.deleted(conversation))
      }
    }
    try? checkpoint()
    clock.advance(by: .seconds(8 * 24 * 3600))
    _ = try? await store.purge()
    if let backup = try? await store.backUp() { facts.append(.backup(backup.name)) }
  }

  private mutating func converse(
    _ store: SQLiteStore, _ conversation: ConversationID, _ question: String
  ) async {
    let id: TurnID = newID()
    sent.append((id, question, conversation))
    guard
      let turn = try? await store.begin(
        .send([.text(question)], parent: nil), in: conversation, id: id),
      (try? await store.flush()) != nil
    else { return }
    facts.append(.question(question, conversation))
    var answer = ""
    for index in 0..<3 {
      let piece = "\(index) " + String(repeating: "word ", count: 400)
      guard (try? await store.append([.text(piece)], to: turn.id)) != nil else { break }
      answer += piece
      facts.append(.shown(answer, conversation))
    }
    if (try? await store.append([.finished(.stop)], to: turn.id)) != nil {
      facts.append(.answer(answer, conversation))
    }
  }

  private func checkpoint() throws {
    let cipher = try key.map { try PageCipher(key: $0, over: FaultPlan.vfs) }
    try Connection(
      DatabaseFile(path: folder.database, vfs: FaultPlan.vfs, cipher: cipher), mode: .readWrite
    ).checkpoint()
  }

  /// Opens the store again, on a disk that works, and compares.
  func check(keepsCommits: Bool) async throws {
    let store = try await SQLiteStore.open(folder: folder.path, key: key, clock: clock.clock)
    let cipher = try key.map { try PageCipher(key: $0) }
    #expect(await store.condition().readOnly == nil)
    _ = try await store.interruptAbandonedTurns()
    for fact in facts {
      switch fact {
      case .setting(let name, let value):
        // A later one may be there without having been acknowledged.
        let found = try #require(try await store.setting(name))
        #expect(found >= value)
      case .conversation(let id) where !given.contains(id):
        #expect(try await store.conversation(id).id == id)
      case .question(let text, let id) where !given.contains(id):
        #expect(try await store.texts(in: id).first == text)
      case .shown(let text, let id) where !given.contains(id) && keepsCommits:
        #expect(try await store.texts(in: id).last?.hasPrefix(text) == true)
      case .answer(let text, let id) where !given.contains(id):
        #expect(try await store.texts(in: id).last == text)
      case .deleted(let id):
        #expect(
          try await code { _ = try await store.conversation(id) } == .conversationNotFound)
      case .backup(let name):
        let copy = try Connection(
          path: folder.path + "/backups/" + name, mode: .readOnly, cipher: cipher)
        #expect(try copy.findDamage() == nil)
      default: break
      }
    }
    // Whoever was not told that it is saved sends it again.
    for message in sent where !given.contains(message.conversation) {
      let again = try? await store.begin(
        .send([.text(message.text)], parent: nil), in: message.conversation, id: message.id)
      guard again != nil else { continue }
      let texts = try await store.texts(in: message.conversation)
      #expect(texts.count { $0 == message.text } == 1)
    }
    #expect(try await store.checkIntegrity().damage == nil)
    try await store.setSetting("after", to: "x")
    await store.close()
    let check = try Connection(path: folder.database, mode: .readOnly, cipher: cipher)
    #expect(try check.firstRow("PRAGMA integrity_check") { $0.text(0) } == "ok")
    #expect(try check.firstRow("PRAGMA foreign_key_check") { $0.text(0) } == nil)
  }
}
