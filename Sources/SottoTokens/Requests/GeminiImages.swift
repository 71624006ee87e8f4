/// Google's rules: tiles of 768 pixels up to Gemini 2.5, then a number by resolution alone. Estimates
/// all, since how an image is cut into tiles is not published.
struct GeminiImages {
  private let hasTiles: Bool

  init(_ model: ModelName) {
    // A name without a version, such as `gemini-flash-latest`, is of the newest.
    hasTiles = model.version(after: "gemini").map { $0.major < 3 } ?? false
  }

  func count(_ size: ImageSize, _ detail: ImageDetail) -> TokenCount {
    TokenCount(hasTiles ? tiles(size, detail) : byResolution(detail), isExact: false)
  }

  private func tiles(_ size: ImageSize, _ detail: ImageDetail) -> Int {
    switch detail {
    case .low: 64
    case .medium: 256
    default: size.longer <= 384 ? 258 : 258 * size.squares(of: 768)
    }
  }

  /// The documented limits. For the default, 1120 are documented and 1,065 to 1,101 billed at any size
  /// from 256 by 256 up.
  private func byResolution(_ detail: ImageDetail) -> Int {
    switch detail {
    case .low: 280
    case .medium: 560
    case .ultraHigh: 2240
    default: 1101
    }
  }
}
