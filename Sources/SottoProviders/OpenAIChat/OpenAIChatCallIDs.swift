import SottoCore

extension OpenAIChatDialect.CallIDs {
  /// A history with calls and results that fit, as ``ToolHistory`` makes it, with ids that the server
  /// takes, each used once, the same for a call and its result. An id depends only on what is before
  /// it.
  func apply(to entries: [ModelRequest.Entry]) -> [ModelRequest.Entry] {
    var entries = entries
    var used: Set<String> = []
    // Results stand in the order of their calls.
    var waiting: [String] = []
    for entry in entries.indices {
      for place in entries[entry].parts.indices {
        switch entries[entry].parts[place] {
        // A person calls nothing.
        case .toolCall(var call) where entries[entry].role == .assistant:
          var wanted = call.id.isEmpty ? "call_\(used.count)" : call.id
          while !used.insert(form(wanted)).inserted { wanted += "_" }
          call.id = form(wanted)
          waiting.append(call.id)
          entries[entry].parts[place] = .toolCall(call)
        case .toolResult(var result) where !waiting.isEmpty:
          result.callID = waiting.removeFirst()
          entries[entry].parts[place] = .toolResult(result)
        default: break
        }
      }
    }
    return entries
  }

  private func form(_ id: String) -> String {
    switch self {
    case .any: id
    case .upTo40Bytes: id.utf8.count <= 40 ? id : "call_" + Self.digest(id)
    case .nineCharacters: Self.isNineCharacters(id) ? id : Self.digest(id)
    }
  }

  private static func isNineCharacters(_ id: String) -> Bool {
    id.utf8.count == 9 && id.utf8.allSatisfy(alphabet.contains)
  }

  /// Nine letters and digits that stand for `text`: its FNV-1a hash (64 bits) to the base 62.
  private static func digest(_ text: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    var digits: [UInt8] = []
    for _ in 0..<9 {
      digits.append(alphabet[Int(hash % 62)])
      hash /= 62
    }
    return String(decoding: digits, as: UTF8.self)
  }

  private static let alphabet = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
}
