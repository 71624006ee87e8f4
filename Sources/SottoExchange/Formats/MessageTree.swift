internal import SottoCore

/// Makes the tree of a conversation from messages that name their parents in any order, some of them
/// hidden, some parents missing, some in a circle.
struct MessageTree {
  /// A message as a file has it.
  struct Node {
    var key: String
    var parent: String?
    /// `nil` for one that is not shown: what follows it hangs on what is before it.
    var message: ParsedMessage?
  }

  /// Every parent before its children.
  private(set) var messages: [ParsedMessage] = []
  private var places: [String: Int] = [:]

  /// The tree of these. With `foldsAnswers`, answers in a row, such as a tool's output between two
  /// texts, are one message where nothing branches off between them.
  init(_ nodes: [Node], foldsAnswers: Bool = false) {
    var byKey: [String: Int] = [:]
    for (index, node) in nodes.enumerated() where byKey[node.key] == nil { byKey[node.key] = index }
    var children: [Int: [Int]] = [:]
    var roots: [Int] = []
    for (index, node) in nodes.enumerated() {
      if let parent = node.parent.flatMap({ byKey[$0] }), parent != index {
        children[parent, default: []].append(index)
      } else {
        roots.append(index)
      }
    }
    let shown = Self.shownChildren(nodes, children)
    var isDone = [Bool](repeating: false, count: nodes.count)
    // Whatever no root leads to is in a circle, which is cut where it is met.
    for root in roots + Array(nodes.indices) where !isDone[root] {
      var stack = [Step(node: root, above: nil)]
      while let step = stack.popLast() {
        if isDone[step.node] { continue }
        isDone[step.node] = true
        let isOnly = step.above.map { (shown[$0.node] ?? 0) == 1 } ?? false
        let above = add(
          nodes[step.node], step.node, under: step.above, foldsAnswers && isOnly)
        for child in (children[step.node] ?? []).reversed() {
          stack.append(Step(node: child, above: above))
        }
      }
    }
  }

  private struct Step {
    var node: Int
    var above: Place?
  }

  /// A message that was added, and the last node that went into it.
  private struct Place {
    var message: Int
    var node: Int
  }

  private mutating func add(
    _ node: Node, _ index: Int, under above: Place?, _ mayFold: Bool
  ) -> Place? {
    guard var message = node.message else {
      if let above, !node.key.isEmpty { places[node.key] = places[node.key] ?? above.message }
      return above
    }
    if mayFold, let above, message.draft.role == .assistant,
      messages[above.message].draft.role == .assistant
    {
      messages[above.message].fold(message)
      places[node.key] = places[node.key] ?? above.message
      return Place(message: above.message, node: index)
    }
    message.draft.parent = above?.message
    messages.append(message)
    places[node.key] = places[node.key] ?? messages.count - 1
    return Place(message: messages.count - 1, node: index)
  }

  /// How many shown messages follow each shown one, hidden ones between them looked through.
  private static func shownChildren(_ nodes: [Node], _ children: [Int: [Int]]) -> [Int: Int] {
    var counts: [Int: Int] = [:]
    for index in nodes.indices where nodes[index].message != nil {
      var stack = children[index] ?? []
      var seen: Set<Int> = []
      while let child = stack.popLast() {
        guard seen.insert(child).inserted else { continue }
        if nodes[child].message != nil {
          counts[index, default: 0] += 1
        } else {
          stack += children[child] ?? []
        }
      }
    }
    return counts
  }

  /// The message that a node became, went into or hangs on.
  func place(of key: String?) -> Int? { key.flatMap { places[$0] } }
}

extension ParsedMessage {
  /// Goes on with an answer that follows it.
  fileprivate mutating func fold(_ next: ParsedMessage) {
    for part in next.parts { append(part) }
    draft.model = next.draft.model ?? draft.model
    draft.status = next.draft.status
    draft.content.stopReason = next.draft.content.stopReason
    draft.content.usage = next.draft.content.usage ?? draft.content.usage
    draft.content.error = next.draft.content.error
  }

  /// Texts that follow each other are one part, as the model wrote them.
  mutating func append(_ part: ParsedPart) {
    switch (parts.last, part) {
    case (.part(.text(let before)), .part(.text(let text))):
      parts[parts.count - 1] = .text(before.isEmpty ? text : "\(before)\n\n\(text)")
    case (.part(.reasoning(let before)), .part(.reasoning(let text))):
      parts[parts.count - 1] = .part(.reasoning("\(before)\n\n\(text)"))
    default: parts.append(part)
    }
  }
}
