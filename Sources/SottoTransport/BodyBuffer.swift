/// The pieces of a body between the thread that receives and the task that reads: bounded, in
/// order, with an end that is never guessed.
package struct BodyBuffer {
  package enum End {
    case complete
    case failed(any Error)
  }

  package enum Taken {
    /// - Parameter resumes: whether the sender was held back and may go on.
    case piece([UInt8], resumes: Bool)
    case end(End)
    case nothing
  }

  /// What a piece weighs besides its bytes, so that a million pieces of one byte do not fit either.
  private static let overhead = 64

  private let capacity: Int
  private var pieces: [[UInt8]] = []
  private var first = 0
  private var weight = 0
  private var holdsBack = false
  package private(set) var end: End?

  /// - Parameter capacity: how many bytes wait at most before the sender is held back, not
  ///   counting the last piece.
  package init(capacity: Int) { self.capacity = capacity }

  /// Takes over `piece`. Once `false` was answered the piece must come again after a
  /// ``Taken/piece(_:resumes:)`` that resumes. What has already come `overCapacity` is always taken.
  @discardableResult
  package mutating func append(_ piece: [UInt8], overCapacity: Bool = false) -> Bool {
    guard end == nil else { return true }
    if weight >= capacity, !overCapacity {
      holdsBack = true
      return false
    }
    pieces.append(piece)
    weight += piece.count + Self.overhead
    return true
  }

  /// Whether no piece waits.
  package var isEmpty: Bool { first == pieces.count }

  /// The next piece, or the end once all pieces are taken. An end stays.
  package mutating func take() -> Taken {
    guard first < pieces.count else {
      if let end { return .end(end) }
      return .nothing
    }
    let piece = pieces[first]
    pieces[first] = []
    first += 1
    weight -= piece.count + Self.overhead
    if first == pieces.count {
      pieces.removeAll(keepingCapacity: true)
      first = 0
    }
    // Half empty, so that a slow reader does not stop and start the transfer at every piece.
    let resumes = holdsBack && weight <= capacity / 2
    if resumes { holdsBack = false }
    return .piece(piece, resumes: resumes)
  }

  /// Sets how the body ends after the pieces that wait. The first end counts.
  package mutating func finish(_ end: End) {
    if self.end == nil { self.end = end }
  }

  /// Drops what waits; the reader gets `error` from now on.
  package mutating func abandon(_ error: any Error) {
    pieces = []
    first = 0
    weight = 0
    end = .failed(error)
  }
}
