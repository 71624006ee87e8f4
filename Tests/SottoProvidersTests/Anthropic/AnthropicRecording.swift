import Foundation
import SottoCore

/// The recordings of Messages in `shared/recordings` beside the package; none when the folder is
/// not there.
enum AnthropicRecording {
  static let all: [Recording] = load()

  private static func load() -> [Recording] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folders = ["../shared/recordings", "../../shared/recordings"].map {
      root.appending(path: $0).standardized
    }
    guard let folder = folders.first(where: { FileManager.default.fileExists(atPath: $0.path) })
    else {
      print("left out: no folder of recordings beside the package; own fixtures only")
      return []
    }
    let names =
      FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return names.sorted().filter { $0.hasSuffix(".expected.json") }.compactMap {
      read(String($0.dropLast(".expected.json".count)), in: folder)
    }
  }

  private static func read(_ name: String, in folder: URL) -> Recording? {
    guard let expected = json(folder.appending(path: name + ".expected.json")),
      expected["protocol"]?.string == "anthropic-messages", let kind = expected["kind"]?.string,
      ["stream", "json", "error", "stream_error"].contains(kind),
      let response = json(folder.appending(path: name + ".json"))?["response"],
      let body = response["body"]?.string
    else { return nil }
    var headers = HTTPHeaders()
    for member in response["headers"]?.object?.members ?? [] {
      headers.append(member.key, member.value.string ?? "")
    }
    return Recording(
      name: name, kind: kind, status: response["status"]?.int ?? 200, headers: headers,
      body: Array(body.utf8), expected: expected)
  }

  private static func json(_ url: URL) -> JSONValue? {
    guard let data = try? Data(contentsOf: url) else { return nil }
    return try? JSONValue(parsing: Array(data))
  }
}
