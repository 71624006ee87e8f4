import SottoTokens
import Testing

private struct Check: CustomTestStringConvertible, Sendable {
  var provider: String
  var model: String
  var width: Int
  var height: Int
  var detail: ImageDetail
  var tokens: Int
  var isExact: Bool

  init(
    _ provider: String, _ model: String, _ width: Int, _ height: Int, _ tokens: Int,
    _ detail: ImageDetail = .auto, isExact: Bool = true
  ) {
    self.provider = provider
    self.model = model
    self.width = width
    self.height = height
    self.detail = detail
    self.tokens = tokens
    self.isExact = isExact
  }

  var testDescription: String { "\(model) \(width)x\(height) \(detail)" }
}

/// Measured by what was billed, or worked out in the provider's own documentation.
private let checks: [Check] = [
  Check("openai", "gpt-4o", 1024, 1024, 765),
  Check("openai", "gpt-4o", 2048, 4096, 1105),
  Check("openai", "gpt-4o-2024-08-06", 2048, 4096, 85, .low),
  Check("openrouter", "openai/gpt-4.1", 512, 512, 255),
  Check("azure", "gpt-4o-mini", 1024, 1024, 2833 + 4 * 5667),
  Check("openai", "o1", 1024, 1024, 75 + 4 * 150),
  Check("openai", "o3-pro", 100, 100, 75, .low),
  Check("openai", "computer-use-preview", 1024, 1024, 65 + 4 * 129),
  Check("openai", "gpt-5", 1024, 1024, 70 + 4 * 140),
  Check("openai", "gpt-5.1", 64, 64, 70 + 140),

  // 64 patches, and 1452 after shrinking to 1536.
  Check("openai", "gpt-4.1-mini", 256, 256, 104),
  Check("openai", "gpt-4.1-mini", 1800, 2400, 2353),
  Check("openai", "gpt-4.1-nano", 256, 256, 158),
  Check("openai", "o4-mini", 256, 256, 111),
  Check("openai", "gpt-5-mini", 256, 256, 77, isExact: false),
  Check("openai", "gpt-5-nano", 256, 256, 96, isExact: false),

  Check("openai", "gpt-6", 256, 256, 77),
  Check("openai", "gpt-6", 512, 512, 308),
  Check("openai", "gpt-6", 1024, 1024, 1229),
  Check("openai", "gpt-5.2", 1024, 1024, 1229),
  Check("openai", "gpt-6-mini", 1280, 720, 1104),
  Check("openai", "gpt-6", 1920, 1080, 2448),
  Check("openai", "gpt-6", 3840, 2160, 9792),
  Check("openai", "gpt-6", 3840, 2160, 2931, .high),
  Check("openai", "gpt-6", 4032, 3024, 14364),
  Check("openai", "gpt-6", 4032, 3024, 2942, .high),
  Check("openai", "gpt-5.5", 4032, 3024, 11868),
  Check("openai", "gpt-5.5", 4032, 3024, 11868, .original),
  Check("openai", "gpt-5.4", 4032, 3024, 2942, .high),
  Check("openai", "gpt-6", 512, 512, 308, .low, isExact: false),

  Check("anthropic", "claude-sonnet-4-5", 256, 256, 100),
  Check("anthropic", "claude-sonnet-4-20250514", 512, 512, 361),
  Check("anthropic", "claude-3-5-sonnet-20240620", 1024, 1024, 1369),
  Check("anthropic", "claude-opus-4-1-20250805", 1280, 720, 1196),
  Check("anthropic", "claude-haiku-4-5", 1920, 1080, 1560),
  Check("anthropic", "claude-opus-4-7", 1920, 1080, 2691),
  Check("openrouter", "anthropic/claude-opus-4.7", 1920, 1080, 2691),
  Check("bedrock", "anthropic.claude-opus-4-7-v1:0", 1920, 1080, 2691),
  Check("anthropic", "claude-sonnet-5", 1920, 1080, 2691),

  Check("gemini", "gemini-2.5-flash", 384, 384, 258, isExact: false),
  Check("gemini", "gemini-2.0-flash", 1024, 1024, 4 * 258, isExact: false),
  Check("gemini", "gemini-2.5-pro", 1024, 1024, 64, .low, isExact: false),
  Check("gemini", "gemini-2.5-pro", 1024, 1024, 256, .medium, isExact: false),
  Check("gemini", "gemini-3-pro", 256, 256, 1101, isExact: false),
  Check("gemini", "gemini-3-flash", 4000, 3000, 280, .low, isExact: false),
  Check("gemini", "gemini-3-flash", 4000, 3000, 560, .medium, isExact: false),
  Check("gemini", "gemini-flash-latest", 4000, 3000, 2240, .ultraHigh, isExact: false),
  Check("deepseek", "deepseek-v4-flash", 4000, 3000, 384, isExact: false),

  Check("openai", "an-alias", 256, 256, 77, isExact: false),
  Check("google", "an-alias", 256, 256, 1101, isExact: false),
  Check("somebody", "a-model", 256, 256, 100, isExact: false),
]

@Suite struct ImageTokensTests {
  @Test(arguments: checks)
  private func `costs what is billed`(check: Check) {
    let count = ImageTokens.count(
      provider: check.provider, model: check.model, width: check.width, height: check.height,
      detail: check.detail)
    #expect(count == TokenCount(check.tokens, isExact: check.isExact))
  }

  @Test(
    arguments: ["gpt-4o", "gpt-4.1-mini", "gpt-6", "claude-opus-5", "gemini-2.5-pro", "other"],
    ImageDetail.allCases)
  func `is never zero and within the limits, whatever a file says of its size`(
    model: String, detail: ImageDetail
  ) {
    let sizes = [Int.min, 0, 1, 31, 100_000, Int.max]
    for width in sizes {
      for height in sizes {
        let count = ImageTokens.count(
          provider: "", model: model, width: width, height: height, detail: detail)
        #expect(count.value > 0)
        if model.hasPrefix("claude") { #expect(count.value <= 4784) }
        if model == "gpt-4.1-mini" { #expect(count.value <= 2489) }
      }
    }
  }
}
