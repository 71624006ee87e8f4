internal import SottoCore

/// Turns what SQLite reports into what a person can mend.
struct StorageFailure: Sendable {
  /// The database file, as the messages name it.
  var path: String

  /// Runs `body`; errors of SQLite come out as ``SottoError``, others unchanged.
  func translating<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as DatabaseError { throw describe(error) }
  }

  /// As above, for work on another actor.
  func translating<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch let error as DatabaseError { throw describe(error) }
  }

  func describe(_ error: DatabaseError) -> SottoError {
    // The index of the log cannot grow on a full disk, which SQLite reports as a failure to write
    // it.
    if error.extendedCode == DatabaseError.sharedMemorySize { return full }
    if error.extendedCode == DatabaseError.changedPage { return damaged }
    return switch error.code {
    case .full: full
    case .corrupt, .notADatabase: damaged
    case .cannotOpen, .permission, .readOnly:
      SottoError(
        .dataFolder, "cannot write the database \(path) (\(error.message))",
        hint: "make the file and its folder writable for you, or choose another folder with --data")
    case .busy, .locked:
      SottoError(
        .storage, "another program has locked the database \(path)",
        hint: "close the program that uses it, then try again")
    case .inputOutput:
      SottoError(
        .storage, "the disk failed on \(path) (\(error))",
        hint: "check that the disk is there and healthy, then try again")
    case .tooBig: SottoError(.invalidInput, "a value is too large to store")
    default: SottoError(.storage, "the database \(path) failed (\(error))")
    }
  }

  private var full: SottoError {
    SottoError(
      .diskFull, "there is no space left to store anything in \(path)",
      hint: "free some space on that disk; nothing that was stored is lost")
  }

  var damaged: SottoError {
    SottoError(
      .damagedDatabase, "\(path) is damaged or is not a database",
      hint: "put back the latest copy with 'sotto restore latest', or move it away and start again")
  }
}
