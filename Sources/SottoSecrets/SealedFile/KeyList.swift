internal import SottoCore
internal import SottoSealing

/// Names and keys as they are inside the sealed file: a line `name key` for each.
///
/// The list is bytes, so that it can be wiped; only the key that is asked for becomes a `Secret`.
/// A key is visible ASCII and a name has no space, so nothing needs escaping.
struct KeyList {
  private var bytes: [UInt8]

  private static let space = UInt8(ascii: " ")
  private static let lineEnd = UInt8(ascii: "\n")

  init(_ bytes: consuming [UInt8] = []) { self.bytes = bytes }

  var names: [String] {
    lines.map { String(decoding: $0.prefix { $0 != Self.space }, as: UTF8.self) }.sorted()
  }

  func secret(named name: String) throws(SottoError) -> Secret? {
    guard let line = lines.first(where: { Self.line($0, isOf: name) }) else { return nil }
    return try Secret(String(decoding: line.dropFirst(name.utf8.count + 1), as: UTF8.self))
  }

  /// Replaces, adds, or with `nil` removes.
  mutating func set(_ secret: Secret?, named name: String) {
    var changed: [UInt8] = []
    let text = secret?.reveal() ?? ""
    // Of the final size from the start: growing would leave copies of the keys behind.
    changed.reserveCapacity(bytes.count + name.utf8.count + text.utf8.count + 2)
    for line in lines where !Self.line(line, isOf: name) {
      changed += line
      changed.append(Self.lineEnd)
    }
    if secret != nil {
      changed += name.utf8
      changed.append(Self.space)
      changed += text.utf8
      changed.append(Self.lineEnd)
    }
    bytes.wipe()
    bytes = changed
  }

  mutating func wipe() { bytes.wipe() }

  /// The list in its box.
  func sealed(with key: SealingKey, context: [UInt8]) -> SealedBox {
    SealedBox(sealing: bytes, with: key, context: context)
  }

  private var lines: [ArraySlice<UInt8>] { bytes.split(separator: Self.lineEnd) }

  private static func line(_ line: ArraySlice<UInt8>, isOf name: String) -> Bool {
    line.starts(with: name.utf8) && line.dropFirst(name.utf8.count).first == space
  }
}
