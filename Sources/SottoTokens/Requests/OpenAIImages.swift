/// OpenAI's two rules: older models cut an image into tiles of 512 pixels, newer ones into patches
/// of 32.
enum OpenAIImages {
  case tiles(base: Int, each: Int)
  case patches(Patches)

  /// The rule of models later than those we know.
  static let newest = OpenAIImages.patches(
    Patches(factor: 1.2, highLimit: 2500, autoLimit: nil, isBilled: true))

  /// `nil` for a name that is not one of OpenAI's.
  ///
  /// The documentation gives 1.62 and 2.46 for gpt-5-mini and gpt-5-nano; billed are about 1.2 and
  /// 1.5, which are used here.
  init?(_ model: ModelName) {
    if let rule = Self.older.first(where: { model.belongs(to: $0.models) })?.rule {
      self = rule
    } else if let version = model.version(after: "gpt"), version.major >= 5 {
      let has10000 = version.major == 5 && 4...5 ~= version.minor
      let is52Or53 = version.major == 5 && version.minor < 4
      self = .patches(
        Patches(
          factor: 1.2, highLimit: 2500, autoLimit: has10000 ? 10_000 : is52Or53 ? 2500 : nil,
          isBilled: true))
    } else {
      return nil
    }
  }

  /// The first that fits counts.
  private static let older: [(models: [String], rule: OpenAIImages)] = [
    (["gpt-4o-mini"], .tiles(base: 2833, each: 5667)),
    (["gpt-4.1-mini"], .patches(Patches(factor: 1.62, limit: 1536, isBilled: true))),
    (["gpt-4.1-nano"], .patches(Patches(factor: 2.46, limit: 1536, isBilled: true))),
    (["o4-mini"], .patches(Patches(factor: 1.72, limit: 1536, isBilled: true))),
    (["gpt-5-mini"], .patches(Patches(factor: 1.2, limit: 1536, isBilled: false))),
    (["gpt-5-nano"], .patches(Patches(factor: 1.5, limit: 1536, isBilled: false))),
    (["gpt-4o", "chatgpt-4o", "gpt-4.1", "gpt-4.5", "gpt-4"], .tiles(base: 85, each: 170)),
    (["o1", "o3"], .tiles(base: 75, each: 150)),
    (["computer-use-preview"], .tiles(base: 65, each: 129)),
    (["gpt-5", "gpt-5.1"], .tiles(base: 70, each: 140)),
  ]

  func count(_ size: ImageSize, _ detail: ImageDetail) -> TokenCount {
    switch self {
    case .tiles(let base, let each):
      let tiles = detail == .low ? 0 : Self.tiles(size)
      return TokenCount(base + each * tiles, isExact: true)
    case .patches(let patches):
      return patches.count(size, detail)
    }
  }

  /// Fitted into 2048 pixels each way, then until the shorter side is at most 768.
  private static func tiles(_ size: ImageSize) -> Int {
    var size = size
    size.scale(by: min(1, 2048 / size.longer))
    size.scale(by: min(1, 768 / size.shorter))
    return size.squares(of: 512)
  }
}

/// Patches of 32 pixels, at most so many, times a factor.
struct Patches {
  /// Tokens for each patch.
  var factor: Double
  /// The most patches for detail `high`.
  var highLimit: Int
  /// The most for `auto` and `original`, `nil` where none has been seen.
  var autoLimit: Int?
  /// Whether the factor is known to be the billed one.
  var isBilled: Bool

  init(factor: Double, limit: Int, isBilled: Bool) {
    self.init(factor: factor, highLimit: limit, autoLimit: limit, isBilled: isBilled)
  }

  init(factor: Double, highLimit: Int, autoLimit: Int?, isBilled: Bool) {
    self.factor = factor
    self.highLimit = highLimit
    self.autoLimit = autoLimit
    self.isBilled = isBilled
  }

  func count(_ size: ImageSize, _ detail: ImageDetail) -> TokenCount {
    switch detail {
    // Shown as 512 pixels each way; the patches of that are our reading.
    case .low: TokenCount(tokens(size, limit: 256), isExact: false)
    case .high: TokenCount(tokens(size, limit: highLimit), isExact: isBilled)
    default: TokenCount(tokens(size, limit: autoLimit), isExact: isBilled)
    }
  }

  private func tokens(_ size: ImageSize, limit: Int?) -> Int {
    var patches = size.squares(of: 32)
    if let limit, patches > limit { patches = Self.shrunk(size, to: Double(limit)) }
    return Int((Double(patches) * factor - 1e-9).rounded(.up))
  }

  /// To the area of `limit` patches, and then until one side is of whole patches, by OpenAI's guide
  /// to images.
  private static func shrunk(_ size: ImageSize, to limit: Double) -> Int {
    var size = size
    size.scale(by: (32 * 32 * limit / (size.width * size.height)).squareRoot())
    let columns = size.width / 32
    let rows = size.height / 32
    let fit = min(columns.rounded(.down) / columns, rows.rounded(.down) / rows)
    // One that is thinner than a patch becomes a single row of them.
    guard fit > 0 else { return Int(limit) }
    // The factor makes one side whole, but for the last bit.
    size.scale(by: fit * (1 - 1e-12))
    return size.squares(of: 32)
  }
}
