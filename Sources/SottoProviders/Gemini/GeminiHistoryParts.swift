import SottoCore

/// Makes the parts of one content from the parts of a message, in their order.
struct GeminiHistoryParts: Sendable {
  private var parts: [JSONObject] = []
  /// A thought that waits for its seal.
  private var thought: String?
  private var isAfterCall = false

  /// What can be sent of them.
  var finished: [JSONObject] { parts.filter { !Self.isBlank($0) } }

  mutating func add(_ part: Part, files: [String: [UInt8]]) {
    let waiting = thought
    let wasCall = isAfterCall
    thought = nil
    isAfterCall = false
    switch part {
    case .text(let text), .refusal(let text): parts.append(["text": .string(text)])
    case .reasoning(let text): thought = text
    case .signature(let seal): add(seal: seal, to: waiting, isOfCall: wasCall)
    case .toolCall(let call):
      isAfterCall = true
      parts.append([
        "functionCall": .object(
          Self.identified(
            call.id, ["name": .string(call.name), "args": .object(call.argumentsObject)])
        )
      ])
    case .toolResult(let result): add(result)
    case .file(let file): add(file, in: files)
    case .opaque(let json):
      let value = try? JSONValue(parsing: json)
      if let object = value?.object,
        !GeminiHistory.citationKeys.contains(where: { object[$0] != nil })
      {
        parts.append(object)
      }
    }
  }

  private mutating func add(seal: String, to thought: String?, isOfCall: Bool) {
    if let thought {
      parts.append([
        "text": .string(thought), "thought": true, "thoughtSignature": .string(seal),
      ])
    } else if let last = parts.last, isOfCall || Self.plainText(last) != nil {
      parts[parts.count - 1]["thoughtSignature"] = .string(seal)
    } else {
      parts.append(["text": "", "thoughtSignature": .string(seal)])
    }
  }

  /// The protocol wants an object: text that is one goes as it is.
  private mutating func add(_ result: ToolResult) {
    let object = result.isError ? nil : (try? JSONValue(parsing: result.text))?.object
    let response = object ?? [result.isError ? "error" : "result": .string(result.text)]
    parts.append([
      "functionResponse": .object(
        Self.identified(
          result.callID, ["name": .string(result.name), "response": .object(response)]))
    ])
  }

  private mutating func add(_ file: FileReference, in files: [String: [UInt8]]) {
    switch SentFile(file, in: files, takes: Self.takes) {
    case .text(let text): parts.append(["text": .string(text)])
    case .bytes(let bytes):
      parts.append([
        "inlineData": .object([
          "mimeType": .string(file.mediaType), "data": .string(FileEncoding.base64(bytes)),
        ])
      ])
    }
  }

  static func takes(_ mediaType: String) -> Bool {
    imageTypes.contains(mediaType) || mediaType == "application/pdf"
      || mediaType.hasPrefix("audio/") || mediaType.hasPrefix("video/")
  }

  private static let imageTypes: Set<String> = [
    "image/jpeg", "image/png", "image/webp", "image/heic", "image/heif",
  ]

  /// Only some models give ids.
  private static func identified(_ id: String, _ object: JSONObject) -> JSONObject {
    var identified: JSONObject = id.isEmpty ? [:] : ["id": .string(id)]
    identified.members += object.members
    return identified
  }

  /// The text of a part that is nothing else.
  static func plainText(_ part: JSONObject) -> String? {
    part.members.count == 1 ? part["text"]?.string : nil
  }

  private static func isBlank(_ part: JSONObject) -> Bool {
    part.members.isEmpty || plainText(part)?.isBlank ?? false
  }
}
