import SottoCore

extension ToolCall {
  /// The arguments for a protocol that wants them as text: byte for byte as the model wrote them. Only
  /// what is no JSON object goes back inside one, as in ``argumentsObject``: local servers parse the
  /// text, and would refuse the whole conversation.
  var argumentsText: String {
    let isObject = (try? JSONValue(parsing: arguments))?.object != nil
    return isObject ? arguments : JSONValue.object(argumentsObject).encodedText
  }
}
