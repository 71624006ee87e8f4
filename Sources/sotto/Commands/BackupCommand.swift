import SottoCore
import SottoStore

struct BackupCommand: Command {
  static let syntax = CommandSyntax(
    name: "backup", summary: "copies the history, or says when that is done",
    forms: [
      "[--output FILE] [--json]", "list [--json]", "schedule [--every H] [--keep N] [--json]",
    ],
    options: [
      .init(name: "output", value: "FILE", help: "write the copy there, attached files in it"),
      .init(name: "every", value: "H", help: "hours between the copies of a server; 0 makes none"),
      .init(name: "keep", value: "N", help: "how many of the newest copies stay"),
      .json, .data,
    ],
    notes: """
      A copy is looked through before it counts. Without --output it goes to 'backups' in the data
      folder, where 'sotto serve' makes one a day and keeps seven; 'sotto restore' puts one back.
      Keys are not in it. Deleted text stays in the copies that were made before.

      A copy of an encrypted data folder is encrypted by the same key, which is in the folder's 'vault.json'.
      To open it elsewhere, put a copy of that file into an empty data folder, then restore there. Where a key
      store opens the folder, the copy opens only for who has that key store: the same person's keyring, or
      'keys.sealed', of which a copy goes along.
      """)

  let action: String
  let output: String?
  let hours: Double?
  let kept: Int?
  let printsJSON: Bool
  let data: String?

  init(_ arguments: ParsedArguments) throws {
    try arguments.expect(atMost: 1)
    action = arguments.rest.first ?? "now"
    output = arguments.value("output")
    hours = try arguments.number("every")
    kept = try arguments.integer("keep", in: 1...1000)
    printsJSON = arguments.has("json")
    data = arguments.value("data")
    guard ["now", "list", "schedule"].contains(action) else {
      throw UsageError(
        "there is no 'sotto backup \(action)'", hint: "there are: list, schedule")
    }
  }

  func run(terminal: Terminal) async throws {
    try await Services.using(data: data) { services in
      switch action {
      case "list": try await list(services.store, terminal)
      case "schedule": try await schedule(services.store, terminal)
      default: try await backUp(services, terminal)
      }
    }
  }

  private func backUp(_ services: Services, _ terminal: Terminal) async throws {
    var path = output ?? ""
    if let output {
      try await services.store.backUp(to: output)
      if services.vault.lock != nil {
        terminal.note("the copy is encrypted as the data folder is")
        terminal.note("  keep a copy of the folder's \(needed(services.vault)) with it")
      }
    } else {
      let backup = try await services.store.backUp()
      path = "\(services.dataFolder)/backups/\(backup.name)"
    }
    if printsJSON {
      return terminal.print(JSONValue.object(["path": .string(path)]).encodedText)
    }
    terminal.print(path)
  }

  /// What opens a copy, besides a passphrase.
  private func needed(_ vault: VaultStatus) -> String {
    switch vault.place?.store {
    case nil: "'vault.json'"
    case .sealedFile?: "'vault.json' and 'keys.sealed'"
    case let store?: "'vault.json', which opens with the key in the \(store.rawValue) only,"
    }
  }

  private func list(_ store: SQLiteStore, _ terminal: Terminal) async throws {
    let backups = try await store.backups()
    if printsJSON {
      let list = backups.map { backup in
        JSONValue.object([
          "name": .string(backup.name), "created_at": .integer(backup.createdAt.milliseconds),
          "size": .integer(Int64(backup.size)),
        ])
      }
      return terminal.print(JSONValue.array(list).encodedText)
    }
    let now = WallClock.system.now()
    for backup in backups {
      terminal.print("\(backup.name)  \(backup.createdAt.day)  \(backup.createdAt.age(at: now))")
    }
    if backups.isEmpty { terminal.note("there are no copies") }
  }

  private func schedule(_ store: SQLiteStore, _ terminal: Terminal) async throws {
    var schedule = try await store.backupSchedule()
    if let hours { schedule.interval = hours == 0 ? nil : BackupSchedule.interval(hours: hours) }
    if let kept { schedule.kept = kept }
    if hours != nil || kept != nil { try await store.setBackupSchedule(schedule) }
    let every = schedule.interval.map { $0 / .seconds(3600) }
    if printsJSON {
      return terminal.print(
        JSONValue.object([
          "interval_hours": JSONValue(every), "kept": .integer(Int64(schedule.kept)),
        ]).encodedText)
    }
    let rhythm = every.map { "every \($0.formattedHours)" } ?? "never"
    terminal.print("a server makes a copy \(rhythm); the newest \(schedule.kept) stay")
  }
}

extension Double {
  fileprivate var formattedHours: String {
    self == 1 ? "hour" : rounded() == self ? "\(Int(self)) hours" : "\(self) hours"
  }
}
