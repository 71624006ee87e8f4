package import SottoCore

extension ToolCall {
  /// The member that holds arguments which are no JSON object; see ``argumentsObject``.
  package static let unreadableArgumentsKey = "unreadable_arguments"

  /// The arguments for a protocol that wants an object, `{}` for none. A model's text that is no JSON
  /// object goes back whole, as the one string of an object: the conversation stays usable, and the
  /// model sees what it wrote.
  package var argumentsObject: JSONObject {
    if arguments.isBlank { return JSONObject() }
    if let object = (try? JSONValue(parsing: arguments))?.object { return object }
    return [Self.unreadableArgumentsKey: .string(arguments)]
  }
}
