/// What one source says of a model, member by member: `nil` leaves a member as it is, `.some(nil)`
/// says that it is unknown, whatever others say.
public struct ModelInfoChange: Hashable, Sendable {
  /// See ``ModelInfo/contextWindow``.
  public var contextWindow: Int??
  /// See ``ModelInfo/inputLimit``.
  public var inputLimit: Int??
  /// See ``ModelInfo/outputLimit``.
  public var outputLimit: Int??
  /// See ``ModelInfo/inputs``.
  public var inputs: Set<ModelInfo.Modality>??
  /// See ``ModelInfo/price``; a price is one member.
  public var price: ModelPrice??
  /// See ``ModelInfo/shutdownDate``.
  public var shutdownDate: String??
  /// The date of these figures.
  public var date: String?

  /// Changes nothing.
  public init() {}
}

extension ModelInfo {
  /// Takes over what `change` names.
  public mutating func apply(_ change: ModelInfoChange) {
    if let value = change.contextWindow { contextWindow = value }
    if let value = change.inputLimit { inputLimit = value }
    if let value = change.outputLimit { outputLimit = value }
    if let value = change.inputs { inputs = value }
    if let value = change.shutdownDate { shutdownDate = value }
    // The date is that of the price: limits hardly ever change.
    if let value = change.price {
      price = value
      date = change.date
    } else if price == nil {
      date = date ?? change.date
    }
  }

  /// This, and of `other` what is unknown here.
  public func completed(with other: ModelInfo) -> ModelInfo {
    var result = self
    result.contextWindow = contextWindow ?? other.contextWindow
    result.inputLimit = inputLimit ?? other.inputLimit
    result.outputLimit = outputLimit ?? other.outputLimit
    result.inputs = inputs ?? other.inputs
    result.shutdownDate = shutdownDate ?? other.shutdownDate
    if price == nil {
      result.price = other.price
      result.date = other.price == nil ? date ?? other.date : other.date
    }
    return result
  }
}
