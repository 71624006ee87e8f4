package import SottoCore

/// Reads the answer to `GET {base}/models`.
package enum ModelList {
  /// The models in the server's order, each once, with what the list says of them. Servers wrap the
  /// list as `data`, as `models` or not at all; one that is marked as not active is left out.
  ///
  /// - Throws: for an error status, and when the body is no list.
  package static func decode(
    _ body: [UInt8], head: HTTPResponseHead, provider: String, now: Timestamp
  ) throws(ProviderError) -> [ProviderModel] {
    guard (200...299).contains(head.status) else {
      throw AnswerError.decode(body, head: head, provider: provider, now: now)
    }
    let value = (try? JSONValue(parsing: BodyShape.trimmingStart(body))) ?? .null
    guard let elements = value["data"]?.array ?? value["models"]?.array ?? value.array else {
      if let upstream = UpstreamError(value) {
        throw AnswerError.decode(inAnswer: upstream, provider: provider)
      }
      var error = AnswerError.failure(.malformedAnswer, provider: provider, isRetryable: false)
      error.message = "\(provider) sent something that is no list of models"
      error.details = AnswerError.readableText(body)
      throw error
    }
    var seen: Set<String> = []
    return elements.compactMap { element in
      guard let name = name(element), element["active"]?.bool != false, seen.insert(name).inserted
      else { return nil }
      return ProviderModel(name: name, info: ListedModelInfo.decode(element))
    }
  }

  private static func name(_ element: JSONValue) -> String? {
    let name =
      element.string ?? element["id"]?.string ?? element["name"]?.string
      ?? element["model"]?.string
    guard let name, !name.isEmpty else { return nil }
    // Gemini lists `models/gemini-…` and takes the name without it.
    return name.hasPrefix("models/") ? String(name.dropFirst("models/".count)) : name
  }
}
