package import SottoCore

/// Reads the answer to `GET {base}/models`.
package enum GeminiModelList {
  /// The names of the models that generate content, without their folder `models/`, in the server's
  /// order.
  ///
  /// - Throws: for an error status, and when the body is no list.
  package static func decode(
    _ body: [UInt8], head: HTTPResponseHead, provider: String, now: Timestamp
  ) throws(ProviderError) -> [ProviderModel] {
    var body = body
    if (200...299).contains(head.status),
      let value = try? JSONValue(parsing: BodyShape.trimmingStart(body)),
      let models = value["models"]?.array
    {
      body = JSONValue.object(["models": .array(models.filter(generates))]).encoded
    }
    return try ModelList.decode(body, head: head, provider: provider, now: now)
  }

  /// A model that does not say what it does is not left out.
  private static func generates(_ model: JSONValue) -> Bool {
    guard let methods = model["supportedGenerationMethods"]?.array else { return true }
    return methods.contains("generateContent")
  }
}
