/// A person's own templates. Calls throw ``SottoError``; a deletion can be undone for
/// ``ConversationStore``'s undo time.
public protocol TemplateStore: Sendable {
  /// By name.
  func templates() async throws -> [Template]
  /// - Throws: ``SottoError`` of code `templateNotFound`, also for a deleted one.
  func template(_ id: TemplateID) async throws -> Template
  /// Checks and stores a new one.
  func createTemplate(_ details: TemplateDetails) async throws -> Template
  /// Changes the details in one transaction.
  func updateTemplate(
    _ id: TemplateID, _ change: @escaping @Sendable (inout TemplateDetails) throws -> Void
  ) async throws -> Template
  /// - Returns: until when it can be restored.
  func deleteTemplate(_ id: TemplateID) async throws -> Timestamp
  /// Undoes a deletion; one that is not deleted stays as it is.
  ///
  /// - Throws: ``SottoError`` of code `gone` after the undo time.
  func restoreTemplate(_ id: TemplateID) async throws -> Template
}
