package import SottoCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Looks for model servers that already run on this machine. One question to each known port, all
/// at once.
package struct LocalDiscovery: Sendable {
  /// Where Ollama is asked.
  package var ollama: OllamaAddress?
  /// Where llama.cpp's server is asked, on the loopback address.
  package var llamaServerPort: UInt16
  /// Where LM Studio is asked, on the loopback address.
  package var lmStudioPort: UInt16
  private let probe: HTTPProbe

  package init(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    llamaServerPort: UInt16 = 8080, lmStudioPort: UInt16 = 1234, log: any EgressLog
  ) {
    probe = HTTPProbe(for: .discovery, log: log)
    ollama = OllamaAddress(environment["OLLAMA_HOST"] ?? "")
    self.llamaServerPort = llamaServerPort
    self.lmStudioPort = lmStudioPort
  }

  /// The servers that answer within the limit, in the order Ollama, llama-server, LM Studio.
  package func find(within limit: Duration = .milliseconds(300)) async -> [FoundServer] {
    async let ollama = findOllama(within: limit)
    async let llama = findLlamaServer(within: limit)
    async let studio = findLMStudio(within: limit)
    return await [ollama, llama, studio].compactMap { $0 }
  }

  private func findOllama(within limit: Duration) async -> FoundServer? {
    struct Version: Decodable { var version: String }
    guard let ollama,
      let version: Version = await ask("/api/version", ollama.host, ollama.port, limit)?.value
    else { return nil }
    return FoundServer(
      name: "ollama", title: "Ollama \(version.version.prefix(32))",
      baseURL: ollama.baseURL + "/v1")
  }

  private func findLlamaServer(within limit: Duration) async -> FoundServer? {
    struct Health: Decodable { var status: String? }
    // Many programs use this port and answer /health: this one says in a header who it is.
    let found: Asked<Health>? = await ask("/health", "127.0.0.1", llamaServerPort, limit)
    guard found?.answer.headers["server"]?.lowercased() == "llama.cpp" else { return nil }
    return FoundServer(
      name: "llamacpp", title: "llama-server",
      baseURL: "http://127.0.0.1:\(llamaServerPort)/v1")
  }

  private func findLMStudio(within limit: Duration) async -> FoundServer? {
    struct Models: Decodable {
      struct Model: Decodable { var id: String }
      var data: [Model]
    }
    let found: Asked<Models>? = await ask("/v1/models", "127.0.0.1", lmStudioPort, limit)
    guard found != nil else { return nil }
    return FoundServer(
      name: "lmstudio", title: "LM Studio", baseURL: "http://127.0.0.1:\(lmStudioPort)/v1")
  }

  private struct Asked<Value> {
    var value: Value
    var answer: HTTPAnswer
  }

  private func ask<Value: Decodable>(
    _ path: String, _ host: String, _ port: UInt16, _ limit: Duration
  ) async -> Asked<Value>? {
    // Whatever goes wrong, the answer is the same: no such server there.
    guard let answer = try? await probe.get(path, host: host, port: port, within: limit),
      answer.status == 200,
      let value = try? JSONDecoder().decode(Value.self, from: Data(answer.body))
    else { return nil }
    return Asked(value: value, answer: answer)
  }
}
