internal import SottoCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The folder `files` beside the database: each file under the digest of its bytes, as
/// `ab/cdef…`, or encrypted under a name made of that. All calls block.
struct FileFolder: Sendable {
  let path: String
  /// The open store, whose name temporary files begin with.
  let owner: Owner
  let cipher: FileCipher?

  init(in folder: DataFolder, owner: Owner) {
    self.init(at: folder.files, owner: owner, cipher: folder.cipher?.files)
  }

  /// One that lies elsewhere.
  init(at path: String, owner: Owner, cipher: FileCipher?) {
    self.path = path
    self.owner = owner
    self.cipher = cipher
  }

  /// Where new files are written before they get their name.
  private var temporary: String { path + "/new" }

  /// Only for what ``Digest/isDigest(_:)`` accepts.
  private func path(of digest: String) -> String {
    let name = name(of: digest)
    return "\(path)/\(name.prefix(2))/\(name.dropFirst(2))"
  }

  private func name(of digest: String) -> String { cipher?.name(of: digest) ?? digest }

  /// Writes the bytes to a temporary file, down to the disk.
  ///
  /// - Returns: its path, for ``place(_:as:)`` or ``discard(_:)``.
  /// - Throws: ``SottoError`` of code `diskFull` or `dataFolder`.
  func writeTemporary(_ bytes: [UInt8], digest: String) throws -> String {
    let name = name(of: digest)
    for folder in [path, temporary, "\(path)/\(name.prefix(2))"] {
      guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else {
        throw Self.failure(folder, DiskFailure(number: errno))
      }
    }
    let file = "\(temporary)/\(owner.id).\(UUID().uuidString)"
    do {
      try DiskFile.create(file, cipher?.seal(bytes, name: name) ?? bytes)
    } catch {
      throw Self.failure(file, error)
    }
    return file
  }

  /// Gives a temporary file its name, also in place of one that is there: that may be damaged. Quick
  /// enough for a transaction; ``flushName(of:)`` comes afterwards.
  func place(_ file: String, as digest: String) throws {
    guard unsafe rename(file, path(of: digest)) == 0 else {
      throw Self.failure(path(of: digest), DiskFailure(number: errno))
    }
  }

  /// Removes a temporary file that was not placed.
  func discard(_ file: String) { unsafe unlink(file) }

  /// Makes the names in a file's folder last a power cut.
  func flushName(of digest: String) {
    DiskFile.flush("\(path)/\(name(of: digest).prefix(2))")
    DiskFile.flush(path)
  }

  /// The bytes of a file, after a look at their digest.
  ///
  /// - Throws: ``SottoError`` of code `fileNotFound`, also when it cannot be read or is damaged: a
  ///   message that names it can do without it.
  func read(_ digest: String) throws -> [UInt8] {
    guard Digest.isDigest(digest) else { throw Self.missing(digest) }
    var bytes: [UInt8]
    do {
      bytes = try DiskFile.read(path(of: digest), atMost: Limits.file + FileCipher.overhead)
    } catch {
      if error.isAbsent { throw Self.missing(digest) }
      throw unreadable(digest, "cannot be read (\(error.reason))")
    }
    if let cipher {
      guard let opened = cipher.open(bytes, name: name(of: digest)) else {
        throw unreadable(digest, "is damaged")
      }
      bytes = opened
    }
    guard Digest.sha256(bytes) == digest else { throw unreadable(digest, "is damaged") }
    return bytes
  }

  /// Whether there is one of this name, whole or not.
  func has(_ digest: String) -> Bool { DiskFile.exists(path(of: digest)) }

  /// Removes a file, if it is there.
  func remove(_ digest: String) {
    if Digest.isDigest(digest) { unsafe unlink(path(of: digest)) }
  }

  /// Removes every file that has a name, and the folders they are in where those are empty then.
  func removeAll() {
    for folder in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    where folder.utf8.count == 2 {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []
      {
        unsafe unlink("\(path)/\(folder)/\(name)")
      }
    }
  }

  /// Removes temporary files that a killed process left.
  func removeStaleTemporaries() {
    // Usually there is no such folder, or nothing in it.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: temporary)) ?? []
    for name in names where !owner.isAlive(String(name.prefix { $0 != "." })) {
      discard("\(temporary)/\(name)")
    }
  }

  static func missing(_ digest: String) -> SottoError {
    // What is no digest may be any text.
    SottoError(
      .fileNotFound,
      "there is no file \(Digest.isDigest(digest) ? digest : "of this name: its digest names it")",
      hint: "add the file, and use the digest that is returned")
  }

  private func unreadable(_ digest: String, _ what: String) -> SottoError {
    SottoError(
      .fileNotFound, "the file \(path(of: digest)) \(what)",
      hint: "add the file again, which mends it everywhere")
  }

  static func failure(_ path: String, _ reason: DiskFailure) -> SottoError {
    if reason.isFull {
      return SottoError(
        .diskFull, "there is no space left to store the file \(path)",
        hint: "free some space on that disk; nothing that was stored is lost")
    }
    return SottoError(
      .dataFolder, "'\(path)' cannot be written (\(reason.reason))",
      hint: "make the data folder yours with 'chmod u+rwx' or 'chown'")
  }
}
