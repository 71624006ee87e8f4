import SottoCore
import SottoProviders
import Testing

private let format = Ollama.wireFormat(userAgent: "sotto/1.0", clock: testClock)

private func encode(
  _ request: ModelRequest, base: String = "http://127.0.0.1:11434", key: String? = nil
) throws -> HTTPRequest {
  let endpoint = ModelEndpoint(
    reference: ModelReference(provider: "p", model: request.model), kind: .ollama, baseURL: base,
    secret: try key.map { try Secret($0) })
  return format.encode(request, endpoint)
}

private func entry(_ role: ModelRequest.Entry.Role, _ parts: Part...) -> ModelRequest.Entry {
  ModelRequest.Entry(role: role, parts: parts)
}

@Suite struct OllamaRequestTests {
  @Test func `writes a streamed request`() throws {
    let request = ModelRequest(
      model: "qwen3:8b", systemPrompt: "Be brief.",
      entries: [
        entry(.user, .text("Hi")),
        entry(
          .assistant, .reasoning("t"), .text("Yes"), .signature("S"),
          .toolCall(ToolCall(id: "", name: "f", arguments: "{}"))),
        entry(.user, .text("And?")),
      ], settings: GenerationSettings(temperature: 1, maxOutputTokens: 9))
    let encoded = try encode(request)
    #expect("\(encoded)" == "POST http://127.0.0.1:11434/api/chat")
    #expect(
      String(decoding: encoded.body, as: UTF8.self)
        == #"{"model":"qwen3:8b","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Hi"},{"role":"assistant","content":"Yes"},{"role":"user","content":"And?"}],"stream":true,"options":{"temperature":1,"num_predict":9}}"#
    )
    #expect(
      encoded.headers == [
        "User-Agent": "sotto/1.0", "Content-Type": "application/json",
        "Accept": "application/x-ndjson", "Accept-Encoding": "identity",
      ])
  }

  @Test func `says so when the answer shall come whole`() throws {
    let request = ModelRequest(model: "m", entries: [entry(.user, .text("a"))], isStreamed: false)
    let encoded = try encode(request, base: "https://ollama.com", key: "k1")
    #expect(
      String(decoding: encoded.body, as: UTF8.self)
        == #"{"model":"m","messages":[{"role":"user","content":"a"}],"stream":false}"#)
    #expect(encoded.headers["Authorization"] == "Bearer k1")
    #expect(encoded.headers["Accept"] == "application/json")
  }

  @Test(arguments: [
    ("http://h:1", "http://h:1/api/tags"), ("http://h:1/", "http://h:1/api/tags"),
    ("http://h:1/api", "http://h:1/api/tags"), ("http://h:1/v1/", "http://h:1/api/tags"),
    ("http://api", "http://api/api/tags"), ("http://h/ollama", "http://h/ollama/api/tags"),
  ])
  func `finds the API of a base URL`(base: String, expected: String) {
    #expect(format.encodeModelList(base, nil).url == expected)
  }

  @Test func `lists the models`() throws {
    let list =
      #"{"models":[{"name":"qwen3:8b","model":"qwen3:8b","size":1},{"name":"llama3:latest"}]}"#
    #expect(
      try format.decodeModelList("test", head(), Array(list.utf8)).map(\.name) == [
        "qwen3:8b", "llama3:latest",
      ])
  }
}
