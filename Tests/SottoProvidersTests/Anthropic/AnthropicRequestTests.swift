import SottoCore
import SottoProviders
import Testing

private let base = "https://api.anthropic.com/v1"

private func format() throws -> WireFormat {
  try #require(
    WireFormats.all(userAgent: "sotto/1.0", clock: testClock).first { $0.name == .anthropic })
}

private func encode(
  _ request: ModelRequest, base: String = base, key: String? = "sk-1"
) throws -> HTTPRequest {
  let endpoint = ModelEndpoint(
    reference: ModelReference(provider: "p", model: request.model), kind: .anthropic,
    baseURL: base, secret: try key.map { try Secret($0) })
  return try format().encode(request, endpoint)
}

private func body(_ request: ModelRequest) throws -> String {
  String(decoding: try encode(request).body, as: UTF8.self)
}

@Suite struct AnthropicRequestTests {
  @Test func `writes a streamed request`() throws {
    let request = ModelRequest(
      model: "claude-haiku-4-5", systemPrompt: "Be \"brief\".", entries: [userEntry("Hé 🙂\n")],
      settings: GenerationSettings(temperature: 0.5, maxOutputTokens: 100))
    let encoded = try encode(request)
    #expect(encoded.method == "POST")
    #expect(encoded.url == "https://api.anthropic.com/v1/messages")
    #expect(
      String(decoding: encoded.body, as: UTF8.self)
        == #"{"model":"claude-haiku-4-5","max_tokens":100,"stream":true,"temperature":0.5,"system":"Be \"brief\".","messages":[{"role":"user","content":[{"type":"text","text":"Hé 🙂\n"}]}]}"#
    )
    #expect(
      encoded.headers == [
        "x-api-key": "sk-1", "anthropic-version": "2023-06-01", "User-Agent": "sotto/1.0",
        "Content-Type": "application/json", "Accept": "text/event-stream",
        "Accept-Encoding": "identity",
      ])
    #expect(try encode(request) == encoded)
  }

  @Test func `writes a request for a whole reply`() throws {
    let request = ModelRequest(
      model: "m", systemPrompt: " ", entries: [userEntry("Hi")], isStreamed: false)
    let encoded = try encode(request, key: nil)
    #expect(
      String(decoding: encoded.body, as: UTF8.self)
        == #"{"model":"m","max_tokens":8192,"messages":[{"role":"user","content":[{"type":"text","text":"Hi"}]}]}"#
    )
    #expect(encoded.headers["Accept"] == "application/json")
    #expect(encoded.headers["x-api-key"] == nil)
  }

  @Test(arguments: [
    ("https://api.anthropic.com/v1/", "https://api.anthropic.com/v1/messages"),
    ("https://api.anthropic.com", "https://api.anthropic.com/v1/messages"),
    ("http://127.0.0.1:9/anthropic", "http://127.0.0.1:9/anthropic/v1/messages"),
    ("http://127.0.0.1:9/v2", "http://127.0.0.1:9/v2/messages"),
    ("http://vault", "http://vault/v1/messages"),
  ])
  func `takes a base URL with and without its version`(base: String, url: String) throws {
    #expect(try encode(ModelRequest(model: "m", entries: []), base: base).url == url)
  }

  @Test(arguments: [
    ("claude-haiku-4-5-20251001", true), ("claude-3-5-sonnet-20240620", true),
    ("claude-3-opus-latest", true), ("claude-sonnet-4-20250514", true), ("claude-opus-4-6", true),
    ("claude-opus-4-7", false), ("claude-opus-4.8", false), ("claude-sonnet-5", false),
    ("anthropic/claude-fable-5-2", false), ("claude-haiku-5-5", false),
    ("us.anthropic.claude-opus-4-7-v1:0", false), ("deepseek-v4-pro", true), ("claude-", true),
    ("claude-instant", true), ("", true),
  ])
  func `leaves the temperature out where it is refused`(model: String, isTaken: Bool) throws {
    let request = ModelRequest(
      model: model, entries: [userEntry("Hi")], settings: GenerationSettings(temperature: 1))
    let body = try JSONValue(parsing: try encode(request).body)
    #expect(body["temperature"] == (isTaken ? .integer(1) : nil))
  }

  @Test func `ends the scale of temperatures at 1`() throws {
    let request = ModelRequest(
      model: "m", entries: [userEntry("Hi")], settings: GenerationSettings(temperature: 1.7))
    #expect(try JSONValue(parsing: try encode(request).body)["temperature"] == .integer(1))
  }

  @Test func `sends an answer back as it came`() throws {
    let thinking = #"{"type":"thinking","thinking":"Let me…\n","signature":"EuoC+/=="}"#
    let use = #"{"type":"server_tool_use","id":"s1","name":"web_search","input":{"query":"ruby"}}"#
    let result =
      #"{"type":"web_search_tool_result","tool_use_id":"s1","content":[{"type":"web_search_result","title":"Ruby","url":"https://ruby-lang.org","encrypted_content":"Eug=","page_age":null}]}"#
    let cited =
      #"{"type":"text","text":"4.0.6.","citations":[{"type":"web_search_result_location","url":"https://ruby-lang.org","encrypted_index":"Eo8="}]}"#
    let plain = #"{"type":"text","text":"The latest is "}"#
    let redacted = #"{"type":"redacted_thinking","data":"EvgF"}"#
    let content = "[\([redacted, thinking, use, result, plain, cited].joined(separator: ","))]"
    let decoded = decodeMessages(
      #"{"type":"message","model":"m","content":\#(content),"stop_reason":"end_turn"}"#)
    let request = ModelRequest(
      model: "m",
      entries: [
        userEntry("Hi"), ModelRequest.Entry(role: .assistant, parts: decoded.content.parts),
        userEntry("Thanks"),
      ])
    #expect(try body(request).contains(#"{"role":"assistant","content":\#(content)}"#))
  }

  @Test(arguments: Recording.anthropic.filter { $0.kind == "json" })
  func `sends a recorded answer back as it came`(recording: Recording) throws {
    let reply = try JSONValue(parsing: recording.body)
    let decoded = decodeMessages([recording.body])
    let entry = ModelRequest.Entry(role: .assistant, parts: decoded.content.parts)
    let messages = AnthropicHistory.messages(of: [userEntry("a"), entry, userEntry("b")])
    let sent = (messages[1]["content"]?.array ?? []).map(members)
    let blocks = (reply["content"]?.array ?? []).filter { $0["type"] != "tool_use" }
    #expect(sent == joined(blocks).map(members))
  }

  /// Members without their order, which the recordings do not all keep.
  private func members(_ block: JSONValue) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    for member in block.object?.members ?? [] { members[member.key] = member.value }
    return members
  }

  /// Plain texts in a row are one part, and so one block.
  private func joined(_ blocks: [JSONValue]) -> [JSONValue] {
    blocks.reduce(into: []) { joined, block in
      let isPlain = block["type"] == "text" && block["citations"] == nil
      if isPlain, let last = joined.last, last["type"] == "text", last["citations"] == nil {
        let text = (last["text"]?.string ?? "") + (block["text"]?.string ?? "")
        joined[joined.count - 1] = .object(["type": "text", "text": .string(text)])
      } else {
        joined.append(block)
      }
    }
  }

  @Test func `writes the same prefix for a longer history (T102, T103)`() throws {
    let short = ModelRequest(model: "m", systemPrompt: "s", entries: [userEntry("a")])
    var long = short
    long.entries += [assistantEntry(.text("b")), userEntry("c")]
    #expect(try body(long).hasPrefix(String(try body(short).dropLast(2))))
  }

  @Test func `does not print the key or the words`() throws {
    let encoded = try encode(ModelRequest(model: "m", entries: [userEntry("private")]))
    #expect("\(encoded)" == "POST https://api.anthropic.com/v1/messages")
  }

  @Test func `lists models`() throws {
    let format = try format()
    let request = format.encodeModelList(base, try Secret("k1"))
    #expect("\(request)" == "GET https://api.anthropic.com/v1/models?limit=1000")
    #expect(request.headers["x-api-key"] == "k1")
    #expect(request.headers["anthropic-version"] == "2023-06-01")
    let list =
      #"{"data":[{"type":"model","id":"claude-haiku-5-5","display_name":"Claude Haiku 5.5"},{"type":"model","id":"claude-opus-5-5"}],"has_more":false,"first_id":"claude-haiku-5-5","last_id":"claude-opus-5-5"}"#
    let head = HTTPResponseHead(status: 200, headers: [:])
    #expect(
      try format.decodeModelList("test", head, Array(list.utf8)).map(\.name) == [
        "claude-haiku-5-5", "claude-opus-5-5",
      ])
  }

  @Test func `says why there is no list`() throws {
    let error =
      #"{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}"#
    let head = HTTPResponseHead(status: 401, headers: [:])
    let format = try format()
    let thrown = #expect(throws: ProviderError.self) {
      try format.decodeModelList("test", head, Array(error.utf8))
    }
    #expect(thrown?.code == .badKey)
  }
}
