internal import SottoCore

/// What a file gives, in an order in which it can be stored.
enum ImportedItem: Sendable {
  case conversation(ParsedConversation, ImportFormat)
  case project(ProjectDraft, ImportFormat)
  case template(TemplateRecord)
  /// A file of the archive, by all the names that messages may use for it.
  case asset(names: [String], name: String, bytes: [UInt8])
  /// Something that was left out, for the balance.
  case skipped(subject: String, name: String, reason: String)
  /// The file is a whole export of ours.
  case wholeHistory(active: String?)

  /// About how much memory it takes.
  var cost: Int {
    switch self {
    case .conversation(let parsed, _):
      parsed.messages.reduce(1000) { $0 + $1.cost }
    case .asset(_, _, let bytes): bytes.count
    case .project, .template, .skipped, .wholeHistory: 1000
    }
  }
}

extension ParsedMessage {
  fileprivate var cost: Int {
    parts.reduce(500) { sum, part in
      switch part {
      case .part(.text(let text)), .part(.reasoning(let text)): sum + text.utf8.count
      case .file(_, _, let bytes): sum + bytes.count
      default: sum + 200
      }
    }
  }
}
