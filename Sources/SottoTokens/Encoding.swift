/// A byte-pair encoding whose vocabulary is public.
package enum Encoding: String, CaseIterable, Sendable {
  case cl100k = "cl100k_base"
  case o200k = "o200k_base"

  /// The number that stands for it in a vocabulary file.
  var code: UInt32 {
    switch self {
    case .cl100k: 1
    case .o200k: 2
    }
  }
}
