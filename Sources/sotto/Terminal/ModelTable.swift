import SottoCore
import SottoEngine

/// Models in columns, for a person to read.
struct ModelTable {
  private static let headings = [
    "  MODEL", "CONTEXT", "OUTPUT", "INPUTS", "IN", "CACHED", "OUT", "",
  ]
  /// Figures stand at the right of their column.
  private static let rightColumns: Set<Int> = [1, 2, 4, 5, 6]

  private let rows: [[String]]
  private let footnote: String

  /// A table of at least one model; `standard` is marked.
  init(_ models: [ListedModel], standard: ModelReference?) {
    rows = [Self.headings] + models.map { Self.row($0, isStandard: $0.reference == standard) }
    let dates = models.compactMap(\.info.date).sorted()
    footnote = Self.footnote(from: dates.first, to: dates.last)
  }

  /// The lines, without a final line end.
  var text: String {
    let table = TextTable(rows: rows, rightColumns: Self.rightColumns)
    return (table.lines + [footnote]).joined(separator: "\n")
  }

  private static func footnote(from first: String?, to last: String?) -> String {
    let prices = "Prices per million tokens, USD unless said otherwise"
    guard let first, let last else { return "\(prices)." }
    let dates = first == last ? "of \(first)" : "of \(first) to \(last)"
    return "\(prices). Figures \(dates), or as the provider lists them now."
  }

  private static func row(_ model: ListedModel, isStandard: Bool) -> [String] {
    let info = model.info
    let price = info.price
    let rates = price?.rates
    return [
      "\(isStandard ? "*" : " ") \(model.reference)",
      tokens(info.contextWindow ?? info.inputLimit), tokens(info.outputLimit), inputs(info.inputs),
      money(rates?.input, price), money(rates?.cachedInput, price), money(rates?.output, price),
      remarks(model).joined(separator: "; "),
    ]
  }

  private static func remarks(_ model: ListedModel) -> [String] {
    var remarks: [String] = []
    if model.source == .bundled { remarks.append("tiny, for trying things out") }
    if let day = model.info.shutdownDate { remarks.append("shuts down \(day)") }
    if let long = model.info.price?.longContext {
      remarks.append("other price above \(tokens(long.above))")
    }
    return remarks
  }

  private static func inputs(_ inputs: Set<ModelInfo.Modality>?) -> String {
    inputs.map { ModelInfo.sorted($0).map(\.rawValue).joined(separator: ",") } ?? "?"
  }

  /// In thousands where that loses nothing.
  private static func tokens(_ count: Int?) -> String {
    guard let count else { return "?" }
    return count >= 1000 && count.isMultiple(of: 1000) ? "\(count / 1000)k" : "\(count)"
  }

  private static func money(_ amount: Double?, _ price: ModelPrice?) -> String {
    guard let amount, let price else { return "?" }
    let number = amount == amount.rounded() && amount < 1e9 ? "\(Int(amount))" : "\(amount)"
    return price.currency == "USD" ? number : "\(price.currency) \(number)"
  }
}
