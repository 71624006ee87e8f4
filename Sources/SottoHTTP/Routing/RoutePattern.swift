/// A route's path: literals, `{name}`, `{name}:literal` and, last, `{name...}` for the rest.
struct RoutePattern: Sendable {
  enum Segment: Hashable, Sendable {
    case literal(String)
    /// One non-empty segment that ends in `suffix`.
    case parameter(suffix: String)
    /// All segments that are left, also none.
    case rest
  }

  private(set) var segments: [Segment] = []
  private(set) var names: [String] = []

  init(_ text: String) {
    let afterSlash = text.hasPrefix("/") ? text.dropFirst() : text[...]
    guard !afterSlash.isEmpty else { return }
    for piece in afterSlash.split(separator: "/", omittingEmptySubsequences: false) {
      guard piece.hasPrefix("{"), let end = piece.firstIndex(of: "}") else {
        segments.append(.literal(String(piece)))
        continue
      }
      let name = piece[..<end].dropFirst()
      if name.hasSuffix("...") {
        names.append(String(name.dropLast(3)))
        segments.append(.rest)
      } else {
        names.append(String(name))
        segments.append(.parameter(suffix: String(piece[end...].dropFirst())))
      }
    }
  }
}
