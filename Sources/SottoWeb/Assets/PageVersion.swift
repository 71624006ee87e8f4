/// The version of the page: it changes with any of its files, and is part of their addresses, so that a
/// file of an address never changes and a page never gets a file of another version.
struct PageVersion: Sendable {
  private let name: String
  private let files: [String]

  init(of assets: [WebAsset]) {
    let combined = assets.reduce(UInt64(0)) { version, asset in
      (version ^ asset.fingerprint) &* 0x0000_0100_0000_01b3
    }
    name = String(combined, radix: 36)
    files = assets.map(\.path).filter(Self.isVersioned)
  }

  /// Where a file is.
  func address(of path: String) -> String {
    Self.isVersioned(path) ? "/~\(name)/\(path)" : "/\(path)"
  }

  /// The file with what the server knows filled in: the addresses that it names, and whether a browser
  /// may keep the history to be read without the server.
  func filled(_ asset: WebAsset, keepsHistory: Bool) -> WebAsset {
    var asset = asset
    switch asset.path {
    case "index.html": asset.text = asset.text.replacing("\"/~/", with: "\"/~\(name)/")
    case "sw.js":
      // Libraries are kept when they are first used.
      let kept = files.filter { !$0.hasPrefix("vendor/") }.map(address)
      asset.text = asset.text.replacing("{{version}}", with: name)
        .replacing("{{files}}", with: kept.joined(separator: " "))
        .replacing("{{keeps-history}}", with: keepsHistory ? "yes" : "no")
    default: break
    }
    return asset
  }

  /// Whether the address of a file has the version in it: of all that the page loads by itself. Other
  /// addresses are known outside.
  static func isVersioned(_ path: String) -> Bool {
    ["app.js", "early.js"].contains(path)
      || ["lib/", "locales/", "parts/", "styles/", "vendor/"].contains { path.hasPrefix($0) }
  }
}
