/// What changed in the blocks that are shown.
package struct BlockUpdate: Sendable, Equatable {
  /// How many blocks at the beginning stay as they are. All others are replaced.
  package var keep: Int
  /// The blocks that come after the kept ones, as HTML.
  package var html: [String]

  /// An update that keeps some blocks and replaces the rest.
  package init(keep: Int, html: [String]) {
    self.keep = keep
    self.html = html
  }
}
