/// Anthropic's rule: patches of 28 pixels, after the image has been shrunk to two limits.
///
/// The older published rule, width times height by 750, gives 2 to 3 % more or less at a megapixel
/// and 13 % less at 256 by 256; what is billed are the patches.
struct ClaudeImages {
  private let longestEdge: Int
  private let most: Int

  /// Up to 1568 pixels and tokens.
  static let standard = ClaudeImages(longestEdge: 1568, most: 1568)
  /// From the generation of Opus 4.7 on.
  static let highResolution = ClaudeImages(longestEdge: 2576, most: 4784)

  init(_ model: ModelName) {
    self = model.isRecentClaude ? .highResolution : .standard
  }

  private init(longestEdge: Int, most: Int) {
    self.longestEdge = longestEdge
    self.most = most
  }

  func count(_ size: ImageSize) -> TokenCount {
    var edge = min(Int(size.longer), longestEdge)
    while edge > 1 {
      var shrunk = size
      shrunk.scale(by: Double(edge) / size.longer)
      shrunk.width = max(shrunk.width.rounded(), 1)
      shrunk.height = max(shrunk.height.rounded(), 1)
      let patches = shrunk.squares(of: 28)
      if patches <= most { return TokenCount(patches, isExact: true) }
      edge -= 1
    }
    return TokenCount(1, isExact: true)
  }
}

extension ModelName {
  /// Opus 4.7 and what came after it: another tokenizer and larger images.
  var isRecentClaude: Bool {
    version(after: "claude").map { $0 >= Version(major: 4, minor: 7) } ?? false
  }
}
