/// Runs the small model that comes with the set-up, and finds model servers that run on this
/// machine.
public protocol LocalModelHost: Sendable {
  /// Whether a bundled model is installed; costs no start.
  var isAvailable: Bool { get async }
  /// The name of the bundled model.
  var modelName: String { get }
  /// The most tokens of input and output together; `nil` where that is not known.
  var contextWindow: Int? { get }
  /// Where it answers; `nil` while it does not run. Starts nothing.
  var address: LocalModelAddress? { get async }
  /// Starts it if it does not run and waits until it answers.
  ///
  /// - Throws: ``SottoError`` with how to mend it.
  func start() async throws -> LocalModelAddress
  /// Servers of others on this machine, found within a few hundred milliseconds.
  func findServers() async -> [FoundServer]
  /// The hosts that ``findServers()`` asks: this machine, and where `OLLAMA_HOST` points.
  var askedHosts: [String] { get }
}

/// Where a running local model answers.
public struct LocalModelAddress: Sendable {
  /// With the path prefix of the protocol, such as `http://127.0.0.1:40123/v1`.
  public var baseURL: String
  /// The key that it asks for; `nil` when it asks for none.
  public var secret: Secret?

  /// An address with its parts as they are.
  public init(baseURL: String, secret: Secret?) {
    self.baseURL = baseURL
    self.secret = secret
  }
}

/// A model server that somebody else started on this machine.
public struct FoundServer: Hashable, Sendable {
  /// The provider name it is offered under, such as `ollama`.
  public var name: String
  /// What it is, for a person to read, such as `Ollama 0.6.2`.
  public var title: String
  /// With the path prefix of the protocol, such as `http://127.0.0.1:11434/v1`.
  public var baseURL: String

  /// A server with its parts as they are.
  public init(name: String, title: String, baseURL: String) {
    self.name = name
    self.title = title
    self.baseURL = baseURL
  }
}
