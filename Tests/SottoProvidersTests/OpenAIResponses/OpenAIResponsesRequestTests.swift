import SottoCore
import SottoProviders
import Testing

private func encode(
  _ request: ModelRequest, base: String = "https://api.openai.com/v1", key: String? = "sk-1"
) throws -> HTTPRequest {
  let format = try #require(
    WireFormats.all(userAgent: "sotto/1.0", clock: testClock).first { $0.name == .openAIResponses })
  let endpoint = ModelEndpoint(
    reference: ModelReference(provider: "p", model: request.model), kind: .openAIResponses,
    baseURL: base, secret: try key.map { try Secret($0) })
  return format.encode(request, endpoint)
}

private func body(_ request: ModelRequest) throws -> String {
  String(decoding: try encode(request).body, as: UTF8.self)
}

private func input(_ entries: [ModelRequest.Entry]) throws -> String? {
  try EncodedRequest(ModelRequest(model: "m", entries: entries), as: .openAIResponses)["input"]
}

private func user(_ text: String) -> ModelRequest.Entry {
  ModelRequest.Entry(role: .user, parts: [.text(text)])
}

private func assistant(_ parts: Part...) -> ModelRequest.Entry {
  ModelRequest.Entry(role: .assistant, parts: parts)
}

private let sealed = #"{"type":"reasoning","id":"r","summary":[],"encrypted_content":"s+/="}"#

@Suite struct OpenAIResponsesRequestTests {
  @Test func `writes a streamed request`() throws {
    let request = ModelRequest(
      model: "gpt-4o", systemPrompt: "Be \"brief\".", entries: [user("Hé 🙂\n")],
      settings: GenerationSettings(
        temperature: 0.5,
        maxOutputTokens: 100))
    let encoded = try encode(request)
    #expect(encoded.method == "POST")
    #expect(encoded.url == "https://api.openai.com/v1/responses")
    #expect(
      String(decoding: encoded.body, as: UTF8.self)
        == #"{"model":"gpt-4o","instructions":"Be \"brief\".","input":[{"role":"user","content":"Hé 🙂\n"}],"stream":true,"store":false,"temperature":0.5,"max_output_tokens":100}"#
    )
    #expect(
      encoded.headers == [
        "Authorization": "Bearer sk-1", "User-Agent": "sotto/1.0",
        "Content-Type": "application/json", "Accept": "text/event-stream",
        "Accept-Encoding": "identity",
      ])
    #expect(try encode(request) == encoded)
  }

  @Test func `asks reasoning models for what only the provider can read`() throws {
    let request = ModelRequest(
      model: "gpt-6-sol", systemPrompt: " ", entries: [user("Hi")],
      settings: GenerationSettings(temperature: 1),
      isStreamed: false)
    #expect(
      try body(request)
        == #"{"model":"gpt-6-sol","input":[{"role":"user","content":"Hi"}],"store":false,"include":["reasoning.encrypted_content"]}"#
    )
  }

  @Test(arguments: [
    ("gpt-6-sol", true), ("openai/o4-mini", true), ("grok-4.6", true), ("x-ai/grok-4", true),
    ("gpt-4o", false), ("gpt-oss-20b", false), ("grok-4-fast-non-reasoning", false), ("", false),
  ])
  func `asks only those that have it`(model: String, isAsked: Bool) throws {
    let request = ModelRequest(
      model: model, entries: [user("Hi")], settings: GenerationSettings(temperature: 1))
    #expect(try body(request).contains("include") == isAsked)
  }

  @Test func `writes a request for a server without a key`() throws {
    let request = ModelRequest(model: "m", entries: [user("Hi")], isStreamed: false)
    let encoded = try encode(request, base: "http://127.0.0.1:1234/v1/", key: nil)
    #expect(encoded.url == "http://127.0.0.1:1234/v1/responses")
    #expect(encoded.headers["Accept"] == "application/json")
    #expect(encoded.headers["Authorization"] == nil)
    let azure = try encode(request, base: "https://mine.openai.azure.com/openai/v1")
    #expect(azure.headers["api-key"] == "sk-1")
    #expect(azure.headers["Authorization"] == nil)
  }

  @Test func `sends no blank message, and no space at the end (T047, T049)`() throws {
    #expect(
      try input([user(" \n"), assistant(.text("\n")), user("a"), assistant(.text("b "))])
        == #"[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]"#)
  }

  @Test func `puts reasoning before what it led to`() throws {
    #expect(
      try input([assistant(.reasoning("hm"), .opaque(sealed), .text("a")), user("b")])
        == #"[\#(sealed),{"role":"assistant","content":"a"},{"role":"user","content":"b"}]"#)
  }

  @Test func `leaves out a call without its result, and the reasoning that led to it`() throws {
    let call = Part.toolCall(ToolCall(id: "c", name: "f", arguments: "{}"))
    #expect(
      try input([assistant(.text("a"), .opaque(sealed), call), user("b")])
        == #"[{"role":"assistant","content":"a"},{"role":"user","content":"b"}]"#)
    #expect(
      try input([assistant(.opaque(sealed)), user("b")]) == #"[{"role":"user","content":"b"}]"#)
  }

  @Test func `writes a refusal as one`() throws {
    #expect(
      try input([assistant(.refusal("no"))])
        == #"[{"role":"assistant","content":[{"type":"refusal","refusal":"no"}]}]"#)
  }

  @Test func `passes over what it cannot read`() throws {
    #expect(try input([assistant(.opaque("{"), .opaque("1")), assistant(.signature("s"))]) == "[]")
  }

  @Test func `sends back what an answer brought, in its place`() throws {
    let search = #"{"type":"web_search_call","id":"w","status":"completed"}"#
    let citation = #"{"type":"url_citation","url":"u"}"#
    let message =
      #"{"type":"message","phase":"final_answer","content":[{"type":"output_text","text":"t","annotations":[\#(citation)]}]}"#
    let decoded = decodeResponses(
      responseEvents(
        responseCreated, responseText(#""I look""#),
        #"{"type":"response.output_item.done","output_index":0,"item":{"type":"message","phase":"commentary","content":[{"type":"output_text","text":"I look"}]}}"#,
        responseCompleted(
          #"[{"type":"message","phase":"commentary","content":[{"type":"output_text","text":"I look"}]},\#(sealed),\#(search),\#(sealed),\#(message)]"#
        )))
    #expect(decoded.stopReason == .stop)
    let entry = ModelRequest.Entry(role: .assistant, parts: decoded.content.parts)
    #expect(
      try input([user("q"), entry, user("r")])
        == #"[{"role":"user","content":"q"},{"role":"assistant","content":"I look","phase":"commentary"},\#(sealed),\#(search),\#(sealed),{"role":"assistant","content":[{"type":"output_text","text":"t","annotations":[\#(citation)]}],"phase":"final_answer"},{"role":"user","content":"r"}]"#
    )
  }

  @Test func `writes the same prefix for a longer history (T102, T103)`() throws {
    let short = ModelRequest(model: "m", systemPrompt: "s", entries: [user("a")])
    var long = short
    long.entries += [assistant(.text("b")), user("c")]
    let prefix = try body(short).prefix { $0 != "]" }
    #expect(try body(long).hasPrefix(prefix))
  }
}
