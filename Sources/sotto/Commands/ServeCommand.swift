import SottoCore
import SottoEngine
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
    try await Services.using(data: data) { services in
      let app = WebApp(parts: parts(of: services), access: AccessPolicy(listeningHost: host))
      let server = try HTTPServer.start(
        ServerConfiguration(host: host, port: port), router: app.router())
      let address = "http://\(host.contains(":") ? "[\(host)]" : host):\(server.port)"
      let signals = await SignalWatch()
      do {
        try await signals.cancelling {
          terminal.print("Sotto is at \(address)")
          terminal.progress("Stop it with Ctrl-C.")
          if opensPage { PageOpener.open(address) }
          await Self.serve(server, services)
        }
      } catch is CancellationError {
        // A signal is the ordinary end of a server.
      }
    }
  }

  private func parts(of services: Services) -> WebApp.Parts {
    WebApp.Parts(
      store: services.store, files: services.store, providerStore: services.store,
      secretStore: services.keys, models: services.models, engine: services.engine,
      changes: services.changes, local: services.local, vault: services.vault,
      version: Sotto.version)
  }

  private static func serve(_ server: HTTPServer, _ services: Services) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await services.engine.run() }
      group.addTask { await server.run() }
      group.addTask { await followOtherProcesses(services) }
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
