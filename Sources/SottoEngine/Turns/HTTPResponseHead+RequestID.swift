import SottoCore

extension HTTPResponseHead {
  /// As OpenAI and most others, Anthropic, Azure, Amazon and DashScope name them.
  private static let requestIDFields = [
    "x-request-id", "request-id", "apim-request-id", "x-amzn-requestid", "x-dashscope-request-id",
  ]
  private static let longestRequestID = 200

  /// What the provider calls this request, so that a person can tell its support; `nil` when it gives no
  /// name, or none of printable ASCII.
  func requestID(hiding secret: Secret?) -> String? {
    for field in Self.requestIDFields {
      guard let value = headers[field], !value.isEmpty,
        value.utf8.count <= Self.longestRequestID,
        value.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
      else { continue }
      return value.blanking(secret)
    }
    return nil
  }
}
