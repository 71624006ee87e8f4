/// Tells the indexer of commits, and lends it what it reads files with.
final class SearchBacklog: Sendable {
  /// Yields after commits; several at once count as one.
  let commits: AsyncStream<Void>
  let readFile: FileReading
  private let signal: AsyncStream<Void>.Continuation

  init(readFile: @escaping FileReading) {
    self.readFile = readFile
    (commits, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// To be called after each commit.
  func committed() { signal.yield() }
}
