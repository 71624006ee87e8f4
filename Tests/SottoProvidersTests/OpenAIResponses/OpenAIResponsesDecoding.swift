import SottoCore
import SottoProviders

func makeResponsesDecoder(
  status: Int = 200, contentType: String? = "text/event-stream"
) -> OpenAIResponsesDecoder {
  var headers = HTTPHeaders()
  if let contentType { headers.append("Content-Type", contentType) }
  return OpenAIResponsesDecoder(
    provider: "test", head: HTTPResponseHead(status: status, headers: headers), clock: testClock)
}

/// Feeds `pieces` and ends the body.
func decodeResponses(
  _ pieces: [[UInt8]], with decoder: OpenAIResponsesDecoder = makeResponsesDecoder()
) -> Decoded {
  var decoder = decoder
  var decoded = Decoded()
  for piece in pieces { decoded.events += decoder.decode(piece) }
  decoded.events += decoder.finish()
  decoded.finishReason = decoder.finishReason
  decoded.unknownEvents = decoder.unknownEvents
  return decoded
}

func decodeResponses(
  _ text: String, with decoder: OpenAIResponsesDecoder = makeResponsesDecoder()
) -> Decoded {
  decodeResponses([Array(text.utf8)], with: decoder)
}

extension Decoded {
  var opaque: [String] {
    content.parts.compactMap { if case .opaque(let json) = $0 { json } else { nil } }
  }
}

/// A stream of events with these payloads, named by their `type`.
func responseEvents(_ payloads: String...) -> String {
  payloads.map { payload in
    let type = (try? JSONValue(parsing: payload))?["type"]?.string
    return (type.map { "event: \($0)\n" } ?? "") + "data: \(payload)\n\n"
  }.joined()
}

let responseCreated =
  #"{"type":"response.created","response":{"model":"m","status":"in_progress","output":[]}}"#

/// The event that ends an answer.
func responseCompleted(_ output: String = "[]") -> String {
  #"{"type":"response.completed","response":{"object":"response","model":"m","#
    + #""status":"completed","output":\#(output),"usage":{"input_tokens":5,"output_tokens":3,"#
    + #""total_tokens":8}}}"#
}

func responseText(_ delta: String, item: Int = 0) -> String {
  #"{"type":"response.output_text.delta","output_index":\#(item),"content_index":0,"#
    + #""delta":\#(delta)}"#
}
