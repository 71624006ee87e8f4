#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A port that answers no attempt to connect, as behind a firewall that drops packets.
package final class UnresponsivePeer: Sendable {
  /// The port.
  package let port: UInt16

  private let descriptors: [Int32]

  /// - Throws: ``PeerError``.
  package init() throws {
    let (listener, port) = try PeerSocket.listen(backlog: 0)
    self.port = port
    // Nobody accepts: once these have filled the queue, the system ignores every further attempt.
    descriptors = try [listener] + (0..<4).map { _ in try PeerSocket.connect(port: port) }
  }

  deinit { for descriptor in descriptors { close(descriptor) } }

  /// `http://127.0.0.1:port/`.
  package var url: String { "http://127.0.0.1:\(port)/" }
}
