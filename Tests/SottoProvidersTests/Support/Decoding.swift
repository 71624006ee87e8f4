import SottoCore
import SottoProviders

/// What a whole answer came to.
struct Decoded: Hashable {
  var events: [TurnEvent] = []
  var finishReason: String?
  var unknownEvents = 0

  var content: MessageContent {
    var content = MessageContent()
    for event in events { content.apply(event) }
    return content
  }

  var text: String { content.text }

  var reasoning: String {
    content.parts.map { if case .reasoning(let text) = $0 { text } else { "" } }.joined()
  }

  var refusal: String {
    content.parts.map { if case .refusal(let text) = $0 { text } else { "" } }.joined()
  }

  var toolCalls: [ToolCall] {
    content.parts.compactMap { if case .toolCall(let call) = $0 { call } else { nil } }
  }

  var usage: Usage? { content.usage }
  var error: ProviderError? { content.error }
  var stopReason: StopReason? { content.stopReason }

  /// The events with neighbours of one kind joined: how the deltas were cut does not matter.
  var outcome: MessageContent { content }
}

/// 21 October 2026, 07:00:00 GMT.
let testNow = Timestamp(milliseconds: 1_792_566_000_000)
let testClock = WallClock { testNow }

func makeDecoder(
  status: Int = 200, contentType: String? = "text/event-stream", headers: [(String, String)] = []
) -> OpenAIChatDecoder {
  var fields = HTTPHeaders()
  if let contentType { fields.append("Content-Type", contentType) }
  for (name, value) in headers { fields.append(name, value) }
  return OpenAIChatDecoder(
    provider: "test", head: HTTPResponseHead(status: status, headers: fields), clock: testClock)
}

/// Feeds `pieces` and ends the body.
func decode(_ pieces: [[UInt8]], with decoder: OpenAIChatDecoder = makeDecoder()) -> Decoded {
  var decoder = decoder
  var decoded = Decoded()
  for piece in pieces { decoded.events += decoder.decode(piece) }
  decoded.events += decoder.finish()
  decoded.finishReason = decoder.finishReason
  decoded.unknownEvents = decoder.unknownEvents
  return decoded
}

func decode(_ text: String, with decoder: OpenAIChatDecoder = makeDecoder()) -> Decoded {
  decode([Array(text.utf8)], with: decoder)
}

/// A stream whose events have these payloads.
func events(_ payloads: String...) -> String {
  payloads.map { "data: \($0)\n\n" }.joined()
}

/// A chunk with this delta.
func chunk(_ delta: String, finish: String? = nil) -> String {
  let reason = finish.map { "\"\($0)\"" } ?? "null"
  return #"{"id":"c1","object":"chat.completion.chunk","created":1,"model":"m","#
    + #""choices":[{"index":0,"delta":\#(delta),"finish_reason":\#(reason)}]}"#
}
