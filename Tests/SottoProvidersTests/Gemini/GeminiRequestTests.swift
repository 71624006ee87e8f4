import SottoCore
import SottoProviders
import Testing

private let google = "https://generativelanguage.googleapis.com/v1beta"
private let format = Gemini.wireFormat(userAgent: "sotto/1.0", clock: testClock)

private func encode(_ request: ModelRequest, base: String = google, key: String? = "AIza-1") throws
  -> HTTPRequest
{
  let endpoint = ModelEndpoint(
    reference: ModelReference(provider: "p", model: request.model), kind: .gemini, baseURL: base,
    secret: try key.map { try Secret($0) })
  return format.encode(request, endpoint)
}

private func body(_ request: HTTPRequest) -> String {
  String(decoding: request.body, as: UTF8.self)
}

private func user(_ text: String) -> ModelRequest.Entry {
  ModelRequest.Entry(role: .user, parts: [.text(text)])
}

@Suite struct GeminiRequestTests {
  @Test func `writes a streamed request`() throws {
    let request = ModelRequest(
      model: "gemini-3.8-flash", systemPrompt: "Be \"brief\".", entries: [user("Hé 🙂\n")],
      settings: GenerationSettings(temperature: 0.5, maxOutputTokens: 100))
    let encoded = try encode(request)
    #expect(
      "\(encoded)" == "POST \(google)/models/gemini-3.8-flash:streamGenerateContent?alt=sse")
    #expect(
      body(encoded)
        == #"{"contents":[{"role":"user","parts":[{"text":"Hé 🙂\n"}]}],"systemInstruction":{"parts":[{"text":"Be \"brief\"."}]},"generationConfig":{"temperature":0.5,"maxOutputTokens":100,"thinkingConfig":{"includeThoughts":true}}}"#
    )
    #expect(
      encoded.headers == [
        "x-goog-api-key": "AIza-1", "User-Agent": "sotto/1.0",
        "Content-Type": "application/json", "Accept": "text/event-stream",
        "Accept-Encoding": "identity",
      ])
    #expect(try encode(request) == encoded)
  }

  @Test func `writes a request for a whole reply`() throws {
    let request = ModelRequest(
      model: "gemini-2.0-flash", systemPrompt: " \n", entries: [user("Hi")], isStreamed: false)
    let encoded = try encode(request, base: "http://127.0.0.1:9/v1beta/", key: nil)
    #expect(encoded.url == "http://127.0.0.1:9/v1beta/models/gemini-2.0-flash:generateContent")
    #expect(body(encoded) == #"{"contents":[{"role":"user","parts":[{"text":"Hi"}]}]}"#)
    #expect(encoded.headers["x-goog-api-key"] == nil)
    #expect(encoded.headers["Accept"] == "application/json")
  }

  @Test func `keeps the key out of every URL (T174)`() throws {
    let request = ModelRequest(model: "m", entries: [user("Hi")])
    let secret = try Secret("AIza-1")
    for sent in [try encode(request), format.encodeModelList(google, secret)] {
      #expect(!sent.url.contains("AIza"))
      #expect(!sent.url.contains("key="))
      #expect(!body(sent).contains("AIza"))
      #expect(sent.headers["x-goog-api-key"] == "AIza-1")
      #expect(sent.headers["Authorization"] == nil)
    }
  }

  @Test(arguments: [
    (google, google), (google + "//", google), (google + "/openai", google),
    (google + "/openai/", google), ("https://generativelanguage.googleapis.com", google),
    ("https://generativelanguage.googleapis.com/", google),
    ("http://127.0.0.1:8/v1", "http://127.0.0.1:8/v1"),
  ])
  func `finds the native API of a base URL`(base: String, expected: String) {
    #expect(GeminiAddress.base(of: base) == expected)
  }

  @Test(arguments: [
    ("gemini-3.8-flash", "models/gemini-3.8-flash"), ("models/gemma-4", "models/gemma-4"),
    ("tunedModels/my-1", "tunedModels/my-1"), ("a b?c#d%", "models/a%20b%3Fc%23d%25"),
    ("é:x\n", "models/%C3%A9%3Ax%0A"),
  ])
  func `writes a model as a path`(model: String, expected: String) {
    #expect(GeminiAddress.path(of: model) == expected)
  }

  @Test(arguments: [
    ("gemini-2.5-flash", true), ("gemini-2.5-flash-lite", true), ("gemini-3-flash-preview", true),
    ("models/gemini-3.8-pro", true), ("gemini-4-pro", true), ("gemini-flash-latest", true),
    ("gemini-2.0-flash", false), ("gemini-1.5-pro", false), ("gemma-4-27b", false),
    ("gemini-2.5-flash-image", false), ("gemini-2.5-pro-preview-tts", false), ("", false),
    ("gemini-", false), ("gemini-exp-1206", false), ("gemini-embedding-001", false),
  ])
  func `asks for thoughts only where there are some`(model: String, thinks: Bool) throws {
    #expect(GeminiModel.thinks(model) == thinks)
  }

  @Test func `lists models that generate content`() throws {
    let list =
      #"{"models":[{"name":"models/b","supportedGenerationMethods":["countTokens","generateContent"]},{"name":"models/e","supportedGenerationMethods":["embedContent"]},{"name":"models/a"}],"nextPageToken":"x"}"#
    #expect(try format.decodeModelList("test", head(), Array(list.utf8)).map(\.name) == ["b", "a"])
    #expect(format.encodeModelList(google, nil).url == google + "/models?pageSize=1000")
    let refused = Array(#"{"error":{"code":400,"message":"API key not valid."}}"#.utf8)
    let error = #expect(throws: ProviderError.self) {
      try format.decodeModelList("test", head(status: 400), refused)
    }
    #expect(error?.code == .badKey)
    let none = #expect(throws: ProviderError.self) {
      try format.decodeModelList("test", head(), Array("{}".utf8))
    }
    #expect(none?.code == .malformedAnswer)
  }
}
