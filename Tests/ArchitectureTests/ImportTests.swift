import Foundation
import Testing

/// Which modules each target may import besides the standard ones. Neither the compiler nor the
/// package manager stops an import that comes in through another dependency.
private let allowedImports: [(target: String, imports: Set<String>)] = [
  ("SottoCore", []),
  ("SottoTokens", []),
  ("SottoSearch", []),
  ("SottoProviders", ["SottoCore", "SottoTokens"]),
  ("SottoEngine", ["SottoCore"]),
  ("SottoTransport", ["SottoCore"]),
  ("SottoCurl", ["SottoCore", "SottoTransport", "CCurl"]),
  ("SottoURLSession", ["SottoCore", "SottoTransport", "FoundationNetworking"]),
  ("SottoSealing", ["SottoCore", "CSodium"]),
  (
    "SottoStore",
    ["SottoCore", "SottoSearch", "SottoSealing", "CSQLite", "CSodium", "CCipherVFS"]
  ),
  ("SottoSecrets", ["SottoCore", "SottoSealing", "CLibSecret", "Security"]),
  ("SottoLocal", ["SottoCore"]),
  ("SottoMarkdown", ["CCmarkGFM"]),
  ("SottoHTTP", ["CMicroHTTPD"]),
  ("SottoExchange", ["SottoCore", "SottoMarkdown", "CArchive"]),
  (
    "SottoWeb",
    [
      "SottoCore", "SottoEngine", "SottoMarkdown", "SottoHTTP", "SottoExchange", "CWebAssets",
      "CZlib",
    ]
  ),
  ("SottoTestSupport", ["SottoCore"]),
  (
    "sotto",
    [
      "SottoCore", "SottoProviders", "SottoEngine", "SottoCurl", "SottoStore",
      "SottoSecrets", "SottoSealing", "SottoLocal", "SottoMarkdown", "SottoHTTP", "SottoTokens",
      "SottoWeb", "SottoExchange",
    ]
  ),
]

private let standardModules: Set<String> = [
  "Foundation", "FoundationEssentials", "Synchronization", "Dispatch", "Glibc", "Darwin", "Testing",
]

/// What must build for every platform, without C and without the system's own interfaces.
private let portableTargets: Set<String> = [
  "SottoCore", "SottoProviders", "SottoEngine", "SottoTransport",
]

/// What stands on all of Foundation. The program does not import it on Linux.
private let foundationTargets: Set<String> = ["SottoURLSession"]

@Suite struct ImportTests {
  @Test(arguments: allowedImports)
  func `a target imports only what its row allows`(target: String, imports: Set<String>) throws {
    let sources = try Sources.files(in: target)
    #expect(!sources.isEmpty)
    for source in sources {
      let unexpected = source.imports.subtracting(imports).subtracting(standardModules)
      #expect(unexpected.isEmpty, "\(source.path)")
    }
  }

  @Test(arguments: portableTargets)
  func `the portable core has no operating system in it`(target: String) throws {
    for source in try Sources.files(in: target) {
      #expect(source.imports.isDisjoint(with: ["Glibc", "Darwin", "Dispatch"]), "\(source.path)")
    }
  }

  @Test func `every target has a row`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Sources.root.path)
    let swiftTargets = folders.filter { !$0.hasPrefix("C") && !$0.hasPrefix(".") }
    #expect(Set(swiftTargets) == Set(allowedImports.map(\.target)))
  }

  @Test func `production code links the small Foundation`() throws {
    let exempt = foundationTargets.union(["SottoTestSupport"])
    for (target, _) in allowedImports where !exempt.contains(target) {
      for source in try Sources.files(in: target) where source.imports.contains("Foundation") {
        #expect(source.imports.contains("FoundationEssentials"), "\(source.path)")
      }
    }
  }
}

private struct Sources {
  var path: String
  var imports: Set<String>

  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources")

  static func files(in target: String) throws -> [Sources] {
    let folder = root.appending(path: target)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try names.filter { $0.hasSuffix(".swift") }.map { name in
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      return Sources(path: "\(target)/\(name)", imports: Self.imports(in: text))
    }
  }

  /// Reads `import X`, with any access level or attribute before it.
  private static func imports(in text: String) -> Set<String> {
    var modules: Set<String> = []
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ")
      guard let index = words.firstIndex(of: "import"), words.count > index + 1,
        words[..<index].allSatisfy({
          ["public", "package", "internal"].contains($0) || $0.hasPrefix("@")
        })
      else { continue }
      modules.insert(String(words[index + 1].prefix { $0 != "." }))
    }
    return modules
  }
}
