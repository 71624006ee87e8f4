/// The kinds of all scalars and what they are folded to: for the first plane in arrays, since each
/// scalar of each text is looked up.
struct ScalarTable: Sendable {
  /// What it makes of one scalar.
  struct Entry {
    var kind: ScalarKind
    /// The place in ``foldings``; 0 when the scalar stays as it is.
    var folding: Int
  }

  /// Built at the first use, in a few milliseconds.
  static let shared = ScalarTable()

  private var kinds: [ScalarKind] = []
  private var indices: [UInt16] = []
  private var rare: [UInt32: Int] = [:]
  /// UTF-8; the first is never used.
  private(set) var foldings: [[UInt8]] = [[]]

  private init() {
    var known: [UInt32: [UInt8]] = [:]
    FoldingPairs.text.withUTF8Buffer { text in
      let pairs = String(decoding: text, as: UTF8.self).unicodeScalars
        .split { $0 == " " || $0 == "\n" }
      for pair in pairs {
        guard let first = pair.first else { continue }
        known[first.value] = Array(String(String.UnicodeScalarView(pair.dropFirst())).utf8)
      }
    }
    var places: [[UInt8]: Int] = [:]
    kinds = Array(repeating: .separator, count: 0x10000)
    indices = Array(repeating: 0, count: 0x10000)
    for value in UInt32(0)..<0x10000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let kind = ScalarKind(scalar)
      kinds[Int(value)] = kind
      guard let folding = known[value] ?? Self.lowercase(scalar, kind) else { continue }
      indices[Int(value)] = UInt16(place(of: folding, &places))
    }
    for (value, folding) in known where value > 0xFFFF {
      rare[value] = place(of: folding, &places)
    }
  }

  private mutating func place(of folding: [UInt8], _ places: inout [[UInt8]: Int]) -> Int {
    if let place = places[folding] { return place }
    foldings.append(folding)
    places[folding] = foldings.count - 1
    return foldings.count - 1
  }

  private static func lowercase(_ scalar: Unicode.Scalar, _ kind: ScalarKind) -> [UInt8]? {
    guard kind == .upper else { return nil }
    let lower = scalar.properties.lowercaseMapping
    return lower == String(scalar) ? nil : Array(lower.utf8)
  }

  subscript(_ value: UInt32) -> Entry {
    if value < 0x10000 {
      return Entry(kind: kinds[Int(value)], folding: Int(indices[Int(value)]))
    }
    guard let scalar = Unicode.Scalar(value) else { return Entry(kind: .separator, folding: 0) }
    if let place = rare[value] { return Entry(kind: .letter, folding: place) }
    return Entry(kind: ScalarKind(scalar), folding: 0)
  }
}
