public import SottoCore

/// A provider and where it comes from.
public struct ListedProvider: Hashable, Sendable {
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

  public var provider: Provider
  public var source: Source
  public var hasKey: Bool
  public var title: String?

  public init(provider: Provider, source: Source, hasKey: Bool, title: String? = nil) {
    self.provider = provider
    self.source = source
    self.hasKey = hasKey
    self.title = title
  }
}

/// A model that can be asked.
public struct ListedModel: Hashable, Sendable {
  public var reference: ModelReference
  public var source: ListedProvider.Source

  init(name: String, of listed: ListedProvider) {
    reference = ModelReference(provider: listed.provider.name, model: name)
    source = listed.source
  }
}

/// What ``ModelDirectory/models()`` found.
public struct ModelListing: Sendable {
  public var models: [ListedModel] = []
  /// Providers that could not be asked, and why.
  public var problems: [ProviderError] = []
}
