import SottoCore
import SottoEngine
import SottoExchange
import SottoHTTP
import SottoProviders
import SottoStore
import SottoWeb

struct ServeCommand: Command {
  static let syntax = CommandSyntax(
    name: "serve", summary: "starts the server and the web app",
    forms: ["[--host H] [--port N] [--data DIR] [--open]"],
    options: [
      .init(name: "host", value: "H", help: "the address to listen on (default: 127.0.0.1)"),
      .init(name: "port", value: "N", help: "the port (default: 8765); 0 takes a free one"),
      .data,
      .init(name: "open", value: nil, help: "open the page in the browser"),
    ],
    notes: "Whoever can reach the address can use it: there are no accounts. Keep to 127.0.0.1.")

  /// How often other processes' changes and ends are looked for.
  private static let lookInterval = Duration.seconds(1)

  let host: String
  let port: UInt16
  let data: String?
  let opensPage: Bool

  init(_ arguments: ParsedArguments) throws {
    try arguments.expect(atMost: 0)
    host = arguments.value("host") ?? "127.0.0.1"
    port = UInt16(clamping: try arguments.integer("port", in: 0...65535) ?? 8765)
    data = arguments.value("data")
    opensPage = arguments.has("open")
  }

  func run(terminal: Terminal) async throws {
    SignalWatch.ignoreBrokenPipes()
    try await Services.using(data: data, asks: false) { services in
      try await unlockKeys(services.keys, terminal)
      let app = WebApp(parts: parts(of: services), access: AccessPolicy(listeningHost: host))
      let server = try HTTPServer.start(
        ServerConfiguration(host: host, port: port), router: app.router())
      let address = "http://\(host.contains(":") ? "[\(host)]" : host):\(server.port)"
      let signals = await SignalWatch()
      do {
        try await signals.cancelling {
          terminal.print("Sotto is at \(address)")
          terminal.progress("Stop it with Ctrl-C.")
          if let reason = await services.store.condition().readOnly {
            terminal.printError(Failure(reason))
          }
          if opensPage { PageOpener.open(address) }
          await Self.serve(server, services)
        }
      } catch is CancellationError {
        // A signal is the ordinary end of a server.
      }
    }
  }

  /// Asks at the terminal once, before anybody waits for the server. Who gives nothing may do so in
  /// the page.
  private func unlockKeys(_ keys: any SecretStore, _ terminal: Terminal) async throws {
    guard try await !keys.secretNames().isEmpty else { return }
    let state: SecretStoreState
    do { state = try await keys.state() } catch let error as SottoError {
      // The server is of use without stored keys, and says so when one is needed.
      return terminal.note("sotto: \(error.message)\n  \(error.hint ?? "")")
    }
    guard state.isLocked, state.hasPassphrase else { return }
    if terminal.isInputTerminal, terminal.isErrorTerminal,
      let passphrase = try await Passphrases.existing(terminal)
    {
      return try await keys.unlock(with: passphrase)
    }
    terminal.note("sotto: the keys are locked; unlock them in the page, under Settings")
  }

  private func parts(of services: Services) -> WebApp.Parts {
    WebApp.Parts(
      store: services.store, files: services.store, intake: services.intake,
      search: services.store,
      providerStore: services.store,
      secretStore: services.keys, upkeep: services.store, models: services.models,
      engine: services.engine, sentRequests: services.store, usage: services.store,
      changes: services.changes,
      imports: imports(of: services), exporter: services.exporter,
      uploads: UploadFolder.prepared(in: services.dataFolder), local: services.local,
      vault: services.vault, version: Sotto.version, ledger: services.ledger, hosts: services.hosts,
      templates: services.store, erasing: services.store)
  }

  private func imports(of services: Services) -> Imports {
    let changes = services.changes
    return Imports(importer: services.importer) { projects in
      changes.publish(.projects)
      for project in projects { changes.publish(.conversations(project)) }
    }
  }

  private static func serve(_ server: HTTPServer, _ services: Services) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await services.engine.run() }
      group.addTask { await server.run() }
      group.addTask { await followOtherProcesses(services) }
      group.addTask { await services.ledger.run() }
      group.addTask { await Housekeeping(services: services).run() }
      group.addTask {
        await UpkeepRound(upkeep: services.store, changes: services.changes).run()
      }
      await group.next()
      group.cancelAll()
    }
  }

  /// Tells the pages when another process has written, and ends the turns of those that have died.
  private static func followOtherProcesses(_ services: Services) async {
    var version: Int?
    while !Task.isCancelled {
      // A failed look (a busy or full disk) is made up for by the next one.
      if let latest = try? await services.store.dataVersion() {
        if let version, version != latest { services.changes.publish(.anything) }
        version = latest
      }
      if let ended = try? await services.store.interruptAbandonedTurns(), !ended.isEmpty {
        services.changes.publish(.anything)
      }
      try? await Task.sleep(for: lookInterval)
    }
  }
}
