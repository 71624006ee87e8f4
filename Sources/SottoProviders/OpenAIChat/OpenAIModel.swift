import SottoCore

/// What the name of a model says of it where it follows OpenAI's pattern. A vendor in front
/// (`openai/gpt-5`) does not matter.
struct OpenAIModel: Sendable {
  private let name: String
  /// `gpt-5.4` is 504; `nil` for what is not gpt-5 or later.
  private let version: Int?
  private let isOSeries: Bool

  init(_ model: String) {
    name = Self.shortName(model)
    var version: Int?
    if name.hasPrefix("gpt-"), let major = Int(name.dropFirst(4).prefix(while: \.isNumber)),
      // `gpt-35-turbo` is how Azure spells 3.5.
      (5...30).contains(major)
    {
      let rest = name.dropFirst(4).drop(while: \.isNumber)
      let minor = rest.first == "." ? Int(rest.dropFirst().prefix(while: \.isNumber)) : nil
      version = major * 100 + min(minor ?? 0, 99)
    }
    let generation = name.prefix { $0 != "-" }
    let isOSeries =
      generation.first == "o" && generation.count == 2 && (generation.last?.isNumber ?? false)
    // These chat models do not reason.
    let isChat = name.contains("-chat")
    self.version = isChat ? nil : version
    self.isOSeries = isOSeries && !isChat
  }

  /// Whether it refuses a temperature, `stop` and `max_tokens`, and prefers the role `developer`:
  /// the o-series, gpt-5 and later.
  var isReasoning: Bool { version != nil || isOSeries }

  /// The efforts it takes, from the least to the most; empty where there are none.
  var efforts: [ReasoningEffort] {
    if isOSeries { return Self.threeSteps }
    guard let version else { return name.contains("gpt-oss") ? Self.threeSteps : [] }
    if name.contains("-pro") { return version < 502 ? [.high] : [.medium, .high, .extraHigh] }
    if name.contains("-codex") {
      return version < 502 ? Self.threeSteps : Self.threeSteps + [.extraHigh]
    }
    switch version {
    case 500: return [.minimal] + Self.threeSteps
    case 501: return [.none] + Self.threeSteps
    case 502..<600: return [.none] + Self.threeSteps + [.extraHigh]
    case 600..<602: return [.none] + Self.threeSteps + [.extraHigh, .max]
    default: return Self.threeSteps + [.extraHigh, .max]
    }
  }

  /// Whether Chat Completions refuses function tools together with any effort but `none`.
  var refusesToolsWhenReasoning: Bool { (version ?? 0) >= 504 }

  static let threeSteps: [ReasoningEffort] = [.low, .medium, .high]

  /// The name in lower case and without a vendor.
  static func shortName(_ model: String) -> String {
    model.split(separator: "/").last.map { $0.lowercased() } ?? ""
  }
}
