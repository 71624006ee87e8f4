/// Finds messages, titles and text files by their words.
public protocol MessageSearch: Sendable {
  /// What is committed is found. What is deleted is not, from that moment on.
  func search(_ query: SearchQuery) async throws -> SearchResults
}
