/// One thing that a text can be found by.
///
/// A text is read as a row of places. A Latin word has one, an identifier one for each of its parts,
/// and each letter of a dense script has its own.
package struct Word {
  package enum Kind: UInt8 {
    /// A whole word; of an identifier all parts together, without what joins them.
    case whole
    /// A part of an identifier that has several.
    case part
    /// Two neighbours of a dense script.
    case pair
    /// The last letter of a dense script before something else. The letters before it are the
    /// beginnings of pairs.
    case last
    /// An emoji.
    case symbol
  }

  package var kind: Kind
  /// Where its folded form lies in ``WordScanner/folded``.
  package var folded: Range<Int>
  /// In the text, in bytes.
  package var source: Range<Int>
  /// Of a pair, where its second letter begins in the text; otherwise the end of `source`.
  package var middle: Int
  package var place: Int
  /// The place that follows; of a pair that of its second letter.
  package var next: Int
}
