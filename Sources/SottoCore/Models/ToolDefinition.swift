/// A function that a model may ask to have called.
public struct ToolDefinition: Hashable, Sendable {
  /// 1 to 64 letters, digits, `_` and `-`.
  public var name: String
  /// What it does and when to use it, for the model.
  public var description: String
  /// A JSON Schema of type `object` for its arguments.
  public var parameters: JSONValue

  /// A definition with its parts as they are.
  public init(name: String, description: String, parameters: JSONValue) {
    self.name = name
    self.description = description
    self.parameters = parameters
  }
}

/// Whether a model may or must ask for a tool.
public enum ToolChoice: Hashable, Sendable {
  /// As it likes.
  case auto
  /// It may not.
  case none
  /// At least one.
  case required
  /// The one of this name.
  case named(String)
}

/// What the text of an answer must be.
public enum OutputFormat: Hashable, Sendable {
  /// Anything.
  case text
  /// Some JSON object.
  case json
  /// JSON that a schema allows.
  case jsonSchema(OutputSchema)
}

/// A JSON Schema that an answer must keep to.
public struct OutputSchema: Hashable, Sendable {
  /// 1 to 64 letters, digits, `_` and `-`; some providers ask for it.
  public var name: String
  /// The schema, of type `object`.
  public var schema: JSONValue
  /// Whether the provider is to enforce it, which only part of JSON Schema allows.
  public var isStrict: Bool

  /// A schema with its parts as they are.
  public init(name: String, schema: JSONValue, isStrict: Bool = true) {
    self.name = name
    self.schema = schema
    self.isStrict = isStrict
  }
}
