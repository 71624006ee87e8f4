import Dispatch
import SottoLocal
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A named pipe that processes hold open for writing while they live: its end is the end of all of
/// them, also of those that are no children of ours.
struct LifeLine {
  let path: String
  private let text = OneShot<String>()

  init(in folder: TestFolder) throws {
    path = folder.path + "/lifeline"
    try #require(mkfifo(path, 0o600) == 0)
    DispatchQueue(label: "lifeline").async { [path, text] in
      let pipe = open(path, O_RDONLY)
      defer { close(pipe) }
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 512)
      while case let count = read(pipe, &buffer, buffer.count), count > 0 {
        bytes += buffer[..<count]
      }
      text.fulfil(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// What was written, once every writer has ended; nil when one still lives after the limit.
  func end(within limit: Duration = .seconds(60)) async throws -> String? {
    try await text.value(within: limit)
  }
}
