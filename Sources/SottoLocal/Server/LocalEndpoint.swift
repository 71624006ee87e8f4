/// Where a local model answers. Its description shows no key and can be logged.
package struct LocalEndpoint: Hashable, Sendable, CustomStringConvertible,
  CustomDebugStringConvertible
{
  /// The OpenAI-compatible base, ending in `/v1`.
  package var baseURL: String
  /// Sent as a bearer token; valid until this server stops.
  package var apiKey: String
  /// The name to send as `model`.
  package var modelName: String

  package init(baseURL: String, apiKey: String, modelName: String) {
    self.baseURL = baseURL
    self.apiKey = apiKey
    self.modelName = modelName
  }

  package var description: String { "\(modelName) at \(baseURL)" }
  package var debugDescription: String { description }

  /// The port of a base such as `http://127.0.0.1:8080`; nil when it is not on the loopback
  /// address.
  static func loopbackPort(of url: String) -> UInt16? {
    let prefix = "http://127.0.0.1:"
    guard url.hasPrefix(prefix) else { return nil }
    return UInt16(url.dropFirst(prefix.count).prefix { $0 != "/" })
  }

  var port: UInt16? { Self.loopbackPort(of: baseURL) }

  /// Whether a server answers there, knows the key and serves the model.
  func isHealthy(asking probe: HTTPProbe, within limit: Duration) async -> Bool {
    guard let port else { return false }
    // Any failure means the same here: not to be used.
    let answer = try? await probe.get("/v1/models", port: port, key: apiKey, within: limit)
    guard let answer, answer.status == 200 else { return false }
    return String(decoding: answer.body, as: UTF8.self).contains("\"\(modelName)\"")
  }
}
