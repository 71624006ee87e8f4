import SottoCore

/// What a person says in one message, as OpenAI's protocols want it: a plain string where there are
/// only words, which every server takes, and a list of parts where there is more.
struct UserContent: Sendable {
  private enum Piece {
    case text(String)
    case part(JSONValue)
  }

  private var pieces: [Piece] = []

  /// Reads the texts of a message, and its files as `encode` sends them; text that came in several
  /// parts is one.
  init(_ parts: [Part], encode: (FileReference) -> EncodedFile) {
    var isOpen = false
    for part in parts {
      switch part {
      case .text(let text):
        if isOpen, case .text(let last) = pieces.last {
          pieces[pieces.count - 1] = .text(last + text)
        } else {
          isOpen = add(.text(text))
        }
      case .file(let file):
        isOpen = false
        switch encode(file) {
        case .text(let text): add(.text(text))
        case .part(let part): add(.part(part))
        }
      case .reasoning, .refusal, .toolCall, .toolResult, .signature, .opaque: break
      }
    }
  }

  /// Whether nothing of it can be sent.
  var isBlank: Bool {
    pieces.allSatisfy { if case .text(let text) = $0 { text.isBlank } else { false } }
  }

  /// Adds what the person said next, after a blank line.
  mutating func append(_ other: UserContent) {
    for piece in other.pieces { add(piece) }
  }

  /// The `content` of a message; `textType` is the `type` of a part that is text.
  func encoded(textType: String) -> JSONValue {
    if pieces.count == 1, case .text(let text) = pieces[0] { return .string(text) }
    return .array(
      pieces.map { piece in
        switch piece {
        case .text(let text): .object(["type": .string(textType), "text": .string(text)])
        case .part(let part): part
        }
      })
  }

  /// Blank text beside other things is refused, so it is left out. Returns whether it was added.
  @discardableResult
  private mutating func add(_ piece: Piece) -> Bool {
    switch (pieces.last, piece) {
    case (nil, _): pieces.append(piece)
    case (.text(let before), _) where before.isBlank: pieces[pieces.count - 1] = piece
    case (_, .text(let text)) where text.isBlank: return false
    case (.text(let before), .text(let text)):
      pieces[pieces.count - 1] = .text(before + "\n\n" + text)
    default: pieces.append(piece)
    }
    return true
  }
}

/// A file of a message as it is sent.
enum EncodedFile: Sendable {
  /// Words in its place.
  case text(String)
  /// A part of the message's content.
  case part(JSONValue)
}
