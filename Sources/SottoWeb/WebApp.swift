package import SottoCore
package import SottoEngine
package import SottoExchange
package import SottoHTTP

/// The app API and the web app's files, as routes for the server.
package struct WebApp: Sendable {
  /// What the routes work with.
  package struct Parts: Sendable {
    package var store: any ConversationStore
    package var files: any FileStore
    /// Where files are taken in.
    package var intake: FileIntake
    package var search: any MessageSearch
    package var providerStore: any ProviderStore
    package var secretStore: any SecretStore
    package var upkeep: any StoreUpkeep
    package var models: ModelDirectory
    package var engine: TurnEngine
    package var sentRequests: any SentRequestLog
    package var usage: any UsageStore
    package var changes: Changes
    package var imports: Imports
    package var exporter: Exporter
    /// The folder that files to import are taken into.
    package var uploads: String
    /// The small model that comes with the set-up, if it is there.
    package var local: (any LocalModelHost)?
    /// Whether the data folder is encrypted.
    package var vault: VaultStatus
    package var version: String
    /// What left this machine.
    package var ledger: EgressLedger
    /// The hosts that words may go to.
    package var hosts: HostBook
    package var templates: any TemplateStore
    package var erasing: any ErasableStore

    package init(
      store: any ConversationStore, files: any FileStore, intake: FileIntake,
      search: any MessageSearch,
      providerStore: any ProviderStore, secretStore: any SecretStore, upkeep: any StoreUpkeep,
      models: ModelDirectory, engine: TurnEngine, sentRequests: any SentRequestLog,
      usage: any UsageStore, changes: Changes, imports: Imports, exporter: Exporter,
      uploads: String,
      local: (any LocalModelHost)?, vault: VaultStatus = .plain, version: String,
      ledger: EgressLedger, hosts: HostBook, templates: any TemplateStore,
      erasing: any ErasableStore
    ) {
      self.store = store
      self.files = files
      self.intake = intake
      self.search = search
      self.providerStore = providerStore
      self.secretStore = secretStore
      self.upkeep = upkeep
      self.models = models
      self.engine = engine
      self.sentRequests = sentRequests
      self.usage = usage
      self.changes = changes
      self.imports = imports
      self.exporter = exporter
      self.uploads = uploads
      self.local = local
      self.vault = vault
      self.version = version
      self.ledger = ledger
      self.hosts = hosts
      self.templates = templates
      self.erasing = erasing
    }
  }

  let parts: Parts
  let access: AccessPolicy

  /// The app over its parts. `access` says which hosts the server answers to.
  package init(parts: Parts, access: AccessPolicy) {
    self.parts = parts
    self.access = access
  }

  /// Every route, each topic in a file of its own.
  package func router() -> Router {
    var router = Router(renderFailure: APIFailure.render)
    router.commonHeaders = SecurityHeaders.all
    router.addGuard(SharePolicy(access: access).check)
    router.addGuard(access.check)
    addOperationRoutes(to: &router)
    addProjectRoutes(to: &router)
    addConversationRoutes(to: &router)
    addMessageRoutes(to: &router)
    addTurnRoutes(to: &router)
    addSearchRoutes(to: &router)
    addFileRoutes(to: &router)
    addEstimateRoutes(to: &router)
    addContextRoutes(to: &router)
    addUsageRoutes(to: &router)
    addModelRoutes(to: &router)
    addProviderRoutes(to: &router)
    addTemplateRoutes(to: &router)
    addEgressRoutes(to: &router)
    addErasingRoutes(to: &router)
    addKeyRoutes(to: &router)
    addUpkeepRoutes(to: &router)
    addChangeRoutes(to: &router)
    addExchangeRoutes(to: &router)
    addAssetRoutes(to: &router)
    return router
  }
}
