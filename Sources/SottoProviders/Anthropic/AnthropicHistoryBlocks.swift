import SottoCore

/// Makes the content blocks of one message from its parts, in their order.
struct AnthropicHistoryBlocks: Sendable {
  private var blocks: [JSONObject] = []
  /// Reasoning that waits for its seal.
  private var reasoning: String?

  mutating func add(text: String) {
    reasoning = nil
    if text.isBlank { return }
    blocks.append(["type": "text", "text": .string(text)])
  }

  mutating func add(reasoning text: String) { reasoning = text }

  mutating func add(signature: String) {
    guard let text = reasoning else { return }
    reasoning = nil
    blocks.append([
      "type": "thinking", "thinking": .string(text), "signature": .string(signature),
    ])
  }

  mutating func add(_ call: ToolCall) {
    reasoning = nil
    blocks.append([
      "type": "tool_use", "id": .string(call.id), "name": .string(call.name),
      "input": .object(call.argumentsObject),
    ])
  }

  /// A result may be empty, but an error must say something.
  mutating func add(_ result: ToolResult) {
    var block: JSONObject = ["type": "tool_result", "tool_use_id": .string(result.callID)]
    let text = result.text.isBlank && result.isError ? "error" : result.text
    if !text.isBlank { block["content"] = .string(text) }
    if result.isError { block["is_error"] = true }
    blocks.append(block)
  }

  /// Answers can hold no files.
  mutating func add(
    _ file: FileReference, in files: [String: [UInt8]], of role: ModelRequest.Entry.Role
  ) {
    switch SentFile(file, in: files, takes: { role == .user && Self.fileTypes.contains($0) }) {
    case .text(let text): add(text: text)
    case .bytes(let bytes):
      var block: JSONObject = [
        "type": file.isImage ? "image" : "document",
        "source": .object([
          "type": "base64", "media_type": .string(file.mediaType),
          "data": .string(FileEncoding.base64(bytes)),
        ]),
      ]
      if !file.isImage, !file.name.isBlank { block["title"] = .string(file.name) }
      blocks.append(block)
    }
  }

  static let fileTypes: Set<String> = [
    "image/jpeg", "image/png", "image/gif", "image/webp", "application/pdf",
  ]

  /// What is not a block of this protocol is left out.
  mutating func add(opaque json: String) {
    reasoning = nil
    guard let value = try? JSONValue(parsing: json), let block = value.object,
      let type = block["type"]?.string
    else { return }
    if type == AnthropicBlock.citationsType {
      cite(block)
    } else {
      blocks.append(block)
    }
  }

  /// Puts citations back into the text they came with: the last `text_length` bytes of the part
  /// before, which may have grown out of several blocks.
  private mutating func cite(_ citations: JSONObject) {
    guard let list = citations["citations"], list.array?.isEmpty == false, var cited = blocks.last,
      cited["type"] == "text", cited["citations"] == nil, let text = cited["text"]?.string
    else { return }
    blocks.removeLast()
    let length = citations["text_length"]?.int ?? text.utf8.count
    if length > 0, length < text.utf8.count {
      let place = text.utf8.index(text.endIndex, offsetBy: -length)
      if let start = place.samePosition(in: text.unicodeScalars) {
        add(text: String(text[..<start]))
        cited["text"] = .string(String(text[start...]))
      }
    }
    cited["citations"] = list
    blocks.append(cited)
  }

  /// What can be sent of the blocks. In the last message of a history the provider itself goes on
  /// with a tool call of its own that has no result yet; elsewhere it refuses one.
  func finished(isLast: Bool) -> [JSONObject] {
    let calls = Set(blocks.compactMap { Self.isCall($0) ? $0["id"]?.string : nil })
    let results = Set(blocks.compactMap { $0["tool_use_id"]?.string })
    var kept = blocks.filter { block in
      if block["type"] == "tool_result" { return true }
      if Self.isCall(block) { return isLast || results.contains(block["id"]?.string ?? "") }
      return block["tool_use_id"].map { calls.contains($0.string ?? "") } ?? true
    }
    while let type = kept.last?["type"]?.string, type.hasSuffix("thinking") { kept.removeLast() }
    return kept
  }

  private static func isCall(_ block: JSONObject) -> Bool {
    ["server_tool_use", "mcp_tool_use"].contains(block["type"]?.string ?? "")
  }
}
