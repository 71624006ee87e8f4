internal import SottoCore

/// What names something in a file, as a digest: the same file, or a later one of the same account,
/// gives the same identifiers.
struct DerivedIdentity: Hashable, Sendable {
  private let hash: [UInt8]

  /// Of texts in their order; none runs into the next.
  init(_ texts: [String]) {
    var bytes: [UInt8] = []
    for text in texts {
      bytes.append(contentsOf: "\(text.utf8.count):".utf8)
      bytes.append(contentsOf: text.utf8)
    }
    hash = Digest.hash(bytes)
  }

  /// In a form that others can be derived from.
  var text: String {
    String(decoding: hash.flatMap { [0x61 + $0 >> 4, 0x61 + $0 & 0xF] }, as: UTF8.self)
  }

  /// The identifier that belongs to it at a time.
  func identifier<Entity>(at time: Timestamp) -> Identifier<Entity> {
    func number(_ range: Range<Int>) -> UInt64 {
      hash[range].reduce(0) { $0 << 8 | UInt64($1) }
    }
    return Identifier(at: time, high: number(0..<8), low: number(8..<16))
  }
}
