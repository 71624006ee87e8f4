import SottoCore
import SottoProviders
import Testing

/// Every reason that a protocol or a provider of it is known to give, and ours for it.
private let reasons: [(WireProtocol, String, StopReason)] = [
  (.openAIChat, "stop", .stop), (.openAIChat, "length", .length),
  (.openAIChat, "tool_calls", .toolCalls), (.openAIChat, "function_call", .toolCalls),
  (.openAIChat, "content_filter", .contentFilter), (.openAIChat, "model_length", .length),
  (.openAIChat, "eos", .stop), (.openAIChat, "STOP", .stop), (.openAIChat, "end_turn", .stop),
  (.openAIChat, "max_tokens", .length), (.openAIChat, "refusal", .refusal),
  (.anthropic, "end_turn", .stop), (.anthropic, "stop_sequence", .stop),
  (.anthropic, "max_tokens", .length), (.anthropic, "model_context_window_exceeded", .length),
  (.anthropic, "tool_use", .toolCalls), (.anthropic, "refusal", .refusal),
  (.anthropic, "pause_turn", .other),
  (.gemini, "STOP", .stop), (.gemini, "MAX_TOKENS", .length), (.gemini, "SAFETY", .contentFilter),
  (.gemini, "RECITATION", .contentFilter), (.gemini, "BLOCKLIST", .contentFilter),
  (.gemini, "PROHIBITED_CONTENT", .contentFilter), (.gemini, "SPII", .contentFilter),
  (.gemini, "MODEL_ARMOR", .contentFilter), (.gemini, "IMAGE_SAFETY", .contentFilter),
  (.gemini, "IMAGE_PROHIBITED_CONTENT", .contentFilter),
  (.gemini, "IMAGE_RECITATION", .contentFilter), (.gemini, "LANGUAGE", .other),
  (.gemini, "OTHER", .other), (.gemini, "MALFORMED_FUNCTION_CALL", .other),
  (.gemini, "UNEXPECTED_TOOL_CALL", .other), (.gemini, "TOO_MANY_TOOL_CALLS", .other),
  (.gemini, "MISSING_THOUGHT_SIGNATURE", .other), (.gemini, "MALFORMED_RESPONSE", .other),
  (.gemini, "NO_IMAGE", .other), (.gemini, "IMAGE_OTHER", .other), (.gemini, "ESCALATION", .other),
  (.ollama, "stop", .stop), (.ollama, "length", .length), (.ollama, "load", .other),
  (.ollama, "unload", .other),
]

@Suite struct FinishReasonTests {
  @Test(arguments: reasons)
  func `knows every reason and keeps its spelling`(
    wire: WireProtocol, reason: String, expected: StopReason
  ) {
    let body =
      switch wire {
      case .openAIChat: events(chunk(#"{"content":"a"}"#, finish: reason), "[DONE]")
      case .anthropic:
        messageEvents(
          messageStart, textStart, textDelta("a"), blockStop(0), messageDelta(reason), messageStop)
      case .gemini:
        #"[{"candidates":[{"content":{"parts":[{"text":"a"}]},"finishReason":"\#(reason)"}]}]"#
      default: #"{"message":{"content":"a"},"done":true,"done_reason":"\#(reason)"}"#
      }
    let decoded = decodeAnswer(body, with: answerDecoder(for: wire))
    #expect(decoded.text == "a")
    #expect(decoded.stopReason == expected)
    #expect(decoded.finishReason == reason)
    #expect(decoded.unknownEvents == 0)
  }

  @Test(arguments: ["SAFETY", "OTHER", "BLOCKLIST", "PROHIBITED_CONTENT", "JAILBREAK"])
  func `ends a blocked prompt as filtered`(reason: String) {
    let body =
      #"{"promptFeedback":{"blockReason":"\#(reason)"},"usageMetadata":{"promptTokenCount":4}}"#
    for form in [body, "[\(body)]", "data: \(body)\r\n\r\n"] {
      let decoded = decodeAnswer(form, with: answerDecoder(for: .gemini))
      #expect(decoded.stopReason == .contentFilter)
      #expect(decoded.usage?.inputTokens == 4)
    }
  }

  @Test func `fails with a response that was cancelled`() {
    let end =
      #"{"type":"response.cancelled","response":{"object":"response","status":"cancelled"}}"#
    let decoded = decodeResponses(responseEvents(responseText("\"a\""), end))
    #expect(decoded.text == "a")
    #expect(decoded.error?.code == .serverError)
    #expect(decoded.finishReason == "cancelled")
  }
}
