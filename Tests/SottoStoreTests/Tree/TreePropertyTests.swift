import SottoCore
import SottoStore
import SottoTestSupport
import Testing

/// Random histories, beside a model of the tree that is simple enough to be looked through.
struct TreePropertyTests {
  @Test(arguments: 0..<12)
  func `path, siblings and leaf are those of the model`(_ seed: UInt64) async throws {
    let test = try await TestStore()
    var random = SeededGenerator(seed: seed)
    let conversation = try await test.conversation()
    var tree = ModelTree()
    for step in 0..<50 {
      try await change(&tree, of: conversation, in: test, step: step, using: &random)
      let page = try await test.store.messagePage(in: conversation, before: nil, limit: 1000)
      let path = tree.path
      #expect(page.messages.map(\.id) == path)
      #expect(page.siblings == tree.siblings)
      #expect(try await test.store.conversation(conversation).leafID == tree.leaf)
      #expect(page.messages.filter { $0.pinnedAt != nil }.map(\.id) == path.filter(tree.isPinned))
      let small = try await test.store.messagePage(
        in: conversation, before: path.last, limit: 2)
      #expect(small.messages.map(\.id) == path.dropLast().suffix(2))
      #expect(small.hasMore == (path.count > 3))
      #expect(small.siblings == tree.siblings.filter { small.messages.map(\.id).contains($0.key) })
      if page.messages.map(\.id) != path { break }
    }
    #expect(try test.connection().rows("PRAGMA foreign_key_check") { $0.text(0) } == [])
  }

  private func change(
    _ tree: inout ModelTree, of conversation: ConversationID, in test: TestStore, step: Int,
    using random: inout SeededGenerator
  ) async throws {
    let store = test.store
    let shown = tree.shown
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1, 2:
      let turn = try await store.begin(.send([.text("q\(step)")], parent: nil), in: conversation)
      tree.add(turn, after: tree.leaf)
      try await end(turn, step, store)
    case 3:
      let turn = try await store.begin(.sendFirst([.text("q\(step)")]), in: conversation)
      tree.add(turn, after: nil)
      try await end(turn, step, store)
    case 4:
      // Edit and resend, anywhere in the tree.
      guard let id = shown.filter(tree.isQuestion).randomElement(using: &random) else { return }
      let parent = tree.nodes[id]?.parent
      let action: TurnRequest.Action =
        if let parent { .send([.text("q\(step)")], parent: parent) } else {
          .sendFirst([.text("q\(step)")])
        }
      let turn = try await store.begin(action, in: conversation)
      tree.add(turn, after: parent)
      try await end(turn, step, store)
    case 5:
      guard let id = shown.filter(tree.isQuestion).randomElement(using: &random) else { return }
      let turn = try await store.begin(.answerAgain(id), in: conversation)
      tree.add(turn, after: nil)
      try await end(turn, step, store)
    case 6, 7:
      guard let id = shown.randomElement(using: &random) else { return }
      try await store.choosePath(through: id, in: conversation)
      tree.walk(through: id)
    case 8, 9:
      guard let id = shown.randomElement(using: &random) else { return }
      _ = try await store.deleteMessage(id)
      tree.delete(id)
    case 10:
      guard let id = tree.deleted.randomElement(using: &random) else { return }
      _ = try await store.restoreMessage(id)
      tree.restore(id)
    default:
      guard let id = shown.randomElement(using: &random) else { return }
      _ = try await store.updateMessage(id, MessageChange(isPinned: true), ifVersion: nil)
      tree.nodes[id]?.isPinned = true
      let branch = try await store.branch(conversation, upTo: id, title: nil)
      let original = try await store.path(to: id)
      #expect(original.map(\.id) == tree.path(to: id))
      #expect(try await store.texts(in: branch.id) == original.map(\.content.text))
    }
  }

  private func end(_ turn: Turn, _ step: Int, _ store: SQLiteStore) async throws {
    _ = try await store.append([.text("a\(step)"), .finished(.stop)], to: turn.id)
  }
}

/// A tree of messages and the path that is chosen in it.
private struct ModelTree {
  struct Node {
    var parent: MessageID?
    var number: Int
    var isQuestion: Bool
    var isDeleted = false
    var isPinned = false
    var chosen: MessageID?
  }

  var nodes: [MessageID: Node] = [:]
  var leaf: MessageID?

  func isDeleted(_ id: MessageID) -> Bool { nodes[id]?.isDeleted ?? false }
  func isQuestion(_ id: MessageID) -> Bool { nodes[id]?.isQuestion ?? false }
  func isPinned(_ id: MessageID) -> Bool { nodes[id]?.isPinned ?? false }

  private var inOrder: [MessageID] {
    nodes.sorted { $0.value.number < $1.value.number }.map(\.key)
  }
  var shown: [MessageID] { inOrder.filter { !isDeleted($0) } }
  var deleted: [MessageID] { inOrder.filter(isDeleted) }

  /// From the root, deleted ones included.
  private func wholePath(to end: MessageID?) -> [MessageID] {
    guard let end else { return [] }
    return wholePath(to: nodes[end]?.parent) + [end]
  }

  func path(to end: MessageID?) -> [MessageID] { wholePath(to: end).filter { !isDeleted($0) } }
  var path: [MessageID] { path(to: leaf) }

  private func children(_ parent: MessageID?) -> [MessageID] {
    inOrder.filter { nodes[$0]?.parent == parent }
  }

  /// A deleted child stands for those below it.
  func shownChildren(_ parent: MessageID?) -> [MessageID] {
    let found = Set(children(parent).flatMap { isDeleted($0) ? shownChildren($0) : [$0] })
    return inOrder.filter(found.contains)
  }

  var siblings: [MessageID: Siblings] {
    var siblings: [MessageID: Siblings] = [:]
    var above: MessageID?
    for id in path {
      siblings[id] = Siblings(of: id, among: shownChildren(above))
      above = id
    }
    return siblings
  }

  mutating func add(_ turn: Turn, after parent: MessageID?) {
    if nodes[turn.userMessageID] == nil {
      nodes[turn.userMessageID] = Node(parent: parent, number: nodes.count, isQuestion: true)
    }
    nodes[turn.assistantMessageID] = Node(
      parent: turn.userMessageID, number: nodes.count, isQuestion: false)
    choose(turn.assistantMessageID)
  }

  private mutating func choose(_ end: MessageID) {
    leaf = end
    let path = wholePath(to: end)
    for (parent, child) in zip(path, path.dropFirst()) { nodes[parent]?.chosen = child }
  }

  /// Where the path goes on: as it did the last time, else with the latest.
  private func next(after id: MessageID) -> MessageID? {
    var remembered = nodes[id]?.chosen
    while let child = remembered {
      if !isDeleted(child) { return child }
      remembered = nodes[child]?.chosen
    }
    return shownChildren(id).last
  }

  mutating func walk(through id: MessageID) {
    var end = id
    while let next = next(after: end) { end = next }
    // All that is below it is deleted.
    while let next = nodes[end]?.chosen ?? children(end).last { end = next }
    choose(end)
  }

  mutating func delete(_ id: MessageID) {
    let wasLast = path.last == id
    nodes[id]?.isDeleted = true
    if wasLast, let next = shownChildren(path.last).last { walk(through: next) }
  }

  mutating func restore(_ id: MessageID) {
    nodes[id]?.isDeleted = false
    walk(through: id)
  }
}
