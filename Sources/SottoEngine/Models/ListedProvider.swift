public import SottoCore

/// A provider and where it comes from.
public struct ListedProvider: Hashable, Sendable {
  /// Why a provider is there.
  public enum Source: String, Hashable, Sendable {
    /// Added by the person.
    case configured
    /// Of the catalogue, there because its key is.
    case environment
    /// A server somebody started on this machine.
    case found
    /// The small model that comes with the set-up.
    case bundled
  }

  /// How it is reached. The bundled one has no base URL before it is started.
  public var provider: Provider
  /// Why it is there.
  public var source: Source
  /// Whether its key was found; `false` as well for one that needs none.
  public var hasKey: Bool
  /// What it is, for a person to read; `nil` when only its name is known.
  public var title: String?

  /// A listed provider with its parts as they are.
  public init(provider: Provider, source: Source, hasKey: Bool, title: String? = nil) {
    self.provider = provider
    self.source = source
    self.hasKey = hasKey
    self.title = title
  }
}

/// A model that can be asked.
public struct ListedModel: Hashable, Sendable {
  /// How to ask for it.
  public var reference: ModelReference
  /// Why its provider is there.
  public var source: ListedProvider.Source
  /// What is known of it.
  public var info: ModelInfo

  init(_ model: ProviderModel, of listed: ListedProvider) {
    reference = ModelReference(provider: listed.provider.name, model: model.name)
    source = listed.source
    info = model.info
  }
}

/// What ``ModelDirectory/models()`` found.
public struct ModelListing: Sendable {
  /// In the order of the providers, then as each lists them.
  public var models: [ListedModel] = []
  /// Providers that could not be asked, and why.
  public var problems: [ProviderError] = []
  /// What is wrong with the person's own file of models; nothing of it counts then.
  public var fileProblem: SottoError?
}
