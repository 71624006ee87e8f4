package import SottoCore

extension SQLiteStore {
  package func answer(
    to request: [UInt8], in project: ProjectID, policy: AnswerCachePolicy
  ) async throws -> KeptAnswer? {
    let digest = await fileReads.run { Digest.sha256(request) }
    let kept = try await readers.read { connection in
      try connection.keptAnswer(to: digest, in: project)
    }
    let now = clock.now()
    // One from the future was kept while the clock was wrong; it must not live until then.
    guard let kept, now - policy.lifetime <= kept.answeredAt,
      kept.answeredAt <= now + policy.lifetime
    else { return nil }
    return kept
  }

  /// Keeps an answer without a wait for the disk: after a power cut it is asked for anew. One that is
  /// larger than all that may be kept is not.
  ///
  /// - Throws: ``SottoError`` of code `projectNotFound`, also for a deleted project.
  package func keep(
    _ answer: KeptAnswer, to request: [UInt8], in project: ProjectID, policy: AnswerCachePolicy
  ) async throws {
    let column = answer.content.answerColumn
    let digest = await fileReads.run { Digest.sha256(request) }
    let now = clock.now()
    try await writer.writeWithoutFlush { connection in
      _ = try connection.visibleProject(project)
      guard column.utf8.count <= policy.maximumSize else { return }
      try connection.saveAnswer(answer, column: column, to: digest, in: project)
      try connection.evictAnswers(
        of: project, before: now - policy.lifetime, maximumSize: policy.maximumSize)
    }
  }
}
