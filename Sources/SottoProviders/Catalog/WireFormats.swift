public import SottoCore

/// The registry of wire protocols: one line for each.
public enum WireFormats {
  /// - Parameters:
  ///   - userAgent: what requests say of us, such as `sotto/1.0`.
  ///   - clock: what dates in answers are compared with.
  /// - Returns: the formats, one for each ``WireProtocol``.
  public static func all(userAgent: String, clock: WallClock = .system) -> [WireFormat] {
    [
      OpenAIChat.wireFormat(userAgent: userAgent, clock: clock),
      OpenAIResponses.wireFormat(userAgent: userAgent, clock: clock),
      Anthropic.wireFormat(userAgent: userAgent, clock: clock),
      Gemini.wireFormat(userAgent: userAgent, clock: clock),
      Ollama.wireFormat(userAgent: userAgent, clock: clock),
    ]
  }
}
