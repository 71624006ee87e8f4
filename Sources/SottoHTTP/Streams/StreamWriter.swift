/// Where the bytes of a streamed answer go.
///
/// Each write is sent as one piece, never mixed with another, and waits while the client is slower
/// than the writer.
package struct StreamWriter: Sendable {
  let stream: ResponseStream

  /// Hands bytes over, waiting while the buffer is full. Without bytes it does nothing.
  /// - Throws: ``ServerError/Code/clientGone`` once the client has left, `CancellationError` when
  ///   the task is cancelled.
  package func write(_ bytes: [UInt8]) async throws {
    try await stream.write(bytes)
  }

  /// Hands bytes over only if nothing waits to be sent.
  /// - Throws: ``ServerError/Code/clientGone`` once the client has left.
  package func writeIfIdle(_ bytes: [UInt8]) throws {
    try stream.writeIfIdle(bytes)
  }
}
