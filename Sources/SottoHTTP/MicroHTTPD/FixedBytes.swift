/// Bytes that are part of the program, such as an embedded file: they never move, change or go, so
/// an answer can be sent from where they are.
@safe package struct FixedBytes: Sendable {
  // Immutable for the whole run, by the promise made at init.
  nonisolated(unsafe) private let start: UnsafeRawPointer?
  /// The number of bytes.
  package let count: Int

  /// Text written in the source, as a string literal.
  package init(_ text: StaticString) {
    if text.hasPointerRepresentation {
      unsafe start = UnsafeRawPointer(text.utf8Start)
      count = text.utf8CodeUnitCount
    } else {
      // Not from a string literal but from a scalar's, which has no address.
      unsafe start = nil
      count = 0
    }
  }

  /// Bytes of an embedded object.
  /// - Precondition: the memory stays as it is until the process ends.
  @unsafe package init(unbounded bytes: UnsafeRawBufferPointer) {
    unsafe start = bytes.baseAddress
    count = bytes.count
  }

  /// A copy, for tests and for what must change them.
  package var array: [UInt8] {
    unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Lends the bytes to the library.
  func withStart<Result>(_ body: (UnsafeRawPointer?) -> Result) -> Result {
    unsafe body(start)
  }
}
