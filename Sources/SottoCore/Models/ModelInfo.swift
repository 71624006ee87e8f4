/// What is known of a model before it is asked: from the catalogue, the provider's own list, and the
/// person's corrections. `nil` is unknown, never zero.
public struct ModelInfo: Hashable, Sendable {
  /// The most tokens of input and output together.
  public var contextWindow: Int?
  /// The most tokens of input, where that is less than the window.
  public var inputLimit: Int?
  /// The most tokens of one answer.
  public var outputLimit: Int?
  /// What it reads besides text; `nil` where nobody knows.
  public var inputs: Set<Modality>?
  /// What it costs; `nil` is an unknown price, not a free one.
  public var price: ModelPrice?
  /// The date of the figures, `YYYY-MM-DD`; `nil` for what a provider's list says now.
  public var date: String?
  /// The date after which the provider no longer serves it, `YYYY-MM-DD`.
  public var shutdownDate: String?

  /// What a model can read.
  public struct Modality: Hashable, Sendable, RawRepresentable {
    /// The word as the catalogue and the API write it.
    public let rawValue: String
    /// Takes any word.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Words; every model reads them.
    /// Text, which every model reads.
    public static let text = Modality(rawValue: "text")
    /// Pictures.
    /// Pictures.
    public static let image = Modality(rawValue: "image")
    /// PDF documents, their pages as pictures too.
    /// PDF documents.
    public static let pdf = Modality(rawValue: "pdf")
    /// Sound.
    /// Sound.
    public static let audio = Modality(rawValue: "audio")
    /// Moving pictures.
    /// Moving pictures.
    public static let video = Modality(rawValue: "video")
  }

  /// What is known; nothing by default.
  public init(
    contextWindow: Int? = nil, inputLimit: Int? = nil, outputLimit: Int? = nil,
    inputs: Set<Modality>? = nil, price: ModelPrice? = nil, date: String? = nil,
    shutdownDate: String? = nil
  ) {
    self.contextWindow = contextWindow
    self.inputLimit = inputLimit
    self.outputLimit = outputLimit
    self.inputs = inputs
    self.price = price
    self.date = date
    self.shutdownDate = shutdownDate
  }
}
