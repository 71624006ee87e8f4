import Foundation

/// A folder of a test's own, gone with it.
final class TestFolder: Sendable {
  let path: String

  init() throws {
    let files = FileManager.default
    path = files.temporaryDirectory.path + "/sotto-local-" + UUID().uuidString
    try files.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file in it, with the folders above it, and returns its path.
  @discardableResult
  func write(_ name: String, _ text: String = "", permissions: Int = 0o644) throws -> String {
    try Self.write(path + "/" + name, text, permissions: permissions)
  }

  @discardableResult
  static func write(_ file: String, _ text: String, permissions: Int) throws -> String {
    let parent = String(file[..<(file.lastIndex(of: "/") ?? file.endIndex)])
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: file))
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file)
    return file
  }

  /// Writes a shell script that can be started at once. Another program writes the file: a child that some
  /// other test starts meanwhile would have a copy of it open, which makes it busy.
  func writeProgram(_ name: String, _ script: String) throws -> String {
    let text = try write(name + ".sh", "#!/bin/sh\n\(script)\n")
    // Not through `Process`, which has crashed in Foundation when several tests started children at once.
    let status = system("install -m 755 '\(text)' '\(path)/\(name)'")
    guard status == 0 else { throw CocoaError(.fileWriteUnknown) }
    return path + "/" + name
  }

  func read(_ name: String) -> String? {
    (try? Data(contentsOf: URL(filePath: path + "/" + name))).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
