#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The note by which other processes of the same user find a running local model: a file in the
/// data folder that only its owner can read. Whoever started the model owns it and takes the note
/// away.
struct PublishedEndpoint: Codable, Hashable, Sendable {
  var pid: Int32
  var baseURL: String
  var apiKey: String
  var model: String

  private enum CodingKeys: String, CodingKey {
    case pid
    case baseURL = "base_url"
    case apiKey = "api_key"
    case model
  }

  var endpoint: LocalEndpoint {
    LocalEndpoint(baseURL: baseURL, apiKey: apiKey, modelName: model)
  }

  /// Whether the process that answers there still runs.
  var isAlive: Bool { pid > 1 && (kill(pid, 0) == 0 || errno == EPERM) }

  static func path(in folder: String) -> String { folder + "/local-model.json" }

  /// Puts the note in place whole: a reader sees the old one or the new one.
  func write(to folder: String) throws {
    let path = Self.path(in: folder)
    let draft = path + ".\(getpid())"
    unlink(draft)
    let file = try Descriptor.open(draft, O_WRONLY | O_CREAT | O_EXCL, permissions: 0o600)
    try file.writeAll([UInt8](JSONEncoder().encode(self)))
    guard rename(draft, path) == 0 else { throw LocalModelError.system("write \(path)") }
  }

  /// The note, when there is one that only this user can have written.
  static func read(from folder: String) -> PublishedEndpoint? {
    // A note that is missing, not ours or broken is no note.
    guard let file = try? Descriptor.open(path(in: folder), O_RDONLY | O_NOFOLLOW),
      FileOwner.isPrivate(file)
    else { return nil }
    return try? JSONDecoder().decode(PublishedEndpoint.self, from: Data(file.readSome()))
  }

  /// Takes the note away if it is still about this process.
  static func remove(from folder: String, pid: Int32) {
    if read(from: folder)?.pid == pid { unlink(path(in: folder)) }
  }
}
