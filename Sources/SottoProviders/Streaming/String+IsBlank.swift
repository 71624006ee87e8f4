extension String {
  /// Whether there is nothing to read in it; servers refuse such messages.
  package var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
