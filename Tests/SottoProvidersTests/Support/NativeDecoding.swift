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

/// The decoder of any protocol.
func answerDecoder(
  for wire: WireProtocol, _ head: HTTPResponseHead = head()
) -> any AnswerDecoder {
  switch wire {
  case .openAIChat: OpenAIChatDecoder(provider: "test", head: head, clock: testClock)
  case .openAIResponses: OpenAIResponsesDecoder(provider: "test", head: head, clock: testClock)
  case .anthropic: AnthropicDecoder(provider: "test", head: head, clock: testClock)
  case .gemini: geminiDecoder(head)
  default: ollamaDecoder(head)
  }
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
