import SottoCore

/// A report of usage in columns, with its total at the end.
struct UsageTable {
  private static let headings = ["REQUESTS", "INPUT", "CACHED", "OUTPUT", "COST", "KEPT", "SAVED"]

  let report: UsageReport

  /// A table of a report that has rows.
  init(_ report: UsageReport) { self.report = report }

  /// The lines, without a final line end.
  var text: String {
    let names = report.query.groups.map { $0.rawValue.uppercased() }
    var rows = [names + Self.headings]
    rows += report.rows.map { row in self.names(of: row) + Self.figures(row.figures) }
    let total = report.total
    var totalNames = names.map { _ in "" }
    totalNames[0] = "total"
    rows.append(totalNames + Self.figures(total))
    let table = TextTable(
      rows: rows, rightColumns: Set(names.count..<names.count + Self.headings.count))
    return (table.lines + Self.remarks(total)).joined(separator: "\n")
  }

  private func names(of row: UsageRow) -> [String] {
    zip(report.query.groups, row.keys).map { group, key in
      group == .project ? Self.printable(row.projectName ?? "(deleted)") : Self.printable(key)
    }
  }

  /// Control characters of a name never reach the terminal.
  private static func printable(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.unicodeScalars.filter { $0.properties.generalCategory != .control }))
  }

  private static func figures(_ figures: UsageFigures) -> [String] {
    [
      "\(figures.requests)", "\(figures.inputTokens)", "\(figures.cachedInputTokens)",
      "\(figures.outputTokens)", money(figures.costs, or: figures.requests > 0 ? "?" : ""),
      figures.keptAnswers > 0 ? "\(figures.keptAnswers)" : "", money(figures.saved, or: ""),
    ]
  }

  private static func remarks(_ total: UsageFigures) -> [String] {
    var remarks: [String] = []
    if total.unpricedRequests > 0 {
      remarks.append("\(total.unpricedRequests) requests are in no cost: their price is not known.")
    }
    if total.unreportedRequests > 0 {
      remarks.append(
        "Of \(total.unreportedRequests) requests the provider did not say what they took.")
    }
    return remarks
  }

  private static func money(_ costs: [Cost], or nothing: String) -> String {
    costs.isEmpty
      ? nothing : costs.map { "\(amount($0.amount)) \($0.currency)" }.joined(separator: " + ")
  }

  /// With four decimals: most answers cost less than a cent.
  private static func amount(_ amount: Double) -> String {
    guard amount.magnitude < 1e12 else { return "\(amount)" }
    let parts = Int((amount * 10_000).rounded())
    let decimals = String(parts % 10_000)
    return "\(parts / 10_000).\(String(repeating: "0", count: 4 - decimals.count))\(decimals)"
  }
}
