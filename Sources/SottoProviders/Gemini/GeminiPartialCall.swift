import SottoCore

/// A call whose arguments come in pieces (`partialArgs`), each for a place in them. They come only
/// to those who ask for them, but a relay may.
struct GeminiPartialCall: Sendable {
  private enum Step { case key(String), index(Int) }

  /// Which call of the answer it is.
  let index: Int
  private var arguments: JSONValue

  /// - Parameters:
  ///   - index: which call of the answer it is.
  ///   - arguments: what is known of them already.
  init(index: Int, arguments: JSONValue?) {
    self.index = index
    self.arguments = arguments?.object == nil ? .object([:]) : arguments ?? .object([:])
  }

  /// The arguments as far as they have come.
  var text: String { arguments.encodedText }

  /// Adds the pieces; a text goes on where one has begun. False when a place was not understood.
  mutating func add(_ pieces: [JSONValue]) -> Bool {
    var isUnderstood = true
    for piece in pieces {
      guard let steps = Self.steps(in: piece["jsonPath"]?.string ?? ""),
        let value = Self.value(piece),
        let next = Self.put(value, at: steps[...], in: arguments)
      else {
        isUnderstood = false
        continue
      }
      arguments = next
    }
    return isUnderstood
  }

  private static func value(_ piece: JSONValue) -> JSONValue? {
    piece["stringValue"] ?? piece["numberValue"] ?? piece["boolValue"]
      ?? (piece["nullValue"] == nil ? nil : .null)
  }

  /// The steps of a path such as `$.a.b[0]`; `nil` for other text.
  private static func steps(in path: String) -> [Step]? {
    guard path.first == "$" else { return nil }
    var steps: [Step] = []
    for name in path.dropFirst().split(separator: ".") {
      let parts = name.split(separator: "[", omittingEmptySubsequences: false)
      if let key = parts.first, !key.isEmpty { steps.append(.key(String(key))) }
      for part in parts.dropFirst() {
        guard part.last == "]" else { return nil }
        let inner = part.dropLast()
        if let number = Int(inner) {
          steps.append(.index(number))
        } else {
          steps.append(.key(inner.filter { $0 != "'" && $0 != "\"" }))
        }
      }
    }
    return steps.isEmpty || steps.count > longestPath ? nil : steps
  }

  /// `target` with the value at its place; `nil` when the place cannot be there.
  private static func put(
    _ value: JSONValue, at steps: ArraySlice<Step>, in target: JSONValue?
  ) -> JSONValue? {
    switch steps.first {
    case nil:
      guard case .string(let more) = value, case .string(let text) = target else { return value }
      return .string(text + more)
    case .key(let key):
      var object = target?.object ?? JSONObject()
      guard let inner = put(value, at: steps.dropFirst(), in: object[key]) else { return nil }
      object[key] = inner
      return .object(object)
    case .index(let index):
      var elements = target?.array ?? []
      // Elements come in their order, so that no number makes us fill up.
      guard (0...elements.count).contains(index) else { return nil }
      let old = index < elements.count ? elements[index] : nil
      guard let inner = put(value, at: steps.dropFirst(), in: old) else { return nil }
      elements.replaceSubrange(index..<min(index + 1, elements.count), with: [inner])
      return .array(elements)
    }
  }

  private static let longestPath = 64
}
