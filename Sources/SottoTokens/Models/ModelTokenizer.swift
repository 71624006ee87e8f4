/// How a model's tokens can be counted.
package enum ModelTokenizer: Equatable, Sendable {
  /// With this encoding, exactly.
  case exact(Encoding)
  /// With this encoding, near enough: the model's own is not known, but it is OpenAI's.
  case near(Encoding)
  /// The model's own is not public or not here.
  case unknown(TokenEstimate.Family)

  /// Finds it by the model's name, with or without a provider before it (`openai/gpt-4o`).
  package init(model: String) {
    let name = ModelName(model)
    let version = name.version(after: "gpt")
    if name.belongs(to: Self.o200kModels) || version?.major == 5 {
      self = .exact(.o200k)
    } else if name.belongs(to: Self.cl100kModels) {
      self = .exact(.cl100k)
    } else if let version, version.major >= 4 {
      self = .near(.o200k)
    } else if name.base.contains("claude") {
      self = .unknown(name.isRecentClaude ? .recentClaude : .claude)
    } else {
      self = .unknown(.general)
    }
  }

  /// The encoding that is the model's own, if there is one.
  package var encoding: Encoding? {
    switch self {
    case .exact(let encoding), .near(let encoding): encoding
    case .unknown: nil
    }
  }

  private static let o200kModels = [
    "gpt-4o", "gpt-4.1", "gpt-4.5", "gpt-5", "gpt-oss", "chatgpt-4o", "o1", "o3", "o4-mini",
  ]
  private static let cl100kModels = [
    "gpt-4", "gpt-3.5", "gpt-35", "gpt-3.5-turbo", "gpt-35-turbo", "davinci-002", "babbage-002",
    "text-embedding-3", "text-embedding-ada-002",
  ]
}
