import SottoCore
import SottoProviders

func head(status: Int = 200, contentType: String? = nil) -> HTTPResponseHead {
  var headers = HTTPHeaders()
  if let contentType { headers.append("Content-Type", contentType) }
  return HTTPResponseHead(status: status, headers: headers)
}

func geminiDecoder(_ head: HTTPResponseHead = head()) -> any AnswerDecoder {
  JSONAnswerDecoder<GeminiAnswer>(provider: "test", head: head, clock: testClock)
}

func ollamaDecoder(_ head: HTTPResponseHead = head()) -> any AnswerDecoder {
  JSONAnswerDecoder<OllamaAnswer>(provider: "test", head: head, clock: testClock)
}

/// Feeds `pieces` and ends the body.
func decodeAnswer(_ pieces: [[UInt8]], with decoder: any AnswerDecoder) -> Decoded {
  var decoder = decoder
  var decoded = Decoded()
  for piece in pieces { decoded.events += decoder.decode(piece) }
  decoded.events += decoder.finish()
  decoded.finishReason = decoder.finishReason
  decoded.unknownEvents = decoder.unknownEvents
  return decoded
}

func decodeAnswer(_ text: String, with decoder: any AnswerDecoder) -> Decoded {
  decodeAnswer([Array(text.utf8)], with: decoder)
}
