/// Says when a growing unfinished block is worth rendering again.
///
/// A block of a few kilobytes is rendered at every update. The larger it is, the more must have
/// been added, so that the work for the whole answer stays linear in its length: about 2 MiB of
/// parsing for each time the block triples, and eight times its size when it is huge.
struct RenderPace: Sendable {
  private static let scale = 2 << 20
  private static let creditPerByte = 16

  private var pending = 0
  private var blockMayHaveEnded = false
  /// Bytes that may still be parsed out of turn.
  private var credit = 1 << 20

  /// Notes bytes that came.
  mutating func grow(by count: Int) {
    pending += count
    credit += count * Self.creditPerByte
  }

  /// Notes a line after which the block has probably ended, so that what follows is seen soon.
  mutating func noteBlockEnd() {
    blockMayHaveEnded = true
  }

  /// Whether to render now, when the unfinished part has this size.
  mutating func isDue(size: Int) -> Bool {
    guard pending > 0 else { return false }
    if pending >= min(size / 8, size * size / Self.scale) { return true }
    guard blockMayHaveEnded, credit >= size else { return false }
    credit -= size
    return true
  }

  /// Notes that everything that came has been rendered.
  mutating func rendered() {
    pending = 0
    blockMayHaveEnded = false
  }
}
