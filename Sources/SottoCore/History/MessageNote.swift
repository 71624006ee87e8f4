/// What a person should know about how an answer came to be. It stays with the message.
public enum MessageNote: Hashable, Sendable {
  /// The model that was meant could not answer; the one named did.
  case fallback(to: ModelReference, because: ProviderError)
  /// A file of the question did not go to the model, and why.
  case fileNotSent(UnsentFile)
}

/// A file that a model did not get.
public struct UnsentFile: Hashable, Sendable {
  /// ``FileReference/digest``.
  public var digest: String
  /// What the person called it; may be empty.
  public var name: String
  /// Why, in plain words.
  public var reason: String
  /// Why, as a word for programs: that of ``DocumentText/State`` for a document without text, else of
  /// ``ContextOmission/Reason``; `nil` in what older versions stored.
  public var code: String?

  /// A file and why it was not sent.
  public init(digest: String, name: String, reason: String, code: String? = nil) {
    self.digest = digest
    self.name = name
    self.reason = reason
    self.code = code
  }
}
