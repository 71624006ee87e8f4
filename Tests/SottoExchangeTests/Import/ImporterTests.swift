import Foundation
import SottoCore
import SottoExchange
import SottoStore
import SottoTestSupport
import Synchronization
import Testing

@Suite struct ImporterTests {
  @Test func `a newer export adds only what is new`() async throws {
    let rig = try await ExchangeRig()
    try await rig.load(Array(Self.growing(2).utf8))
    let balance = try await rig.load(Array(Self.growing(5).utf8))
    #expect(balance.messages.imported == 3)
    #expect(balance.messages.unchanged == 2)
    let tree = try #require(try await rig.tree("growing", in: "ChatGPT"))
    #expect(tree.texts == ["0", "1", "2", "3", "4"])
  }

  @Test func `a conversation that went on here keeps its path`() async throws {
    let rig = try await ExchangeRig()
    try await rig.load(Array(Self.growing(2).utf8))
    let tree = try #require(try await rig.tree("growing", in: "ChatGPT"))
    let request = TurnRequest(
      id: TurnID(at: WallClock.system.now()), conversationID: tree.conversation.id,
      action: .send([.text("mine")], parent: nil))
    let model = ModelReference(provider: "p", model: "m")
    let turn = try await rig.store.beginTurn(request, model: model).turn
    _ = try await rig.store.append([.text("yours"), .finished(.stop)], to: turn.id)
    try await rig.load(Array(Self.growing(4).utf8))
    let after = try await rig.store.conversationTree(tree.conversation.id)
    #expect(after.texts == ["0", "1", "mine", "yours"])
    #expect(after.messages.count == 6)
  }

  @Test func `equal ids in two conversations do not meet`() async throws {
    let rig = try await ExchangeRig()
    let first = ChatGPTTests.small("a", text: "first").dropLast()
    let second = ChatGPTTests.small("b", text: "second").dropFirst()
    try await rig.load(Array("\(first),\(second)".utf8))
    let trees = try await rig.trees(in: "ChatGPT")
    #expect(trees.count == 2)
    _ = try await rig.store.deleteConversation(trees[0].conversation.id)
    #expect(try await rig.trees(in: "ChatGPT").map(\.conversation.id) == [trees[1].conversation.id])
    let balance = try await rig.load(Array("\(first),\(second)".utf8))
    #expect(balance.conversations.skipped == 1)
    #expect(balance.conversations.unchanged == 1)
  }

  @Test func `a message's id sorts after its parent's`() async throws {
    let rig = try await ExchangeRig()
    for name in ["chatgpt.json", "claude.json", "open-webui.json", "chatbox.json", "dialog.md"] {
      try await rig.load(ExchangeRig.fixture(name))
    }
    for project in try await rig.store.projects() {
      for tree in try await rig.trees(in: project.details.name) {
        for message in tree.messages {
          guard let parent = message.parentID else { continue }
          #expect(parent.rawValue < message.id.rawValue)
          let above = try #require(tree.messages.first { $0.id == parent })
          #expect(above.createdAt < message.createdAt)
        }
      }
    }
  }

  @Test func `everything goes to the project that was named`() async throws {
    let rig = try await ExchangeRig()
    let project = try await rig.store.createProject(ProjectDetails(name: "Mine"))
    try await rig.load(ExchangeRig.fixture("chatgpt.json"), project: project.id)
    #expect(try await rig.trees(in: "Mine").count == 2)
    #expect(try await rig.store.projects().count == 2)
  }

  @Test func `a file of no known format is refused with what can be done`() async throws {
    let rig = try await ExchangeRig()
    for bytes in [[], [0, 1, 2, 3], Array("SQLite format 3\0".utf8)] as [[UInt8]] {
      await #expect(throws: SottoError.self) { try await rig.load(bytes) }
    }
    let path = try rig.archive([("readme.txt", Array("x".utf8))])
    await #expect(throws: SottoError.self) { try await rig.load(path) }
  }

  @Test func `cancelling leaves whole conversations only`() async throws {
    let rig = try await ExchangeRig()
    let path = try rig.write(Array(Self.many(3, messages: 3000).utf8), "many.json")
    let first = Signal()
    let task = Task {
      try await rig.importer.run(Importer.Request(path: path, name: "many.json")) { _ in
        first.fire()
      }
    }
    try await first.wait()
    task.cancel()
    _ = await task.result
    let trees = try await rig.trees(in: "ChatGPT")
    for tree in trees { #expect(tree.messages.count == 3000) }
    let balance = try await rig.load(path)
    #expect(balance.conversations.imported == 3 - trees.count)
    #expect(try await rig.trees(in: "ChatGPT").allSatisfy { $0.messages.count == 3000 })
  }

  @Test func `two writers and an importer on one store lose nothing`() async throws {
    let rig = try await ExchangeRig()
    let other = try await SQLiteStore.open(folder: rig.folder.path + "/data")
    let path = try rig.write(Array(Self.many(40, messages: 100).utf8), "many.json")
    let project = try await rig.store.activeProjectID()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await rig.load(path) }
      for store in [rig.store, other] {
        group.addTask {
          let conversation = try await store.createConversation(in: project, title: "w", id: nil)
          for round in 0..<30 {
            let request = TurnRequest(
              id: TurnID(at: WallClock.system.now()), conversationID: conversation.id,
              action: .send([.text("\(round)")], parent: nil))
            let model = ModelReference(provider: "p", model: "m")
            let turn = try await store.beginTurn(request, model: model).turn
            for _ in 0..<5 { _ = try await store.append([.text("x")], to: turn.id) }
            _ = try await store.append([.finished(.stop)], to: turn.id)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(
      try await rig.trees(in: "ChatGPT").map(\.messages.count) == Array(repeating: 100, count: 40))
    for tree in try await rig.trees(in: "Default") {
      #expect(tree.path.count == 60)
      #expect(tree.path.last?.content.text == "xxxxx")
    }
    await other.close()
  }

  /// A ChatGPT conversation of so many messages in a row.
  static func growing(_ count: Int, title: String = "growing") -> String {
    "[\(conversation(title, messages: count))]"
  }

  static func many(_ count: Int, messages: Int) -> String {
    let all = (0..<count).map { conversation("c\($0)", messages: messages) }
    return "[\(all.joined(separator: ",\n"))]"
  }

  private static func conversation(_ title: String, messages: Int) -> String {
    let nodes = (0..<messages).map { index in
      """
      "n\(index)": {"id": "n\(index)", "parent": \(index == 0 ? "null" : "\"n\(index - 1)\""), "message": {
        "id": "n\(index)", "author": {"role": "\(index % 2 == 0 ? "user" : "assistant")"},
        "create_time": \(1_717_000_000 + index), "content": {"content_type": "text", "parts": ["\(index)"]}}}
      """
    }
    return """
      {"title": "\(title)", "create_time": 1717000000, "id": "\(title)", "mapping": {
      \(nodes.joined(separator: ",\n"))}, "current_node": "n\(messages - 1)"}
      """
  }
}
