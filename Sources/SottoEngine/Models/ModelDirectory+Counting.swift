import SottoCore

extension ModelDirectory {
  /// The input tokens of a request as a llama.cpp server on this machine counts them with the model's
  /// own tokenizer.
  ///
  /// - Returns: `nil` for all other servers, which are not told what has not been sent, and for
  ///   those that cannot count.
  func countLocally(_ request: ModelRequest, for model: ModelReference) async -> Int? {
    guard let endpoint = await runningLocalEndpoint(for: model),
      !serversThatCannotCount.contains(endpoint.baseURL),
      let format = formats.first(where: { $0.name == endpoint.kind }),
      var httpRequest = format.encodeTokenCount(request, endpoint)
    else { return nil }
    httpRequest.deadlines = Deadlines(
      connect: .seconds(1), firstByte: .seconds(2), idle: .seconds(2), total: .seconds(3))
    guard
      let response = try? await outbound.send(
        httpRequest, for: Errand(.tokenCount, provider: model.provider)),
      let body = try? await response.body.collect(upTo: 1 << 16)
    else { return nil }
    guard response.head.status == 200, let count = format.decodeTokenCount(body) else {
      serversThatCannotCount.insert(endpoint.baseURL)
      return nil
    }
    return count
  }

  /// Where a model on this machine answers, without starting one for it.
  private func runningLocalEndpoint(for model: ModelReference) async -> ModelEndpoint? {
    if model.provider == Self.bundledName {
      guard let address = await local?.address else { return nil }
      return ModelEndpoint(
        reference: model, kind: .openAIChat, baseURL: address.baseURL, secret: address.secret)
    }
    guard let listed = try? await provider(named: model.provider),
      listed.source == .found || listed.provider.name == Self.llamaCppName,
      NetworkPlace(url: listed.provider.baseURL)?.isLoopback == true
    else { return nil }
    let provider = listed.provider
    return ModelEndpoint(
      reference: model, kind: provider.kind, baseURL: provider.baseURL,
      secret: try? await keys.secret(for: provider))
  }
}

extension ModelDirectory {
  /// The provider name that people and the catalogue give to such a server.
  private static let llamaCppName = "llamacpp"
}
