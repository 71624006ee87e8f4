import SottoCore
import SottoHTTP

/// The JSON object of a request, read field by field with an error that names the field.
///
/// A field that is not known is refused: a misspelt one must not be ignored in silence.
struct RequestBody {
  let object: JSONObject

  /// Reads a body that may have the fields `known`.
  ///
  /// - Throws: ``BadRequest``.
  init(_ request: ServerRequest, known: Set<String>) throws {
    let type = request.headers["content-type"] ?? ""
    let media = type.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
    guard media == "application/json" else { throw BadRequest.notJSON }
    guard String(validating: request.body, as: UTF8.self) != nil else { throw BadRequest.notUTF8 }
    let value: JSONValue
    do {
      value = try JSONValue(parsing: request.body)
    } catch {
      throw BadRequest.invalidJSON(error)
    }
    guard let object = value.object else {
      throw BadRequest(code: "invalid_input", message: "the body must be a JSON object")
    }
    try self.init(object, known: known, of: nil)
  }

  /// An object that is the field of this name of a body; `nil` stands for the body itself.
  init(_ object: JSONObject, known: Set<String>, of field: String?) throws {
    if let unknown = object.members.first(where: { !known.contains($0.key) }) {
      throw BadRequest(
        code: "invalid_input",
        message: "there is no field '\(unknown.key)' \(field.map { "in '\($0)'" } ?? "here")",
        hint: "the fields are: \(known.sorted().joined(separator: ", "))")
    }
    self.object = object
  }

  func has(_ name: String) -> Bool { object[name] != nil }

  /// `nil` when the field is absent or null.
  func string(_ name: String) throws -> String? {
    try value(name, "text", \.string)
  }

  func number(_ name: String) throws -> Double? {
    try value(name, "a number", \.double)
  }

  func integer(_ name: String) throws -> Int? {
    try value(name, "a whole number", \.int)
  }

  func bool(_ name: String) throws -> Bool? { try value(name, "true or false", \.bool) }

  func strings(_ name: String) throws -> [String]? {
    guard let values = try array(name) else { return nil }
    return try values.map { value in
      guard let text = value.string else { throw BadRequest.field(name, "a list of texts") }
      return text
    }
  }

  func array(_ name: String) throws -> [JSONValue]? { try value(name, "a list", \.array) }

  func object(_ name: String) throws -> JSONObject? { try value(name, "an object", \.object) }

  func identifier<Entity>(_ name: String) throws -> Identifier<Entity>? {
    guard let text = try string(name) else { return nil }
    guard let id = Identifier<Entity>(text) else { throw BadRequest.field(name, "a UUID") }
    return id
  }

  func model(_ name: String) throws -> ModelReference? {
    guard let text = try string(name) else { return nil }
    guard let model = ModelReference(text) else {
      throw BadRequest.field(name, "of the form provider/model")
    }
    return model
  }

  private func value<Value>(
    _ name: String, _ expectation: String, _ read: (JSONValue) -> Value?
  ) throws -> Value? {
    guard let value = object[name], !value.isNull else { return nil }
    guard let result = read(value) else { throw BadRequest.field(name, expectation) }
    return result
  }
}

extension ServerRequest {
  /// The identifier in the path.
  ///
  /// - Throws: `missing` for text that is no identifier: such a thing cannot exist.
  func identifier<Entity>(
    _ name: String = "id", missing: SottoError.Code, _ message: String
  ) throws -> Identifier<Entity> {
    guard let id = Identifier<Entity>(parameters[name] ?? "") else {
      throw SottoError(missing, message)
    }
    return id
  }

  func projectID() throws -> ProjectID {
    try identifier(missing: .projectNotFound, "there is no such project")
  }

  func conversationID() throws -> ConversationID {
    try identifier(missing: .conversationNotFound, "there is no such conversation")
  }

  func turnID() throws -> TurnID {
    try identifier(missing: .turnNotFound, "there is no such turn")
  }

  /// A page size from the query, 1 to `most`.
  func limit(default standard: Int, most: Int) throws -> Int {
    guard let text = query["limit"] else { return standard }
    guard let limit = Int(text), limit > 0 else {
      throw BadRequest.field("limit", "a whole number above 0")
    }
    return min(limit, most)
  }

  /// What `read` makes of a parameter of the address; `nil` when it is absent or empty.
  func parameter<Value>(
    _ name: String, _ what: String, _ read: (String) -> Value?
  ) throws -> Value? {
    guard let text = query[name], !text.isEmpty else { return nil }
    guard let value = read(text) else { throw BadRequest.field(name, what) }
    return value
  }
}
