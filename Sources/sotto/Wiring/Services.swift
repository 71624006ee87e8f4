import SottoCore
import SottoCurl
import SottoEngine
import SottoLocal
import SottoProviders
import SottoSecrets
import SottoStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The concrete parts, put together. The only place that names them all.
struct Services: Sendable {
  let environment: [String: String]
  let dataFolder: String
  let store: SQLiteStore
  let vault: VaultStatus
  let keys: any SecretStore
  let transport: CurlTransport
  let local: LocalModels
  let models: ModelDirectory
  let engine: TurnEngine
  let changes: Changes

  /// Opens the data folder, making it if it is not there, and ends what dead processes left
  /// running. One that is encrypted asks for its passphrase.
  ///
  /// - Throws: ``SottoError`` with how to mend it.
  static func open(data option: String?) async throws -> Services {
    let environment = ProcessInfo.processInfo.environment
    let folder = DataFolder(option: option, environment: environment).path
    let vault = try Vault(folder: folder)
    let status = try vault.status()
    var key: VaultKey?
    if status.lock != nil {
      let source = PassphraseSource(environment: environment, terminal: Terminal())
      guard let passphrase = try await source.unattended() else { throw Vault.locked(folder) }
      key = try vault.unlock(with: passphrase)
    }
    let store = try await SQLiteStore.open(
      folder: folder, key: key, defaultProjectName: "Default")
    let services = try Services(
      environment: environment, folder: folder, store: store, vault: status)
    _ = try await store.interruptAbandonedTurns()
    return services
  }

  private init(
    environment: [String: String], folder: String, store: SQLiteStore, vault: VaultStatus
  ) throws {
    self.environment = environment
    dataFolder = folder
    self.store = store
    self.vault = vault
    keys = KeyFile(folder: folder)
    transport = try CurlTransport()
    local = LocalModels(dataFolder: folder, environment: environment)
    changes = Changes()
    let formats = WireFormats.all(userAgent: "sotto/\(Sotto.version)")
    models = ModelDirectory(
      providerStore: store, secretStore: keys, known: KnownProvider.all,
      environment: environment, transport: transport, formats: formats, local: local,
      catalogue: { ModelCatalogue.builtIn }, modelsFile: ModelsFile(folder: folder))
    engine = TurnEngine(
      TurnEngine.Parts(
        store: store, files: store, answers: store,
        counter: RequestTokenCounter(
          data: folder, executable: LocalModelInstallation.currentExecutable),
        models: models, transport: transport,
        formats: formats, changes: changes))
  }

  /// Releases what outlives a call: the database, connections, a local model that was started here.
  func close() async {
    await local.stop()
    transport.shutdown()
    await store.close()
  }

  /// Opens the services for one command and closes them whatever happens.
  static func using<Value>(
    data option: String?, _ body: (Services) async throws -> Value
  ) async throws -> Value {
    let services = try await open(data: option)
    do {
      let value = try await body(services)
      await services.close()
      return value
    } catch {
      await services.close()
      throw error
    }
  }

  /// The project a person named by its name or id, or the active one.
  func project(_ text: String?) async throws -> Project {
    guard let text else { return try await store.project(store.activeProjectID()) }
    if let id = ProjectID(text) { return try await store.project(id) }
    let projects = try await store.projects()
    let matches = projects.filter { $0.details.name == text }
    let loose = projects.filter { $0.details.name.lowercased() == text.lowercased() }
    switch (matches.isEmpty ? loose : matches).count {
    case 1: return (matches.isEmpty ? loose : matches)[0]
    case 0:
      throw SottoError(
        .projectNotFound, "there is no project '\(text)'",
        hint: "there are: \(projects.map(\.details.name).joined(separator: ", "))")
    default:
      throw SottoError(
        .projectNotFound, "several projects are called '\(text)'",
        hint: "use the id that 'sotto project list' shows")
    }
  }
}
