import SottoCore
import SottoProviders

func makeAnthropicDecoder(
  status: Int = 200, contentType: String? = "text/event-stream", headers: [(String, String)] = []
) -> AnthropicDecoder {
  var fields = HTTPHeaders()
  if let contentType { fields.append("Content-Type", contentType) }
  for (name, value) in headers { fields.append(name, value) }
  return AnthropicDecoder(
    provider: "test", head: HTTPResponseHead(status: status, headers: fields), clock: testClock)
}

/// Feeds `pieces` and ends the body.
func decodeMessages(
  _ pieces: [[UInt8]], with decoder: AnthropicDecoder = makeAnthropicDecoder()
) -> Decoded {
  var decoder = decoder
  var decoded = Decoded()
  for piece in pieces { decoded.events += decoder.decode(piece) }
  decoded.events += decoder.finish()
  decoded.finishReason = decoder.finishReason
  decoded.unknownEvents = decoder.unknownEvents
  return decoded
}

func decodeMessages(
  _ text: String, with decoder: AnthropicDecoder = makeAnthropicDecoder()
) -> Decoded {
  decodeMessages([Array(text.utf8)], with: decoder)
}

/// A stream of these payloads, each under the name of its type as the provider does it.
func messageEvents(_ payloads: String...) -> String {
  payloads.map { payload in
    let type = (try? JSONValue(parsing: payload))?["type"]?.string ?? "message"
    return "event: \(type)\ndata: \(payload)\n\n"
  }.joined()
}

func blockStart(_ index: Int, _ block: String) -> String {
  #"{"type":"content_block_start","index":\#(index),"content_block":\#(block)}"#
}

func blockDelta(_ index: Int, _ delta: String) -> String {
  #"{"type":"content_block_delta","index":\#(index),"delta":\#(delta)}"#
}

func textDelta(_ text: String, index: Int = 0) -> String {
  blockDelta(index, #"{"type":"text_delta","text":"\#(text)"}"#)
}

func inputDelta(_ json: String, index: Int = 0) -> String {
  blockDelta(
    index, #"{"type":"input_json_delta","partial_json":\#(JSONValue.string(json).encodedText)}"#)
}

func blockStop(_ index: Int) -> String { #"{"type":"content_block_stop","index":\#(index)}"# }

func messageDelta(_ reason: String, usage: String = #"{"output_tokens":9}"#) -> String {
  #"{"type":"message_delta","delta":{"stop_reason":"\#(reason)","stop_sequence":null},"usage":\#(usage)}"#
}

let messageStart =
  #"{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"usage":{"input_tokens":5,"output_tokens":1}}}"#
let textStart = blockStart(0, #"{"type":"text","text":""}"#)
let messageStop = #"{"type":"message_stop"}"#

func userEntry(_ text: String) -> ModelRequest.Entry {
  ModelRequest.Entry(role: .user, parts: [.text(text)])
}

func assistantEntry(_ parts: Part...) -> ModelRequest.Entry {
  ModelRequest.Entry(role: .assistant, parts: parts)
}
