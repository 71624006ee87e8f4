/// What the name of a model tells of the model behind it.
enum ModelName {
  /// The names under which an entry speaks of the same model, from the general to the given one:
  /// without Gemini's folder `models/`, without a date (`-2024-08-06`, `-20250929`, `@20250929`) and
  /// without `-latest`. Nothing else is cut: `gpt-4o-mini` is not `gpt-4o`.
  static func variants(_ name: String) -> [String] {
    var names = [name]
    func add(_ name: Substring) {
      if !name.isEmpty, names[0] != name { names.insert(String(name), at: 0) }
    }
    if name.hasPrefix("models/") { add(name.dropFirst("models/".count)) }
    let bare = names[0]
    if bare.hasSuffix("-latest") {
      add(bare.dropLast("-latest".count))
    } else {
      add(withoutDate(bare))
    }
    return names
  }

  /// The makers' own reference of a model that another provider sells as `vendor/name`; `nil` for
  /// other names. OpenRouter's `:free` is cut, and its `claude-sonnet-4.5` is `claude-sonnet-4-5`.
  static func vendorsReference(_ name: String) -> ModelReference? {
    guard let slash = name.firstIndex(of: "/"), let vendor = vendors[String(name[..<slash])]
    else { return nil }
    var model = name[name.index(after: slash)...]
    if let colon = model.firstIndex(of: ":") { model = model[..<colon] }
    if model.isEmpty { return nil }
    let isDotted = vendor == "anthropic"
    let own = isDotted ? String(model.map { $0 == "." ? "-" : $0 }) : String(model)
    return ModelReference(provider: vendor, model: own)
  }

  /// How sellers call the makers of models, and the names the makers have as providers.
  private static let vendors = [
    "openai": "openai", "anthropic": "anthropic", "google": "gemini", "x-ai": "xai", "xai": "xai",
    "deepseek": "deepseek", "deepseek-ai": "deepseek", "mistral": "mistral", "mistralai": "mistral",
  ]

  private static func withoutDate(_ name: String) -> Substring {
    for (length, places) in [(11, [0, 5, 8]), (9, [0])] {
      let tail = Array(name.utf8.suffix(length))
      guard tail.count == length, name.utf8.count > length else { continue }
      let isMarked = places.allSatisfy { tail[$0] == UInt8(ascii: "-") }
      guard isMarked || (length == 9 && tail[0] == UInt8(ascii: "@")) else { continue }
      let digits = tail.indices.filter { !places.contains($0) }.map { tail[$0] }
      if isDate(digits) { return name.dropLast(length) }
    }
    return name[...]
  }

  private static func isDate(_ digits: [UInt8]) -> Bool {
    let text = String(decoding: digits, as: UTF8.self)
    guard text.hasPrefix("20"), let month = Int(text.dropFirst(4).prefix(2)),
      let day = Int(text.dropFirst(6)), Int(text) != nil
    else { return false }
    return (1...12).contains(month) && (1...31).contains(day)
  }
}
