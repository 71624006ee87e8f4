import SottoCore
import SottoEngine
import SottoLocal
import SottoStore

struct DoctorCommand: Command {
  static let syntax = CommandSyntax(
    name: "doctor", summary: "tells what works, what does not, and how to mend it",
    forms: ["[--egress] [--json] [--data DIR]"],
    options: [
      .init(name: "egress", value: nil, help: "show what left this machine, and where to"), .json,
      .data,
    ])

  private struct Finding {
    var topic: String
    var isGood: Bool
    var text: String
    var hint: String?
  }

  let showsEgress: Bool
  let printsJSON: Bool
  let data: String?

  init(_ arguments: ParsedArguments) throws {
    try arguments.expect(atMost: 0)
    showsEgress = arguments.has("egress")
    printsJSON = arguments.has("json")
    data = arguments.value("data")
  }

  func run(terminal: Terminal) async throws {
    if showsEgress {
      return try await Services.using(data: data) { services in
        try await EgressReport(services).show(asJSON: printsJSON, on: terminal)
      }
    }
    var findings = [Finding(topic: "program", isGood: true, text: "sotto \(Sotto.version)")]
    do {
      try await Services.using(data: data, asks: false) { services in
        let vault = services.vault
        let place = vault.place.map { " by a key in the \($0.store.rawValue)" } ?? ""
        let remark = vault.lock == nil ? "" : ", encrypted\(place)"
        findings.append(
          Finding(topic: "data folder", isGood: true, text: services.dataFolder + remark))
        findings.append(try await databaseFinding(services))
        findings.append(try await backupFinding(services))
        findings.append(await keyFinding(services))
        if let problem = await services.models.fileProblem() {
          findings.append(
            Finding(
              topic: "models.json", isGood: false, text: problem.message, hint: problem.hint))
        }
        findings += await modelFindings(services)
        findings.append(Self.documentFinding)
      }
    } catch {
      let failure = Failure(error)
      findings.append(
        Finding(topic: "data folder", isGood: false, text: failure.message, hint: failure.hint))
    }
    show(findings, terminal)
    let bad = findings.count { !$0.isGood }
    if bad > 0 {
      throw SottoError(.storage, bad == 1 ? "one thing does not work" : "\(bad) things do not work")
    }
  }

  private func databaseFinding(_ services: Services) async throws -> Finding {
    if let damage = try await services.store.checkIntegrity().damage {
      return Finding(
        topic: "database", isGood: false, text: damage,
        hint: "put back the latest copy with 'sotto restore latest'")
    }
    if let reason = await services.store.condition().readOnly {
      return Finding(topic: "database", isGood: false, text: reason.message, hint: reason.hint)
    }
    let projects = try await services.store.projects()
    let count = "\(projects.count) project\(projects.count == 1 ? "" : "s")"
    return Finding(topic: "database", isGood: true, text: "sound, \(count)")
  }

  private func backupFinding(_ services: Services) async throws -> Finding {
    let backups = try await services.store.backups()
    guard let newest = backups.first else {
      return Finding(
        topic: "backups", isGood: true, text: "none yet",
        hint: "'sotto serve' makes one a day, 'sotto backup' one now")
    }
    let text = "\(backups.count), the newest \(newest.createdAt.age(at: WallClock.system.now()))"
    return Finding(topic: "backups", isGood: true, text: text)
  }

  private func keyFinding(_ services: Services) async -> Finding {
    do {
      let names = try await services.keys.secretNames()
      let state = try await services.keys.state()
      let list = names.isEmpty ? "none stored" : names.joined(separator: ", ")
      // A lock that hides nothing is no news.
      let isLocked = state.isLocked && !names.isEmpty
      return Finding(
        topic: "keys", isGood: true,
        text: "\(list) (in the \(state.kind.rawValue)\(isLocked ? ", locked" : ""))",
        hint: isLocked ? Self.unlockHint(state.kind) : nil)
    } catch {
      let failure = Failure(error)
      return Finding(topic: "keys", isGood: false, text: failure.message, hint: failure.hint)
    }
  }

  /// Whether PDF files are read for models that take none.
  private static var documentFinding: Finding {
    let isInstalled = PDFToText().isInstalled
    return Finding(
      topic: "PDF files", isGood: true,
      text: isInstalled ? "read by pdftotext" : "not read; only models that take them get them",
      hint: isInstalled ? nil : "install the package poppler-utils")
  }

  private static func unlockHint(_ kind: SecretStoreState.Kind) -> String {
    kind == .sealedFile
      ? "unlock them in the page, or name a file with their passphrase in SOTTO_PASSPHRASE_FILE"
      : "log in to the desktop, or unlock its keyring"
  }

  private func modelFindings(_ services: Services) async -> [Finding] {
    do {
      let listing = try await services.models.models()
      var findings = listing.problems.map { problem in
        Finding(
          topic: "provider \(problem.provider)", isGood: false, text: problem.message,
          hint: problem.hint)
      }
      for provider in try await services.models.providers() {
        let name = provider.provider.name
        let count = listing.models.count { $0.reference.provider == name }
        if listing.problems.contains(where: { $0.provider == name }) { continue }
        let remark = provider.source == .bundled ? ", tiny, for trying things out" : ""
        findings.append(
          Finding(
            topic: "provider \(name)", isGood: true,
            text: "\(count) model\(count == 1 ? "" : "s"), \(provider.source.rawValue)\(remark)"))
      }
      if listing.models.isEmpty {
        findings.append(
          Finding(
            topic: "models", isGood: false, text: "there is no model to ask",
            hint: "set OPENAI_API_KEY, or use 'sotto provider add'"))
      }
      return findings
    } catch {
      let failure = Failure(error)
      return [Finding(topic: "models", isGood: false, text: failure.message, hint: failure.hint)]
    }
  }

  private func show(_ findings: [Finding], _ terminal: Terminal) {
    if printsJSON {
      let list = findings.map { finding in
        JSONValue.object([
          "topic": .string(finding.topic), "ok": .bool(finding.isGood),
          "text": .string(finding.text), "hint": JSONValue(finding.hint),
        ])
      }
      return terminal.print(JSONValue.array(list).encodedText)
    }
    for finding in findings {
      terminal.print("\(finding.isGood ? "ok " : "BAD")  \(finding.topic): \(finding.text)")
      if let hint = finding.hint { terminal.print("     \(hint)") }
    }
  }
}
