import SottoCore
import SottoProviders
import Testing

/// A request as one of OpenAI's protocols writes it.
struct EncodedRequest {
  var request: HTTPRequest
  var body: JSONValue

  /// `base` is where the server is, which decides the dialect.
  init(
    _ request: ModelRequest, as name: WireProtocol = .openAIChat,
    to base: String = "https://api.openai.com/v1", inputs: Set<ModelInfo.Modality>? = nil
  ) throws {
    let format = try #require(
      WireFormats.all(userAgent: "sotto/1.0", clock: testClock).first { $0.name == name })
    let endpoint = ModelEndpoint(
      reference: ModelReference(provider: "p", model: request.model), kind: name, baseURL: base,
      secret: try Secret("sk-1"), info: ModelInfo(inputs: inputs))
    self.request = format.encode(request, endpoint)
    body = try JSONValue(parsing: self.request.body)
  }

  var text: String { String(decoding: request.body, as: UTF8.self) }

  /// A member of the body as its JSON text; `nil` without one.
  subscript(key: String) -> String? { body[key]?.encodedText }
}

/// Base URLs whose dialects differ.
enum TestBase {
  static let mistral = "https://api.mistral.ai/v1"
  static let deepSeek = "https://api.deepseek.com"
  static let xAI = "https://api.x.ai/v1"
  static let openRouter = "https://openrouter.ai/api/v1"
  static let groq = "https://api.groq.com/openai/v1"
  static let zAI = "https://api.z.ai/api/paas/v4"
  static let perplexity = "https://api.perplexity.ai"
  static let unknown = "http://127.0.0.1:9/v1"
}

/// A history of texts and tools, shortly written.
enum Said {
  static func user(_ text: String) -> ModelRequest.Entry {
    ModelRequest.Entry(role: .user, parts: [.text(text)])
  }

  static func user(_ parts: Part...) -> ModelRequest.Entry {
    ModelRequest.Entry(role: .user, parts: parts)
  }

  static func model(_ parts: Part...) -> ModelRequest.Entry {
    ModelRequest.Entry(role: .assistant, parts: parts)
  }

  static func call(_ id: String, _ arguments: String = "{}", name: String = "f") -> Part {
    .toolCall(ToolCall(id: id, name: name, arguments: arguments))
  }

  static func result(_ id: String, _ text: String = "r", name: String = "f") -> Part {
    .toolResult(ToolResult(callID: id, name: name, text: text))
  }

  static func file(_ type: String, name: String = "a") -> Part {
    .file(FileReference(digest: type, name: name, mediaType: type, size: 1))
  }

  /// Bytes for every file of ``file(_:name:)`` of these types.
  static func bytes(_ types: String...) -> [String: [UInt8]] {
    Dictionary(uniqueKeysWithValues: types.map { ($0, [0x66]) })
  }
}
