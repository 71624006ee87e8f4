/// Where a server listens and what it puts up with.
package struct ServerConfiguration: Sendable {
  /// A name or address: `127.0.0.1`, `::1`, `0.0.0.0`, `::` (all, both families), or `localhost`
  /// (the loopback addresses of both families).
  package var host: String
  /// 0 picks a free one.
  package var port: UInt16
  /// Bytes; a longer body is answered with 413.
  package var maximumBodySize: Int = 12 << 20
  /// Bytes for a request's line and headers together, and for one piece of a streamed answer.
  package var connectionMemory: Int = 16 << 10
  /// Threads that read requests, run immediate handlers and write answers.
  package var threads: Int = 2
  /// More connections than this wait unaccepted.
  package var connectionLimit: Int = 2000
  /// How long a connection may neither send nor take a byte while it is the client's turn.
  package var idleTimeout: Duration = .seconds(75)
  /// How long a shutdown waits for handlers.
  package var shutdownGrace: Duration = .seconds(5)
  /// Bytes that a streamed answer may hold back before its writer waits.
  package var streamBufferSize: Int = 64 << 10

  package init(host: String = "127.0.0.1", port: UInt16 = 0) {
    self.host = host
    self.port = port
  }
}
