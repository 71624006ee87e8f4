import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The vocabularies that are installed. Each is mapped when it is first asked for, and kept.
package final class VocabularyShelf: Sendable {
  private let folders: [String]
  private let encoders = Mutex<[Encoding: BytePairEncoder]>([:])

  /// Looks in these folders, in this order, for files such as `o200k_base.vocabulary`.
  package init(folders: [String]) {
    self.folders = folders
  }

  /// Looks beside a person's data and then in the checkouts that the program may lie in.
  ///
  /// - Parameters:
  ///   - data: the data folder.
  ///   - executable: the absolute path of the running program, links resolved.
  package convenience init(data: String, executable: String) {
    var folders = [data + "/vocabularies"]
    var folder = executable[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      folders.append(folder + "/.sotto/vocabularies")
    }
    self.init(folders: folders)
  }

  /// The encoder for an encoding, or `nil` when its vocabulary is not installed.
  ///
  /// - Throws: ``VocabularyError`` when there is a file but it cannot be used.
  package func encoder(for encoding: Encoding) throws(VocabularyError) -> BytePairEncoder? {
    try encoders.withLock { encoders throws(VocabularyError) in
      if let known = encoders[encoding] { return known }
      let name = "/\(encoding.rawValue).vocabulary"
      guard
        let path = folders.lazy.map({ $0 + name })
          .first(where: { FileManager.default.fileExists(atPath: $0) })
      else { return nil }
      let vocabulary = try Vocabulary(path: path)
      guard vocabulary.encoding == encoding else {
        throw VocabularyError(message: "the vocabulary '\(path)' is another encoding's")
      }
      let encoder = BytePairEncoder(vocabulary)
      encoders[encoding] = encoder
      return encoder
    }
  }
}
