/// A byte-pair encoding whose vocabulary is public.
package enum Encoding: String, CaseIterable, Sendable {
  case cl100k = "cl100k_base"
  case o200k = "o200k_base"

  /// The number that stands for it in a vocabulary file.
  var code: UInt32 {
    switch self {
    case .cl100k: 1
    case .o200k: 2
    }
  }
}

/// How a model's tokens can be counted.
package enum ModelTokenizer: Equatable, Sendable {
  /// With this encoding, exactly.
  case exact(Encoding)
  /// With this encoding, near enough: the model's own is not known.
  case near(Encoding)
  /// By rules of thumb alone.
  case unknown(TokenEstimate.Family)

  /// Finds it by the model's name, with or without a provider before it (`openai/gpt-4o`).
  package init(model: String) {
    let name = model.lowercased().split(separator: "/").last.map(String.init) ?? ""
    let base = name.hasPrefix("ft:") ? String(name.dropFirst(3)) : name
    if Self.belongs(base, to: Self.o200kModels) {
      self = .exact(.o200k)
    } else if Self.belongs(base, to: Self.cl100kModels) {
      self = .exact(.cl100k)
    } else if base.hasPrefix("gpt-"), !base.hasPrefix("gpt-2"), !base.hasPrefix("gpt-3") {
      self = .near(.o200k)
    } else {
      self = .unknown(name.contains("claude") ? .claude : .general)
    }
  }

  /// The encoding to count with, if there is one.
  package var encoding: Encoding? {
    switch self {
    case .exact(let encoding), .near(let encoding): encoding
    case .unknown: nil
    }
  }

  /// `gpt-4` is the family of `gpt-4-turbo` and `gpt-4:latest`, not of `gpt-4x`.
  private static func belongs(_ name: String, to families: [String]) -> Bool {
    families.contains { family in
      guard name.hasPrefix(family) else { return false }
      let next = name.dropFirst(family.count).first
      return next == nil || next.map { "-.:@".contains($0) } == true
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
