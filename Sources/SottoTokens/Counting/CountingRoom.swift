import Synchronization

/// What counting needs beside the text: less than two megabytes, and more only while a very long
/// piece is counted.
struct CountingRoom {
  var pieces: PieceCounts
  var longPieces = LongPieceCounts()
  var merger = PieceMerger()

  init(_ vocabulary: Vocabulary) {
    pieces = PieceCounts(vocabulary)
  }
}

/// Keeps a few rooms between calls, since what they have learned about words makes the next text
/// faster and a new one costs more than a short text.
final class CountingRooms: Sendable {
  private let rooms = Mutex<[CountingRoom]>([])
  private static let most = 2

  func with<Value>(_ vocabulary: Vocabulary, _ body: (inout CountingRoom) -> Value) -> Value {
    var room = rooms.withLock { $0.popLast() } ?? CountingRoom(vocabulary)
    let value = body(&room)
    room.merger.shrink()
    rooms.withLock { if $0.count < Self.most { $0.append(room) } }
    return value
  }
}
