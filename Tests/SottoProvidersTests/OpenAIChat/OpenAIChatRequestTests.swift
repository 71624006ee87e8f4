import SottoCore
import SottoProviders
import Testing

private let openAI = "https://api.openai.com/v1"
private let format = WireFormats.all(userAgent: "sotto/1.0", clock: testClock)[0]

private func encode(_ request: ModelRequest, base: String = openAI, key: String? = "sk-1") throws
  -> HTTPRequest
{
  let endpoint = ModelEndpoint(
    reference: ModelReference(provider: "p", model: request.model), kind: .openAIChat,
    baseURL: base,
    secret: try key.map { try Secret($0) })
  return format.encode(request, endpoint)
}

private func user(_ text: String) -> ModelRequest.Entry {
  ModelRequest.Entry(role: .user, parts: [.text(text)])
}

@Suite struct OpenAIChatRequestTests {
  @Test func `writes a streamed request`() throws {
    let request = ModelRequest(
      model: "gpt-4o", systemPrompt: "Be \"brief\".\u{0}", entries: [user("Hé 🙂\n")],
      settings: GenerationSettings(
        temperature: 0.5,
        maxOutputTokens: 100))
    let encoded = try encode(request)
    #expect(encoded.method == "POST")
    #expect(encoded.url == "https://api.openai.com/v1/chat/completions")
    #expect(
      String(decoding: encoded.body, as: UTF8.self)
        == #"{"model":"gpt-4o","messages":[{"role":"system","content":"Be \"brief\".\u0000"},{"role":"user","content":"Hé 🙂\n"}],"stream":true,"stream_options":{"include_usage":true},"temperature":0.5,"max_completion_tokens":100}"#
    )
    #expect(
      encoded.headers == [
        "Authorization": "Bearer sk-1", "User-Agent": "sotto/1.0",
        "Content-Type": "application/json", "Accept": "text/event-stream",
        "Accept-Encoding": "identity",
      ])
    #expect(try encode(request) == encoded)
  }

  @Test func `writes a request for a whole reply`() throws {
    let request = ModelRequest(model: "m", entries: [user("Hi")], isStreamed: false)
    let encoded = try encode(request, base: "http://127.0.0.1:8080/v1/", key: nil)
    #expect(encoded.url == "http://127.0.0.1:8080/v1/chat/completions")
    #expect(
      String(decoding: encoded.body, as: UTF8.self)
        == #"{"model":"m","messages":[{"role":"user","content":"Hi"}]}"#)
    #expect(encoded.headers["Accept"] == "application/json")
    #expect(encoded.headers["Authorization"] == nil)
  }

  @Test(arguments: [
    ("gpt-4o", openAI, "max_completion_tokens"),
    ("gpt-6-sol", openAI, "max_completion_tokens"),
    ("gpt-6-sol", "http://proxy.test/v1", "max_completion_tokens"),
    ("openai/o4-mini", "http://proxy.test/v1", "max_completion_tokens"),
    ("llama-4", "http://proxy.test/v1", "max_tokens"),
    ("openai/gpt-oss-120b", "https://api.groq.com/openai/v1", "max_tokens"),
    ("openai/gpt-6-sol", "https://openrouter.ai/api/v1", "max_tokens"),
    ("mistral-medium-2604", "https://api.mistral.ai/v1", "max_tokens"),
  ])
  func `names the output limit as the server does`(model: String, base: String, field: String)
    throws
  {
    let request = ModelRequest(
      model: model, entries: [user("Hi")], settings: GenerationSettings(maxOutputTokens: 9))
    let body = try JSONValue(parsing: try encode(request, base: base).body)
    #expect(body[field]?.int == 9)
    #expect(body.object?.members.filter { $0.key.hasPrefix("max") }.count == 1)
  }

  @Test(arguments: [
    ("gpt-4o", true, "system"), ("gpt-4.1-mini", true, "system"), ("gpt-5", false, "developer"),
    ("gpt-5-chat-latest", true, "system"), ("gpt-5.4-nano", false, "developer"),
    ("gpt-6.2-astra", false, "developer"), ("o1", false, "developer"),
    ("o4-mini-2025-04-16", false, "developer"), ("gpt-oss-20b", true, "system"),
    ("gpt-35-turbo", true, "system"), ("olmo", true, "system"), ("o2ish", true, "system"),
    ("", true, "system"), ("/", true, "system"), ("gpt-", true, "system"),
  ])
  func `spares reasoning models what they refuse`(model: String, isTempered: Bool, role: String)
    throws
  {
    let request = ModelRequest(
      model: model, systemPrompt: "s", entries: [user("Hi")],
      settings: GenerationSettings(temperature: 1))
    let body = try JSONValue(parsing: try encode(request).body)
    #expect(body["temperature"] == (isTempered ? .integer(1) : nil))
    #expect(body["messages"]?[0]?["role"]?.string == role)
  }

  @Test func `speaks Mistral's dialect`() throws {
    let request = ModelRequest(
      model: "m",
      entries: [user("Hi"), ModelRequest.Entry(role: .assistant, parts: [.text("Hel")])])
    let body = try encode(request, base: "https://api.mistral.ai/v1").body
    #expect(
      String(decoding: body, as: UTF8.self)
        == #"{"model":"m","messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":"Hel","prefix":true}],"stream":true}"#
    )
  }

  @Test func `gives Azure its key header`() throws {
    let request = ModelRequest(model: "m", entries: [user("Hi")])
    let encoded = try encode(request, base: "https://mine.openai.azure.com/openai/v1")
    #expect(encoded.headers["api-key"] == "sk-1")
    #expect(encoded.headers["Authorization"] == nil)
  }

  @Test func `does not print the key or the words`() throws {
    let encoded = try encode(ModelRequest(model: "m", entries: [user("private")]))
    #expect("\(encoded)" == "POST https://api.openai.com/v1/chat/completions")
  }

  @Test func `writes the same prefix for a longer history (T102, T103)`() throws {
    let short = ModelRequest(model: "m", systemPrompt: "s", entries: [user("a")])
    var long = short
    long.entries += [ModelRequest.Entry(role: .assistant, parts: [.text("b")]), user("c")]
    let prefix = String(decoding: try encode(short).body, as: UTF8.self).prefix { $0 != "]" }
    #expect(String(decoding: try encode(long).body, as: UTF8.self).hasPrefix(prefix))
  }
}
