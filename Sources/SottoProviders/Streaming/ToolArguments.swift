package import SottoCore

/// The arguments of a tool call where the protocol gives them as an object.
package enum ToolArguments {
  /// Their text; `{}` for none.
  package static func text(of value: JSONValue?) -> String {
    switch value {
    case nil, .null: "{}"
    case .string(let text): text.isEmpty ? "{}" : text
    case .some(let value): value.encodedText
    }
  }
}
