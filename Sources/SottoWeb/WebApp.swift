package import SottoCore
package import SottoEngine
package import SottoHTTP

/// The app API and the web app's files, as routes for the server.
package struct WebApp: Sendable {
  /// What the routes work with.
  package struct Parts: Sendable {
    package var store: any ConversationStore
    package var files: any FileStore
    package var providerStore: any ProviderStore
    package var secretStore: any SecretStore
    package var models: ModelDirectory
    package var engine: TurnEngine
    package var changes: Changes
    /// The small model that comes with the set-up, if it is there.
    package var local: (any LocalModelHost)?
    /// Whether the data folder is encrypted.
    package var vault: VaultStatus
    package var version: String

    package init(
      store: any ConversationStore, files: any FileStore, providerStore: any ProviderStore,
      secretStore: any SecretStore, models: ModelDirectory, engine: TurnEngine, changes: Changes,
      local: (any LocalModelHost)?, vault: VaultStatus = .plain, version: String
    ) {
      self.store = store
      self.files = files
      self.providerStore = providerStore
      self.secretStore = secretStore
      self.models = models
      self.engine = engine
      self.changes = changes
      self.local = local
      self.vault = vault
      self.version = version
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
    router.addGuard(access.check)
    addOperationRoutes(to: &router)
    addProjectRoutes(to: &router)
    addConversationRoutes(to: &router)
    addTurnRoutes(to: &router)
    addFileRoutes(to: &router)
    addEstimateRoutes(to: &router)
    addModelRoutes(to: &router)
    addProviderRoutes(to: &router)
    addChangeRoutes(to: &router)
    addAssetRoutes(to: &router)
    return router
  }
}
