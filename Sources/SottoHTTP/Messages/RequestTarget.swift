/// What a request asks for: the path and the query, taken apart without losing the original.
///
/// Everything here looks at bytes: by characters, `/` and a combining mark would be one.
package struct RequestTarget: Sendable {
  /// The path as it was sent, still percent-encoded, always starting with `/`.
  package let path: String
  /// What follows the first `?`, still encoded; nil without one.
  package let rawQuery: String?

  /// Reads the target of a request line: `/path?query`, or with a leading `http://host`.
  /// Nil for anything else, such as `*` or `host:port`.
  package init?(_ text: String) {
    var rest = text.utf8[...]
    if rest.first != UInt8(ascii: "/") {
      guard let afterHost = Self.dropHost(rest) else { return nil }
      rest = afterHost
    }
    if let fragment = rest.firstIndex(of: UInt8(ascii: "#")) {
      rest = rest[..<fragment]
    }
    let mark = rest.firstIndex(of: UInt8(ascii: "?"))
    let encodedPath = rest[..<(mark ?? rest.endIndex)]
    path = encodedPath.isEmpty ? "/" : String(Substring(encodedPath))
    rawQuery = mark.map { String(Substring(rest[rest.index(after: $0)...])) }
  }

  /// The path's segments, decoded one by one, so that an encoded slash stays inside its segment.
  /// `/` has none; a trailing slash is an empty last segment. Nil when an escape is broken or the
  /// bytes are not UTF-8.
  package var segments: [String]? {
    let afterSlash = path.utf8.dropFirst()
    guard !afterSlash.isEmpty else { return [] }
    var result: [String] = []
    for piece in afterSlash.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let segment = PercentDecoding.strict(piece) else { return nil }
      result.append(segment)
    }
    return result
  }

  /// The query's names and values, decoded as a form.
  package var query: QueryItems {
    QueryItems(rawQuery ?? "")
  }

  private static func dropHost(_ text: Substring.UTF8View) -> Substring.UTF8View? {
    for scheme in ["http://", "https://"] where text.starts(with: scheme.utf8) {
      let ends = [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")]
      return text.dropFirst(scheme.utf8.count).drop { !ends.contains($0) }
    }
    return nil
  }
}
