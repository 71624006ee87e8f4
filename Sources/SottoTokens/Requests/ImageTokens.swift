/// How closely a model is asked to look at an image, in the providers' own words.
package enum ImageDetail: String, CaseIterable, Sendable {
  case auto, low, medium, high, original
  case ultraHigh = "ultra_high"
}

/// What an image costs. A count is marked as an estimate where the rule is not known for the model, or
/// known and not what is billed.
package enum ImageTokens {
  /// What an image costs.
  ///
  /// - Parameters:
  ///   - provider: the provider's name, such as `anthropic`; it decides where the model's name does
  ///     not tell whose it is.
  ///   - model: the model's name, with or without a vendor before it.
  ///   - width: in pixels.
  ///   - height: in pixels.
  ///   - detail: what the request asks for.
  /// - Returns: the tokens, never zero.
  package static func count(
    provider: String, model: String, width: Int, height: Int, detail: ImageDetail = .auto
  ) -> TokenCount {
    let size = ImageSize(width: width, height: height)
    let name = ModelName(model)
    if name.base.contains("claude") { return ClaudeImages(name).count(size) }
    if name.base.contains("gemini") { return GeminiImages(name).count(size, detail) }
    if let images = OpenAIImages(name) { return images.count(size, detail) }
    // DeepSeek's flash models reduce every image to 384 tokens or fewer.
    if name.base.contains("deepseek") { return TokenCount(384, isExact: false) }
    switch provider.lowercased() {
    case "gemini", "google", "vertex": return GeminiImages(name).count(size, detail).estimated
    case "openai", "azure": return OpenAIImages.newest.count(size, detail).estimated
    // Patches of 28 pixels, as Claude and several open models have them.
    default: return ClaudeImages.standard.count(size).estimated
    }
  }
}

extension TokenCount {
  fileprivate var estimated: TokenCount { TokenCount(value, isExact: false) }
}

/// An image's size in pixels, within what a file can have, so that no product of it overflows.
struct ImageSize {
  var width: Double
  var height: Double

  init(width: Int, height: Int) {
    self.width = Double(min(max(width, 1), 1_000_000))
    self.height = Double(min(max(height, 1), 1_000_000))
  }

  var longer: Double { max(width, height) }
  var shorter: Double { min(width, height) }

  /// How many squares of a side cover it.
  func squares(of side: Double) -> Int {
    Int((width / side).rounded(.up)) * Int((height / side).rounded(.up))
  }

  mutating func scale(by factor: Double) {
    width *= factor
    height *= factor
  }
}
