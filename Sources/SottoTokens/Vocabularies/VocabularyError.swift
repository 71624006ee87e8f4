/// A vocabulary file that cannot be used.
package struct VocabularyError: Error, Equatable {
  /// What is wrong with it, in plain words, with the file's path.
  package var message: String

  /// An error with its words.
  package init(message: String) {
    self.message = message
  }
}
