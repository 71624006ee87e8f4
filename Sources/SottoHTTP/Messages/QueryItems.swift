/// A query string's pairs, decoded, in order.
package struct QueryItems: Sendable {
  package let pairs: [(name: String, value: String)]

  /// Reads `a=1&b=two+words`; a name without `=` has an empty value.
  package init(_ text: String) {
    pairs = text.utf8.split(separator: UInt8(ascii: "&")).map { pair in
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else {
        return (PercentDecoding.form(pair), "")
      }
      let value = pair[pair.index(after: equals)...]
      return (PercentDecoding.form(pair[..<equals]), PercentDecoding.form(value))
    }
  }

  /// The first value of a name.
  package subscript(name: String) -> String? {
    pairs.first { $0.name == name }?.value
  }

  /// Every value of a name, in order.
  package func all(_ name: String) -> [String] {
    pairs.filter { $0.name == name }.map(\.value)
  }
}
