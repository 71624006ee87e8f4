/// What is known of models by their names: the data that comes with the program, or a person's own
/// file, in one form (``init(parsing:)``).
public struct ModelCatalogue: Hashable, Sendable {
  /// What is said of one model, or of several by a pattern.
  public struct Entry: Hashable, Sendable {
    /// The provider that serves it, or ``ModelCatalogue/anyProvider``.
    public var provider: String
    /// The model's own name, or a pattern in which `*` stands for any text.
    public var name: String
    /// The first day it holds, `YYYY-MM-DD`; `nil` has no beginning.
    public var from: String?
    /// The last day it holds; `nil` has no end.
    public var until: String?
    /// What it says.
    public var change: ModelInfoChange

    /// An entry with its parts as they are.
    public init(
      provider: String, name: String, from: String? = nil, until: String? = nil,
      change: ModelInfoChange
    ) {
      self.provider = provider
      self.name = name
      self.from = from
      self.until = until
      self.change = change
    }

    /// Whether it speaks of several models.
    public var isPattern: Bool { name.contains("*") }

    func holds(on day: String) -> Bool {
      if let from, day < from { return false }
      if let until, day > until { return false }
      return true
    }
  }

  /// What stands for every provider in an entry.
  public static let anyProvider = "*"

  /// In the order of the text.
  public let entries: [Entry]
  /// Providers that the text describes, in its order.
  public let providers: [KnownProvider]
  private let exactPlaces: [ModelReference: [Int]]
  private let patternPlaces: [Int]

  /// A catalogue of these entries.
  public init(entries: [Entry] = [], providers: [KnownProvider] = []) {
    self.entries = entries
    self.providers = providers
    patternPlaces = entries.indices.filter { entries[$0].isPattern }
    var exactPlaces: [ModelReference: [Int]] = [:]
    for (place, entry) in entries.enumerated() where !entry.isPattern {
      let reference = ModelReference(provider: entry.provider, model: entry.name)
      exactPlaces[reference, default: []].append(place)
    }
    self.exactPlaces = exactPlaces
  }
}

extension ModelCatalogue {
  /// What is known of a model on a day; `nil` when nothing is.
  ///
  /// Of a model that another provider sells as `vendor/name`, the limits of the vendor's own entry
  /// hold as well, but not its price.
  public func info(for reference: ModelReference, on day: String) -> ModelInfo? {
    var info: ModelInfo?
    if let own = ModelName.vendorsReference(reference.model),
      var sold = change(for: own, on: day)
    {
      sold.price = nil
      sold.shutdownDate = nil
      info = ModelInfo()
      info?.apply(sold)
    }
    if let change = change(for: reference, on: day) {
      if info == nil { info = ModelInfo() }
      info?.apply(change)
    }
    return info
  }

  /// What the entries for this provider say of a model on a day, the more exact ones over the
  /// others, later ones over earlier ones; `nil` when there is none.
  public func change(for reference: ModelReference, on day: String) -> ModelInfoChange? {
    let holding = places(for: reference).map { entries[$0] }.filter { $0.holds(on: day) }
    guard var change = holding.first?.change else { return nil }
    for entry in holding.dropFirst() { change.take(entry.change) }
    return change
  }

  /// The models of a provider that have an entry of their own with a context window and are still
  /// served on that day, each once, in order.
  public func models(of provider: String, on day: String) -> [String] {
    var seen: Set<String> = []
    return entries.filter { $0.provider == provider && !$0.isPattern }.map(\.name).filter { name in
      guard seen.insert(name).inserted else { return false }
      let info = info(for: ModelReference(provider: provider, model: name), on: day)
      guard let info, info.contextWindow != nil else { return false }
      return info.shutdownDate.map { $0 >= day } ?? true
    }
  }

  /// From the general to the exact.
  private func places(for reference: ModelReference) -> [Int] {
    var places: [Int] = []
    let providers = [Self.anyProvider, reference.provider]
    for provider in providers {
      places += patternPlaces.filter { place in
        entries[place].provider == provider
          && Self.matches(Array(reference.model.utf8), pattern: Array(entries[place].name.utf8))
      }
    }
    for name in ModelName.variants(reference.model) {
      for provider in providers {
        places += exactPlaces[ModelReference(provider: provider, model: name)] ?? []
      }
    }
    return places
  }

  /// `*` takes as little as it can and more when the rest does not fit.
  private static func matches(_ text: [UInt8], pattern: [UInt8]) -> Bool {
    var (place, at) = (0, 0)
    var star: (pattern: Int, text: Int)?
    while place < text.count {
      if at < pattern.count, pattern[at] == UInt8(ascii: "*") {
        star = (at, place)
        at += 1
      } else if at < pattern.count, pattern[at] == text[place] {
        at += 1
        place += 1
      } else if let last = star {
        star = (last.pattern, last.text + 1)
        at = last.pattern + 1
        place = last.text + 1
      } else {
        return false
      }
    }
    return pattern[at...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}

extension ModelInfoChange {
  /// Takes over what a later entry names.
  fileprivate mutating func take(_ later: ModelInfoChange) {
    if let value = later.contextWindow { contextWindow = value }
    if let value = later.inputLimit { inputLimit = value }
    if let value = later.outputLimit { outputLimit = value }
    if let value = later.inputs { inputs = value }
    if let value = later.shutdownDate { shutdownDate = value }
    // The date is that of the price, as in ``ModelInfo/apply(_:)``.
    if let price = later.price {
      self.price = price
      date = later.date
    } else if price == nil {
      date = date ?? later.date
    }
  }
}
