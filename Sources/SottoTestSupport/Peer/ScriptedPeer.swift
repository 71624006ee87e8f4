import Synchronization

/// A real server on a free loopback port that plays a script to each connection, byte by byte, also
/// one that no decent server would play.
///
/// ```swift
/// let peer = try ScriptedPeer { connection in
///   try await connection.request()
///   try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel")
///   connection.reset()
/// }
/// defer { peer.stop() }
/// ```
package final class ScriptedPeer: Sendable {
  /// What is done with one connection. When it returns or throws, the connection is closed with
  /// FIN.
  package typealias Script = @Sendable (PeerConnection) async throws -> Void

  /// The port it listens on.
  package let port: UInt16

  /// Every request that a script has read.
  package let requests = Recorder<RecordedRequest>()

  /// The number of every connection that the client closed or reset before the script did.
  package let closedByClient = Recorder<Int>()

  /// The number of every connection whose socket the peer has closed.
  package let ended = Recorder<Int>()

  private let loop: PeerLoop
  private let scripts: Scripts

  /// Starts to listen.
  ///
  /// - Throws: ``PeerError``.
  package init(backlog: Int32 = 512, script: @escaping Script) throws {
    let (listener, port) = try PeerSocket.listen(backlog: backlog)
    let scripts = Scripts()
    self.port = port
    self.scripts = scripts
    let (requests, closes, ends) = (requests, closedByClient, ended)
    loop = try PeerLoop(listener: listener) { number, wake in
      let connection = PeerConnection(
        number: number, requests: requests, closes: closes, ends: ends, wake: wake)
      scripts.play(script, connection)
      return connection
    }
    try loop.start()
  }

  deinit { stop() }

  /// `http://127.0.0.1:port` and `path`.
  package func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

  /// How many connections were accepted until now.
  package var connectionCount: Int { scripts.count }

  /// Breaks off all scripts and closes all connections.
  package func stop() {
    scripts.cancel()
    loop.stop()
  }
}

/// The running scripts.
private final class Scripts: Sendable {
  private let tasks = Mutex<[Task<Void, Never>]>([])

  var count: Int { tasks.withLock { $0.count } }

  func play(_ script: @escaping ScriptedPeer.Script, _ connection: PeerConnection) {
    let task = Task {
      // A script ends by an error when the client leaves; that is in the records.
      try? await script(connection)
      connection.finish()
    }
    tasks.withLock { $0.append(task) }
  }

  func cancel() {
    for task in tasks.withLock({ $0 }) { task.cancel() }
  }
}
