import SottoCore
import SottoHTTP
import Synchronization

extension WebApp {
  /// The page's files. Every other address that is no API is the page itself, which reads its route
  /// from the address; an unknown file is 404, never the page.
  func addAssetRoutes(to router: inout Router) {
    let assets = WebAsset.all
    let version = PageVersion(of: assets)
    // What is encrypted on the disk is not put beside it in the clear by a browser.
    let keepsHistory = parts.vault.lock == nil
    for asset in assets {
      let file = ServedAsset(version.filled(asset, keepsHistory: keepsHistory))
      router.addImmediate(.get, version.address(of: asset.path), file.answer)
      guard asset.path == "index.html" else { continue }
      for pattern in ["/", "/p/{path...}"] { router.addImmediate(.get, pattern, file.answer) }
    }
  }
}

/// A file as it is sent: compressed where the browser takes that, and not again while it is the
/// same; one whose address has the version in it, once.
private final class ServedAsset: Sendable {
  private let asset: WebAsset
  /// Made at the first request, so that a start need not wait for it. `nil` inside when compression
  /// does not pay.
  private let compressed = Mutex<[UInt8]??>(nil)

  init(_ asset: WebAsset) { self.asset = asset }

  private var caching: String {
    PageVersion.isVersioned(asset.path) ? "public, max-age=31536000, immutable" : "no-cache"
  }

  func answer(_ request: ServerRequest) -> ServerResponse {
    let takesGzip = request.headers["accept-encoding"]?.contains("gzip") ?? false
    let gzip = takesGzip ? compressedBytes() : nil
    let tag = gzip == nil ? asset.entityTag : asset.compressedEntityTag
    var headers = [
      HeaderField("ETag", tag), HeaderField("Cache-Control", caching),
      HeaderField("Vary", "Accept-Encoding"),
    ]
    if request.headers["if-none-match"] == tag {
      return ServerResponse(status: 304, headers: headers)
    }
    headers.append(HeaderField("Content-Type", asset.contentType))
    guard let gzip else { return ServerResponse(headers: headers, body: asset.body) }
    headers.append(HeaderField("Content-Encoding", "gzip"))
    return ServerResponse(headers: headers, body: .bytes(gzip))
  }

  private func compressedBytes() -> [UInt8]? {
    compressed.withLock { compressed in
      if let made = compressed { return made }
      let made = Gzip.compress(asset.array)
      compressed = .some(made)
      return made
    }
  }
}
