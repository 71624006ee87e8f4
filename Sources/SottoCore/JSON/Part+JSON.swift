// Parts as the app API writes them (Docs/http-api.md); the store keeps the same.

extension Part {
  /// An object whose `type` tells the kind of part.
  public var json: JSONValue {
    switch self {
    case .text(let text): .object(["type": "text", "text": .string(text)])
    case .file(let file): file.json
    case .reasoning(let text): .object(["type": "reasoning", "text": .string(text)])
    case .refusal(let text): .object(["type": "refusal", "text": .string(text)])
    case .toolCall(let call):
      .object([
        "type": "tool_call", "id": .string(call.id), "name": .string(call.name),
        "arguments": .string(call.arguments),
      ])
    case .toolResult(let result):
      .object([
        "type": "tool_result", "call_id": .string(result.callID), "name": .string(result.name),
        "text": .string(result.text), "is_error": .bool(result.isError),
      ])
    case .signature(let text): .object(["type": "signature", "data": .string(text)])
    case .opaque(let text): .object(["type": "opaque", "data": .string(text)])
    }
  }

  /// `nil` for a type this version does not know.
  public init?(json: JSONValue) {
    switch json["type"]?.string {
    case "text": self = .text(json["text"]?.string ?? "")
    case "image", "file": self = .file(FileReference(json: json))
    case "reasoning": self = .reasoning(json["text"]?.string ?? "")
    case "refusal": self = .refusal(json["text"]?.string ?? "")
    case "tool_call":
      self = .toolCall(
        ToolCall(
          id: json["id"]?.string ?? "", name: json["name"]?.string ?? "",
          arguments: json["arguments"]?.string ?? ""))
    case "tool_result":
      self = .toolResult(
        ToolResult(
          callID: json["call_id"]?.string ?? "", name: json["name"]?.string ?? "",
          text: json["text"]?.string ?? "", isError: json["is_error"]?.bool ?? false))
    case "signature": self = .signature(json["data"]?.string ?? "")
    case "opaque": self = .opaque(json["data"]?.string ?? "")
    default: return nil
    }
  }
}

extension FileReference {
  /// A part of type `image` or `file`.
  public var json: JSONValue {
    .object([
      "type": isImage ? "image" : "file", "digest": .string(digest), "name": .string(name),
      "media_type": .string(mediaType), "size": .integer(Int64(size)),
      "width": JSONValue(dimensions?.width), "height": JSONValue(dimensions?.height),
    ])
  }

  /// Reads what ``json`` writes. Texts that are absent become empty.
  public init(json: JSONValue) {
    var dimensions: ImageDimensions?
    if let width = json["width"]?.int, let height = json["height"]?.int {
      dimensions = ImageDimensions(width: width, height: height)
    }
    self.init(
      digest: json["digest"]?.string ?? "", name: json["name"]?.string ?? "",
      mediaType: json["media_type"]?.string ?? "", size: json["size"]?.int ?? 0,
      dimensions: dimensions)
  }
}
