import SottoCore

extension CommandSyntax.Option {
  static let behaviour = Self(
    name: "behaviour", value: "B=on|off",
    help: "copy, read-aloud, notify or quick-replies; 'B=' is each browser's own; repeatable")
  static let reply = Self(
    name: "reply", value: "TEXT",
    help: "a quick reply of its own; may be repeated; empty brings each browser's own back")
}

extension ProjectBehaviours {
  private static var names: [(name: String, path: WritableKeyPath<ProjectBehaviours, Bool?>)] {
    [
      ("copy", \.copy), ("read-aloud", \.readAloud), ("notify", \.notify),
      ("quick-replies", \.quickReplies),
    ]
  }

  /// Takes what the options say; what they do not name stays.
  mutating func take(_ arguments: ParsedArguments) throws {
    for text in arguments.all("behaviour") {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let known = Self.names.first(where: { $0.name == parts[0] }) else {
        let names = Self.names.map(\.name).joined(separator: ", ")
        throw UsageError("there is no behaviour '\(parts[0])'", hint: "there are: \(names)")
      }
      switch parts.dropFirst().first {
      case "on": self[keyPath: known.path] = true
      case "off": self[keyPath: known.path] = false
      case "": self[keyPath: known.path] = nil
      default: throw UsageError("'--behaviour' takes \(known.name)=on or \(known.name)=off")
      }
    }
    let given = arguments.all("reply")
    if given.isEmpty { return }
    let texts = given.filter { !$0.isEmpty }
    replies = texts.isEmpty ? nil : texts
  }

  /// Such as `copy on, notify off`.
  var summary: String {
    let chosen = Self.names.compactMap { one in
      self[keyPath: one.path].map { "\(one.name) \($0 ? "on" : "off")" }
    }
    return chosen.isEmpty ? "as each browser has them" : chosen.joined(separator: ", ")
  }
}
