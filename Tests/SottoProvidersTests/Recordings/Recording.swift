import Foundation
import SottoCore
import Testing

/// A recorded answer of a provider with what two independent readers made of it.
struct Recording: Sendable, CustomTestStringConvertible {
  var name: String
  var kind: String
  var status: Int
  var headers: HTTPHeaders
  var body: [UInt8]
  var expected: JSONValue

  var testDescription: String { name }
  var isStream: Bool { kind == "stream" || kind == "stream_error" }

  /// Every recording of Chat Completions in `../shared/recordings` beside the package, by name;
  /// none when the folder is not there.
  static let all: [Recording] = load("openai-chat")

  /// Those of another protocol, as the recordings name it.
  static func load(_ wireProtocol: String) -> [Recording] {
    let folder = packageRoot.deletingLastPathComponent().appending(path: "shared/recordings")
    let nearby = [folder, packageRoot.appending(path: "../../shared/recordings").standardized]
    guard let root = nearby.first(where: { FileManager.default.fileExists(atPath: $0.path) })
    else {
      print("left out: no folder of recordings beside the package; own fixtures only")
      return []
    }
    let names =
      FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return names.sorted().filter { $0.hasSuffix(".expected.json") }.compactMap {
      read($0, in: root, wireProtocol)
    }
  }

  private static var packageRoot: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
  }

  private static func read(_ name: String, in root: URL, _ wireProtocol: String) -> Recording? {
    let stem = String(name.dropLast(".expected.json".count))
    guard let expected = json(root.appending(path: name)),
      expected["protocol"]?.string == wireProtocol,
      let kind = expected["kind"]?.string,
      ["stream", "json", "error", "stream_error"].contains(kind),
      let recording = json(root.appending(path: stem + ".json")),
      let response = recording["response"], let body = response["body"]?.string
    else { return nil }
    var headers = HTTPHeaders()
    for member in response["headers"]?.object?.members ?? [] {
      headers.append(member.key, member.value.string ?? "")
    }
    return Recording(
      name: stem, kind: kind, status: response["status"]?.int ?? 200, headers: headers,
      body: Array(body.utf8), expected: expected)
  }

  private static func json(_ url: URL) -> JSONValue? {
    guard let data = try? Data(contentsOf: url) else { return nil }
    return try? JSONValue(parsing: Array(data))
  }
}
