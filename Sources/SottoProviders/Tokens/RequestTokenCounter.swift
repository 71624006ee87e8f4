public import SottoCore
import SottoTokens

/// Counts the tokens of requests with the public vocabularies and the providers' published rules, and
/// by estimate where there are none.
public struct RequestTokenCounter: TokenCounter {
  private let shelf: VocabularyShelf

  /// - Parameters:
  ///   - data: the data folder, in which vocabularies may lie.
  ///   - executable: the program's path; an installed one has them beside it.
  public init(data: String, executable: String) {
    shelf = VocabularyShelf(data: data, executable: executable)
  }

  /// The tokens of the whole input.
  ///
  /// - Throws: ``SottoError`` when a vocabulary is there but cannot be used.
  public func count(_ request: ModelRequest, for model: ModelReference) throws -> InputTokens {
    let counter = TextCounter(shelf: shelf, tokenizer: ModelTokenizer(model: model.model))
    var messages: [CountedMessage] = []
    if !request.systemPrompt.isBlank {
      messages.append(
        CountedMessage(
          role: try counter.count("system"), content: try counter.count(request.systemPrompt)))
    }
    var images = TokenCount(0, isExact: true)
    for entry in request.entries {
      let counted = try count(entry, files: request.files, for: model, with: counter)
      images = images + counted.images
      messages.append(counted.message)
    }
    let tools = try ToolOverhead(model: model.model).count(
      request.tools.map(DescribedTool.init), tokens: { try counter.count($0).value })
    let sum = MessageOverhead(model: model.model).count(messages) + images + tools
    return InputTokens(sum.value, isExact: sum.isExact)
  }

  /// The tokens of an entry with what is around each message. Whether the frame of the whole request
  /// is known is in the count of the request.
  ///
  /// - Throws: as the above.
  public func count(
    _ entry: ModelRequest.Entry, files: [String: [UInt8]], for model: ModelReference
  ) throws -> InputTokens {
    let counter = TextCounter(shelf: shelf, tokenizer: ModelTokenizer(model: model.model))
    let counted = try count(entry, files: files, for: model, with: counter)
    let overhead = MessageOverhead(model: model.model)
    let sum = overhead.count(counted.message) + counted.images
    return InputTokens(sum.value, isExact: sum.isExact)
  }

  private struct CountedEntry {
    var message: CountedMessage
    var images: TokenCount
  }

  private func count(
    _ entry: ModelRequest.Entry, files: [String: [UInt8]], for model: ModelReference,
    with counter: TextCounter
  ) throws -> CountedEntry {
    var images = TokenCount(0, isExact: true)
    var content = TokenCount(0, isExact: true)
    for part in entry.parts {
      if case .file(let file) = part {
        images = images + Self.count(file, bytes: files[file.digest], for: model)
      } else {
        content = content + (try counter.count(part))
      }
    }
    let role = try counter.count(entry.role.rawValue)
    return CountedEntry(message: CountedMessage(role: role, content: content), images: images)
  }

  /// A picture by its size in pixels. What a document takes depends on its pages, which nobody has
  /// counted: about a token for ten bytes.
  private static func count(
    _ file: FileReference, bytes: [UInt8]?, for model: ModelReference
  ) -> TokenCount {
    guard bytes != nil else { return TokenCount(20, isExact: false) }
    guard file.isImage, let size = file.dimensions else {
      return TokenCount(file.size / 10, isExact: false)
    }
    return ImageTokens.count(
      provider: model.provider, model: model.model, width: size.width, height: size.height)
  }
}

/// Counts texts as one model does.
private struct TextCounter {
  let shelf: VocabularyShelf
  let tokenizer: ModelTokenizer

  func count(_ text: String) throws -> TokenCount {
    do {
      return try shelf.count(text, for: tokenizer)
    } catch {
      throw SottoError(
        .invalidInput, error.message, hint: "remove that file; ./run in the checkout makes it anew")
    }
  }

  /// What the model reads of a part. How calls and results are written for it is not public.
  func count(_ part: Part) throws -> TokenCount {
    switch part {
    case .text(let text), .refusal(let text): try count(text)
    case .toolCall(let call):
      try count(call.name) + count(call.arguments) + TokenCount(8, isExact: false)
    case .toolResult(let result): try count(result.text) + TokenCount(4, isExact: false)
    // Thoughts mostly do not go back; those that do are the provider's to count.
    case .reasoning, .signature, .opaque, .file: TokenCount(0, isExact: true)
    }
  }
}

extension DescribedTool {
  /// The outermost properties of the schema, which is what the rule of thumb knows.
  fileprivate init(_ tool: ToolDefinition) {
    let properties = tool.parameters["properties"]?.object?.members ?? []
    self.init(
      name: tool.name, description: tool.description,
      properties: properties.map { member in
        Property(
          key: member.key, type: member.value["type"]?.string ?? "",
          description: member.value["description"]?.string ?? "",
          values: (member.value["enum"]?.array ?? []).map { $0.string ?? $0.encodedText })
      })
  }
}
