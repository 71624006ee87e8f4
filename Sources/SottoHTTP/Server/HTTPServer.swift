import Synchronization

/// A small HTTP/1.1 server.
///
/// ```swift
/// let server = try HTTPServer.start(ServerConfiguration(port: 8765), router: router)
/// print(server.port)
/// await server.run()
/// ```
///
/// It serves from ``start(_:router:)`` until ``run()`` is cancelled or ``shutdown()`` is called;
/// one of both must happen for its threads and sockets to be given back.
package struct HTTPServer: Sendable {
  /// The port it listens on.
  package let port: UInt16
  private let state: State

  private final class State: Sendable {
    let core: ServerCore
    let daemons: [Daemon]
    let shutdown = Mutex<Task<Void, Never>?>(nil)

    init(_ core: ServerCore, _ daemons: [Daemon]) {
      self.core = core
      self.daemons = daemons
    }
  }

  /// Binds and begins to serve.
  /// - Throws: ``ServerError`` with the reason.
  package static func start(
    _ configuration: ServerConfiguration, router: Router,
  ) throws(ServerError) -> HTTPServer {
    let (sockets, port) = try ListenSocket.open(
      host: configuration.host, port: configuration.port)
    let core: ServerCore
    do {
      core = try ServerCore(configuration, router)
    } catch {
      ListenSocket.close(sockets)
      throw error
    }
    do {
      let first = try Daemon(core, listeningOn: sockets[0])
      // The second loopback address is an extra.
      let others = sockets.dropFirst().compactMap { try? Daemon(core, listeningOn: $0) }
      return HTTPServer(port: port, state: State(core, [first] + others))
    } catch {
      ListenSocket.close(Array(sockets.dropFirst()))
      core.watcher.stop()
      throw error
    }
  }

  /// Waits until the task is cancelled or ``shutdown()`` is called, then shuts down.
  package func run() async {
    await state.core.closing.wait()
    await shutdown()
  }

  /// Stops accepting, ends streams, lets handlers finish within the grace period, then cancels them
  /// and closes everything. Returns when all of it is done, on every call.
  package func shutdown() async {
    let task = state.shutdown.withLock { task in
      // A task of its own: the grace must not shrink because the caller is cancelled.
      let running =
        task
        ?? Task { [state] in
          await state.core.close()
          for daemon in state.daemons { daemon.stop() }
          state.core.watcher.stop()
        }
      task = running
      return running
    }
    await task.value
  }
}
