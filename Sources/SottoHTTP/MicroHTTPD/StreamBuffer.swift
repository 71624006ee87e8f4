/// Bytes between a writer and the socket: a queue with a bound, without locks or waiting.
struct StreamBuffer: Sendable {
  private var bytes: [UInt8] = []
  private var head = 0
  private let capacity: Int

  init(capacity: Int) {
    self.capacity = max(capacity, 1)
  }

  var count: Int { bytes.count - head }
  /// A piece is taken whole while this holds, so the buffer holds at most the bound and one piece.
  var hasRoom: Bool { count < capacity }
  /// Waking a writer for every byte that leaves would cost more than it brings.
  var isWorthWaking: Bool { count <= capacity / 2 }

  mutating func append(_ piece: [UInt8]) {
    if head == bytes.count {
      clear()
    } else if head > capacity {
      bytes.removeSubrange(..<head)
      head = 0
    }
    bytes.append(contentsOf: piece)
  }

  /// Moves as many bytes as fit and says how many.
  mutating func move(into destination: UnsafeMutableBufferPointer<UInt8>) -> Int {
    let size = min(count, destination.count)
    let next = bytes[head..<(head + size)]
    unsafe _ = destination.update(fromContentsOf: next)
    head += size
    if head == bytes.count { clear() }
    return size
  }

  mutating func clear() {
    // A large piece must not keep its memory for the life of a quiet stream.
    bytes.removeAll(keepingCapacity: bytes.capacity <= 2 * capacity)
    head = 0
  }
}
