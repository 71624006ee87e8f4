import SottoCore
import SottoCurl
import SottoEngine
import SottoExchange
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
  let ledger: EgressLedger
  let hosts: HostBook
  let local: LocalModels
  let models: ModelDirectory
  let intake: FileIntake
  let engine: TurnEngine
  let changes: Changes
  let importer: Importer
  let exporter: Exporter

  /// Opens the data folder, making it if it is not there, and ends what dead processes left
  /// running. A folder that is encrypted asks for its passphrase, or its key store for the key. Where it
  /// `asks`, a person at the terminal may be asked for the passphrase of the keys.
  ///
  /// - Throws: ``SottoError`` with how to mend it.
  static func open(data option: String?, asks: Bool = true) async throws -> Services {
    let environment = ProcessInfo.processInfo.environment
    let folder = DataFolder(option: option, environment: environment).path
    let opened = try await FolderAccess(
      folder: folder, environment: environment, terminal: Terminal()
    ).open(asks: asks)
    let store = try await SQLiteStore.open(
      folder: folder, key: opened.key, defaultProjectName: "Default")
    let services = try Services(
      environment: environment, folder: folder, store: store, vault: opened.vault,
      keys: opened.keys)
    _ = try await store.interruptAbandonedTurns()
    return services
  }

  private init(
    environment: [String: String], folder: String, store: SQLiteStore, vault: VaultStatus,
    keys: any SecretStore
  ) throws {
    self.environment = environment
    dataFolder = folder
    self.store = store
    self.vault = vault
    self.keys = keys
    transport = try CurlTransport()
    ledger = EgressLedger(store: store)
    hosts = HostBook(store: store)
    local = LocalModels(dataFolder: folder, environment: environment, log: ledger)
    changes = Changes()
    importer = Importer(
      history: store, files: store, openDatabase: { try ForeignDatabase(path: $0) })
    exporter = Exporter(store: store, files: store)
    let formats = WireFormats.all(userAgent: "sotto/\(Sotto.version)")
    models = ModelDirectory(
      providerStore: store, secretStore: keys, known: KnownProvider.all,
      environment: environment, transport: transport, log: ledger, hosts: hosts,
      formats: formats, local: local,
      catalogue: { ModelCatalogue.builtIn }, modelsFile: ModelsFile(folder: folder))
    let documents = DocumentTexts(kept: store, reader: PDFToText())
    intake = FileIntake(files: store, documents: documents)
    engine = TurnEngine(
      TurnEngine.Parts(
        store: store, files: store, documents: documents, answers: store, sentRequests: store,
        usage: store,
        counter: RequestTokenCounter(
          data: folder, executable: LocalModelInstallation.currentExecutable),
        models: models, formats: formats, changes: changes))
  }

  /// Releases what outlives a call: the database, connections, a local model that was started here.
  func close() async {
    await local.stop()
    transport.shutdown()
    await ledger.flush()
    await store.close()
  }

  /// Opens the services for one command and closes them whatever happens.
  static func using<Value>(
    data option: String?, asks: Bool = true, _ body: (Services) async throws -> Value
  ) async throws -> Value {
    let services = try await open(data: option, asks: asks)
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
