/// Bytes that come in order, for one thread at a time.
protocol ByteSource: AnyObject {
  /// The next bytes, at most `count`; empty at the end.
  ///
  /// - Throws: ``ExchangeError``.
  func read(_ count: Int) throws -> [UInt8]
}

/// Why a file cannot be read or written, in a few plain words.
struct ExchangeError: Error, Hashable, CustomStringConvertible {
  /// Lower case, no full stop.
  var description: String

  init(_ description: String) { self.description = description }
}

/// Bytes that are in memory already.
final class MemorySource: ByteSource {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  func read(_ count: Int) -> [UInt8] {
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }
}

/// Counts what is read of another source.
final class CountedSource: ByteSource {
  private let source: any ByteSource
  private let count: (Int) -> Void

  init(_ source: any ByteSource, count: @escaping (Int) -> Void) {
    self.source = source
    self.count = count
  }

  func read(_ most: Int) throws -> [UInt8] {
    let bytes = try source.read(most)
    count(bytes.count)
    return bytes
  }
}
