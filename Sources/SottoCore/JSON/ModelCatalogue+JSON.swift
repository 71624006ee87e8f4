/// Why a text is no catalogue of models, and where.
public struct ModelCatalogueError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, in one line, with the place of it.
  public var description: String
  /// How to mend it.
  public var hint: String
}

extension ModelCatalogue {
  /// Reads the form that `Docs/models.md` describes. Members that it does not know are refused: a
  /// misspelled one would silently not count.
  ///
  /// - Throws: ``ModelCatalogueError`` with the first thing that is wrong.
  public init(parsing bytes: [UInt8]) throws(ModelCatalogueError) {
    // Some editors begin a file with a byte order mark.
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    let value: JSONValue
    do {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw ModelCatalogueError(error, in: bytes)
    }
    let file = try ModelFileReader(value, at: "", known: ["date", "note", "models", "providers"])
    let date = try file.day("date")
    let entries = try file.list("models").map { element throws(ModelCatalogueError) in
      try Entry(element.value, at: element.place, date: date ?? nil)
    }
    let providers = try file.list("providers").map { element throws(ModelCatalogueError) in
      try KnownProvider(element.value, at: element.place)
    }
    self.init(entries: entries, providers: providers)
  }
}

extension ModelCatalogueError {
  fileprivate init(_ error: JSONSyntaxError, in bytes: [UInt8]) {
    let before = bytes.prefix(error.offset)
    let line = before.count { $0 == 0x0A } + 1
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    description = "\(error.reason) at line \(line), column \(error.offset - lineStart + 1)"
    hint = "it must be JSON: look for a comma, a quote or a bracket too many or too few just there"
  }

  fileprivate init(at place: String, _ problem: String) {
    description = place.isEmpty ? problem : "\(place): \(problem)"
    hint = "Docs/models.md shows the form of each member"
  }
}

extension ModelCatalogue.Entry {
  fileprivate init(
    _ value: JSONValue, at place: String, date: String?
  ) throws(ModelCatalogueError) {
    let reader = try ModelFileReader(
      value, at: place,
      known: [
        "provider", "name", "from", "until", "date", "note", "context", "input", "output", "inputs",
        "price", "shutdown",
      ])
    var change = ModelInfoChange()
    change.contextWindow = try reader.tokens("context")
    change.inputLimit = try reader.tokens("input")
    change.outputLimit = try reader.tokens("output")
    change.inputs = try reader.texts("inputs").map { $0.map { Set($0.map(Modality.init)) } }
    change.price = try reader.price("price")
    change.shutdownDate = try reader.day("shutdown")
    change.date = try reader.day("date") ?? date
    self.init(
      provider: try reader.requiredText("provider"), name: try reader.requiredText("name"),
      from: try reader.day("from") ?? nil, until: try reader.day("until") ?? nil, change: change)
  }

  private typealias Modality = ModelInfo.Modality
}

extension KnownProvider {
  fileprivate init(_ value: JSONValue, at place: String) throws(ModelCatalogueError) {
    let reader = try ModelFileReader(
      value, at: place,
      known: [
        "name", "title", "base_url", "kind", "key_variable", "base_url_variable", "default_model",
        "note",
      ])
    let name = try reader.requiredText("name")
    var baseURL = try reader.requiredText("base_url")
    if baseURL.hasSuffix("/") { baseURL.removeLast() }
    self.init(
      name: name, title: try reader.text("title") ?? name,
      kind: try reader.text("kind").map(WireProtocol.init) ?? .openAIChat, baseURL: baseURL,
      keyVariable: try reader.text("key_variable"),
      baseURLVariable: try reader.text("base_url_variable"),
      defaultModel: try reader.text("default_model"))
    do {
      try Provider(name: name, kind: kind, baseURL: baseURL, key: key).validate()
    } catch {
      throw ModelCatalogueError(at: place, error.message)
    }
  }
}

/// Reads the members of one object. A member that is absent is `nil`, one that is `null` is
/// `.some(nil)`.
private struct ModelFileReader {
  var object: JSONObject
  var place: String

  init(_ value: JSONValue, at place: String, known: [String]) throws(ModelCatalogueError) {
    guard case .object(let object) = value else {
      throw ModelCatalogueError(at: place, "this must be an object, {…}")
    }
    self.object = object
    let name = object["name"]?.string.map { " ('\($0)')" } ?? ""
    self.place = place.isEmpty ? "" : place + name
    for member in object.members where !known.contains(member.key) {
      throw ModelCatalogueError(
        at: self.place,
        "there is no member '\(member.key)'; there are: \(known.joined(separator: ", "))")
    }
  }

  func failure(_ key: String, _ expectation: String) -> ModelCatalogueError {
    ModelCatalogueError(at: place, "'\(key)' must be \(expectation)")
  }

  func list(
    _ key: String
  ) throws(ModelCatalogueError) -> [(value: JSONValue, place: String)] {
    guard let value = object[key] else { return [] }
    guard let elements = value.array else { throw failure(key, "an array, […]") }
    return elements.enumerated().map { (value: $0.element, place: "\(key)[\($0.offset)]") }
  }

  func member<Value>(
    _ key: String, _ expectation: String, _ read: (JSONValue) -> Value?
  ) throws(ModelCatalogueError) -> Value?? {
    guard let value = object[key] else { return nil }
    if value.isNull { return .some(nil) }
    guard let read = read(value) else { throw failure(key, expectation) }
    return .some(read)
  }

  func text(_ key: String) throws(ModelCatalogueError) -> String? {
    try member(key, "a text") { $0.string.flatMap { $0.isEmpty ? nil : $0 } } ?? nil
  }

  func requiredText(_ key: String) throws(ModelCatalogueError) -> String {
    guard let text = try text(key) else { throw failure(key, "there, and a text") }
    return text
  }

  func tokens(_ key: String) throws(ModelCatalogueError) -> Int?? {
    try member(key, "a number of tokens above 0") { $0.int.flatMap { $0 > 0 ? $0 : nil } }
  }

  func texts(_ key: String) throws(ModelCatalogueError) -> [String]?? {
    try member(key, "an array of texts") { value in
      guard let elements = value.array else { return nil }
      let texts = elements.compactMap(\.string)
      return texts.count == elements.count ? texts : nil
    }
  }

  func day(_ key: String) throws(ModelCatalogueError) -> String?? {
    try member(key, "a day such as \"2026-11-30\"") { $0.string.flatMap(Self.day) }
  }

  private static func day(_ text: String) -> String? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ UInt($0) != nil }),
      let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    return (1...12).contains(month) && (1...31).contains(day) ? text : nil
  }

  func price(_ key: String) throws(ModelCatalogueError) -> ModelPrice?? {
    guard let value = object[key] else { return nil }
    if value.isNull { return .some(nil) }
    let reader = try ModelFileReader(
      value, at: place.isEmpty ? key : "\(place): \(key)",
      known: ["currency", "input", "cached_input", "cache_write", "output", "long_context"])
    var price = ModelPrice(
      currency: try reader.text("currency") ?? "USD", rates: try reader.rates())
    if let long = reader.object["long_context"], !long.isNull {
      let reader = try ModelFileReader(
        long, at: "\(reader.place): long_context",
        known: ["above", "input", "cached_input", "cache_write", "output"])
      guard let above = try reader.tokens("above") ?? nil else {
        throw reader.failure("above", "there, and a number of tokens")
      }
      price.longContext = ModelPrice.LongContext(above: above, rates: try reader.rates())
    }
    return .some(price)
  }

  private func rates() throws(ModelCatalogueError) -> ModelPrice.Rates {
    guard let input = try rate("input"), let output = try rate("output") else {
      throw failure("input' and 'output", "there: a price per million tokens each")
    }
    return ModelPrice.Rates(
      input: input, output: output, cachedInput: try rate("cached_input"),
      cacheWrite: try rate("cache_write"))
  }

  private func rate(_ key: String) throws(ModelCatalogueError) -> Double? {
    try member(key, "a price per million tokens, 0 or more") { value in
      value.double.flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
    } ?? nil
  }
}
