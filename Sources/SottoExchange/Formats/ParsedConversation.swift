internal import SottoCore

/// A conversation as a format's reader makes it: a draft whose files are not in the store yet.
struct ParsedConversation: Sendable {
  /// All but the messages.
  var draft: ConversationDraft
  /// The project that the file puts it into; `nil` when it names none.
  var project: ProjectDraft?
  /// The tree, every parent before its children.
  var messages: [ParsedMessage] = []
  /// What was left out or kept in another form.
  var remarks = Remarks()
}

/// A message with its parts as they are in the file.
struct ParsedMessage: Sendable {
  /// All but the parts.
  var draft: MessageDraft
  var parts: [ParsedPart] = []
}

/// A part of a message, or a file that is yet to be kept.
enum ParsedPart: Sendable {
  case part(Part)
  /// A file whose bytes came with the message.
  case file(name: String, mediaType: String, bytes: [UInt8])
  /// A file that is elsewhere in the archive, by one of the names it may have there.
  case asset(String, name: String)
  /// A file of an export of our own, which may be in the archive or in the store.
  case kept(FileReference)

  static func text(_ text: String) -> ParsedPart { .part(.text(text)) }
}

/// What a reader has to say about what it left out or changed.
struct Remarks: Sendable {
  private(set) var skipped: [ImportBalance.Remark] = []
  private(set) var converted: [ImportBalance.Remark] = []

  mutating func skip(_ subject: String, _ name: String, _ reason: String) {
    skipped.append(ImportBalance.Remark(subject: subject, name: name, reason: reason))
  }

  mutating func convert(_ subject: String, _ name: String, _ reason: String) {
    converted.append(ImportBalance.Remark(subject: subject, name: name, reason: reason))
  }

  func add(to balance: inout ImportBalance) {
    for remark in skipped {
      balance.skip(remark.subject, remark.name, remark.reason, count: remark.count)
    }
    for remark in converted {
      balance.convert(remark.subject, remark.name, remark.reason, count: remark.count)
    }
  }
}

extension ParsedConversation {
  /// Notes at each fork of the chosen path where it goes on.
  mutating func choosePath() {
    guard let leaf = draft.leaf, messages.indices.contains(leaf) else { return }
    var children: [Int: Int] = [:]
    for message in messages {
      if let parent = message.draft.parent { children[parent, default: 0] += 1 }
    }
    var next = leaf
    while let parent = messages[next].draft.parent {
      if children[parent, default: 0] > 1 { messages[parent].draft.chosenChild = next }
      next = parent
    }
  }
}
