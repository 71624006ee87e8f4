import SottoCore
import SottoStore

struct UsageCommand: Command {
  static let syntax = CommandSyntax(
    name: "usage", summary: "shows what requests took: tokens and cost",
    forms: ["[OPTION...]"],
    options: [
      .init(name: "days", value: "N", help: "the last so many days with today, 1 to 3660 (30)"),
      .init(
        name: "by", value: "B",
        help: "day (the default), model, project, provider or purpose; several with commas"),
      .json, .data,
    ],
    notes: """
      Titles and summaries count as well. Costs are at the prices that were known when a request was
      made; a request without a known price is in no cost. Days begin at midnight on this machine.
      """)

  let days: Int
  let groups: [UsageQuery.Group]
  let printsJSON: Bool
  let data: String?

  init(_ arguments: ParsedArguments) throws {
    try arguments.expect(atMost: 0)
    days = try arguments.integer("days", in: 1...3660) ?? 30
    groups = try (arguments.value("by") ?? "day").split(separator: ",").map { word in
      guard let group = UsageQuery.Group(rawValue: String(word)) else {
        throw UsageError(
          "there is no '\(word)' to show usage by",
          hint: "there are: \(UsageQuery.Group.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      return group
    }
    if groups.isEmpty || Set(groups).count < groups.count {
      throw UsageError("'--by' must name each thing once")
    }
    printsJSON = arguments.has("json")
    data = arguments.value("data")
  }

  func run(terminal: Terminal) async throws {
    try await Services.using(data: data) { services in
      let now = WallClock.system.now()
      let report = try await services.store.usage(
        UsageQuery(
          lastDays: days, before: now + .milliseconds(1),
          offset: LocalTime.minutesAheadOfUTC(at: now), groups: groups))
      if printsJSON { return terminal.print(report.json.encodedText) }
      if report.rows.isEmpty { return terminal.note("nothing was asked in this time") }
      terminal.print(UsageTable(report).text)
    }
  }
}
