import SottoCore
import SottoEngine

/// What left this machine, as `sotto doctor --egress` shows it.
struct EgressReport {
  private static let entryCount = 50

  private let totals: [EgressTotal]
  private let entries: [EgressEntry]
  private let hosts: [MetHost]

  init(_ services: Services) async throws {
    totals = try await services.ledger.totals()
    entries = try await services.ledger.entries(limit: Self.entryCount)
    hosts = try await services.hosts.hosts()
  }

  func show(asJSON isJSON: Bool, on terminal: Terminal) {
    if isJSON {
      return terminal.print(
        JSONValue.object([
          "totals": .array(totals.map(\.json)), "hosts": .array(hosts.map(\.json)),
          "requests": .array(entries.map(\.json)),
        ]).encodedText)
    }
    if totals.isEmpty { return terminal.print("Nothing has left this machine.") }
    terminal.print("Requests by host (the last 90 days):")
    for total in totals {
      let refused = total.refused > 0 ? ", \(total.refused) refused" : ""
      terminal.print(
        "  \(total.host)  \(total.requests)\(refused), \(total.sentBytes) bytes sent, \(total.receivedBytes) received"
      )
    }
    terminal.print("\nThe latest:")
    for entry in entries {
      let provider = entry.errand.provider.map { " of \($0)" } ?? ""
      let proxy = entry.proxy.map { " through \($0)" } ?? ""
      let status = entry.status.map { " \($0)" } ?? ""
      terminal.print(
        "  \(entry.startedAt.utcText)  \(entry.place.host):\(entry.place.port)\(proxy)  \(entry.errand.purpose.rawValue)\(provider)  \(entry.outcome.rawValue)\(status)  \(entry.sentBytes)/\(entry.receivedBytes)"
      )
    }
  }
}
