package import SottoCore

/// The local models of this machine: the bundled one as a child of this process, and servers that
/// others started.
package struct LocalModels: LocalModelHost {
  private let installation: Result<LocalModelInstallation, LocalModelError>
  private let server: LocalModelServer?
  private let discovery: LocalDiscovery

  /// Looks for an installed model; starts nothing. `dataFolder` takes the model's log and the note
  /// for other processes, `log` every connection.
  package init(dataFolder: String, environment: [String: String], log: any EgressLog) {
    do {
      let found = try LocalModelInstallation.find(environment: environment)
      installation = .success(found)
      server = LocalModelServer(installation: found, folder: dataFolder, log: log)
    } catch {
      installation = .failure(error)
      server = nil
    }
    discovery = LocalDiscovery(environment: environment, log: log)
  }

  package var isAvailable: Bool { server != nil }

  package var modelName: String {
    switch installation {
    case .success(let found): found.modelName
    case .failure: ""
    }
  }

  package var contextWindow: Int? { server == nil ? nil : LocalModelInstallation.contextWindow }

  package var address: LocalModelAddress? {
    get async {
      guard let endpoint = await server?.runningEndpoint(),
        let secret = try? Secret(endpoint.apiKey)
      else { return nil }
      return LocalModelAddress(baseURL: endpoint.baseURL, secret: secret)
    }
  }

  package func start() async throws -> LocalModelAddress {
    do {
      _ = try installation.get()
      guard let endpoint = try await server?.endpoint() else {
        throw LocalModelError(.notInstalled, "no local model is installed")
      }
      return LocalModelAddress(
        baseURL: endpoint.baseURL, secret: try Secret(endpoint.apiKey))
    } catch let error as LocalModelError {
      throw SottoError(.localModel, error.message, hint: error.hint)
    }
  }

  package func findServers() async -> [FoundServer] { await discovery.find() }

  package var askedHosts: [String] {
    ["127.0.0.1", discovery.ollama?.host].compactMap { $0?.lowercased() }
  }

  /// Stops the model if this process started it.
  package func stop() async { await server?.stop() }
}
