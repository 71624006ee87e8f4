import SottoCore

/// Counts the pieces of requests for one model.
struct RequestCounter: Sendable {
  let model: ModelReference
  let counter: (any TokenCounter)?
  let cache: TokenCountCache
  /// What estimates are multiplied by, where the model's own server has shown that they are too low.
  var scale = 1.0

  /// The frame of a request and its instructions.
  func instructions(of request: ModelRequest) -> InputTokens {
    var frame = request
    frame.entries = []
    frame.tools = []
    return count(frame, bytes: request.systemPrompt.utf8.count)
  }

  /// What the tools of a request add.
  func tools(of request: ModelRequest) -> InputTokens {
    if request.tools.isEmpty { return InputTokens(0, isExact: true) }
    var frame = ModelRequest(model: request.model, entries: [])
    let bare = count(frame, bytes: 0)
    frame.tools = request.tools
    let bytes = request.tools.reduce(0) { sum, tool in
      sum + tool.parameters.encoded.count + tool.description.utf8.count
    }
    return InputTokens(count(frame, bytes: bytes).count - bare.count, isExact: false)
  }

  /// What a message adds, remembered from turn to turn.
  func count(
    _ entry: ModelRequest.Entry, of message: Message, files: [String: [UInt8]]
  ) -> InputTokens {
    let key = TokenCountCache.Key(
      message: message.id, version: message.version,
      size: message.content.parts.reduce(0) { $0 + $1.size }, model: model)
    return scaled(cache.count(key) { plainCount(entry, files: files) })
  }

  /// What an entry adds.
  func count(_ entry: ModelRequest.Entry) -> InputTokens { scaled(plainCount(entry, files: [:])) }

  private func plainCount(
    _ entry: ModelRequest.Entry, files: [String: [UInt8]]
  ) -> InputTokens {
    // A vocabulary that cannot be used must not keep a conversation from going on.
    (try? counter?.count(entry, files: files, for: model))
      ?? Self.rough(entry.parts.reduce(0) { $0 + $1.size })
  }

  private func count(_ frame: ModelRequest, bytes: Int) -> InputTokens {
    scaled((try? counter?.count(frame, for: model)) ?? Self.rough(bytes))
  }

  private func scaled(_ tokens: InputTokens) -> InputTokens {
    if tokens.isExact || scale == 1 { return tokens }
    return InputTokens(Int((Double(tokens.count) * scale).rounded(.up)), isExact: false)
  }

  /// Without any counter: three bytes for each token, which is much for all but rare scripts.
  private static func rough(_ bytes: Int) -> InputTokens {
    InputTokens(bytes / 3 + 4, isExact: false)
  }
}

extension Part {
  /// About how many bytes of it go to a model.
  var size: Int {
    switch self {
    case .text(let text), .reasoning(let text), .refusal(let text), .signature(let text),
      .opaque(let text):
      text.utf8.count
    case .toolCall(let call): call.name.utf8.count + call.arguments.utf8.count
    case .toolResult(let result): result.text.utf8.count
    case .file(let file): file.isText ? file.size : 4096
    }
  }
}
