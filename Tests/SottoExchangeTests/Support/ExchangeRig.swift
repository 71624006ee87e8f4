import Foundation
import SottoCore
import SottoExchange
import SottoStore
import SottoTestSupport

/// A store in a folder of its own, with an importer and an exporter.
struct ExchangeRig {
  let folder: ScratchFolder
  let store: SQLiteStore
  let importer: Importer
  let exporter: Exporter

  init() async throws {
    folder = try ScratchFolder()
    store = try await SQLiteStore.open(folder: folder.path + "/data")
    importer = Importer(
      history: store, files: store, openDatabase: { try ForeignDatabase(path: $0) })
    exporter = Exporter(store: store, files: store)
  }

  static func fixture(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures/exchange/\(name)").path
  }

  static func bytes(of fixture: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: Self.fixture(fixture))))
  }

  /// Imports a file, or bytes that are written to one.
  @discardableResult
  func load(
    _ path: String, format: ImportFormat? = nil, project: ProjectID? = nil
  ) async throws -> ImportBalance {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return try await importer.run(
      Importer.Request(path: path, name: name, format: format, project: project))
  }

  @discardableResult
  func load(_ bytes: [UInt8], format: ImportFormat? = nil) async throws -> ImportBalance {
    try await load(write(bytes, "input"), format: format)
  }

  func write(_ bytes: [UInt8], _ name: String) throws -> String {
    let path = "\(folder.path)/\(name)"
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }

  /// A zip archive of these entries, as another program makes it.
  func archive(_ entries: [(name: String, bytes: [UInt8])]) throws -> String {
    let path = "\(folder.path)/archive-\(entries.count).zip"
    let source = "\(folder.path)/entries"
    try FileManager.default.createDirectory(atPath: source, withIntermediateDirectories: true)
    var arguments = [path]
    for (index, entry) in entries.enumerated() {
      arguments += [entry.name, try write(entry.bytes, "entries/\(index)")]
    }
    try python(
      """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as archive:
          for name, path in zip(sys.argv[2::2], sys.argv[3::2]):
              archive.write(path, name)
      """, arguments)
    return path
  }

  func export(_ scope: ExportScope, _ format: ExportFormat) async throws -> [UInt8] {
    let collector = Collector()
    try await exporter.write(exporter.plan(scope), as: format) { await collector.add($0) }
    return await collector.bytes
  }

  /// The trees of all conversations of a project, by name.
  func trees(in project: String) async throws -> [ConversationTree] {
    let found = try await store.projects().first { $0.details.name == project }
    guard let found else { return [] }
    var trees: [ConversationTree] = []
    for id in try await store.conversationIDs(in: found.id) {
      trees.append(try await store.conversationTree(id))
    }
    return trees
  }

  func tree(_ title: String, in project: String) async throws -> ConversationTree? {
    try await trees(in: project).first { $0.conversation.title == title }
  }
}

/// A new folder that is removed with this object.
final class ScratchFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "sotto-exchange-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

private actor Collector {
  private(set) var bytes: [UInt8] = []

  func add(_ more: [UInt8]) { bytes += more }
}

extension ConversationTree {
  /// The texts of the chosen path.
  var texts: [String] { path.map(\.content.text) }
}

func python(_ program: String, _ arguments: [String]) throws {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["python3", "-c", program] + arguments
  try process.run()
  process.waitUntilExit()
  if process.terminationStatus != 0 { throw PythonFailure() }
}

struct PythonFailure: Error {}

/// A PNG of one pixel.
let pixel: [UInt8] = [
  0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1,
  0,
  0, 0, 1, 8, 6, 0, 0, 0,
]
