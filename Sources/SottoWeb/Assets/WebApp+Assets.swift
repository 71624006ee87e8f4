import SottoHTTP

extension WebApp {
  /// The page's files under their own paths. Every other address that is no API is the page itself,
  /// which reads its route from the address; an unknown file is 404, never the page.
  func addAssetRoutes(to router: inout Router) {
    for asset in WebAsset.all {
      router.addImmediate(.get, "/\(asset.path)") { Self.answer($0, with: asset) }
      guard asset.path == "index.html" else { continue }
      for pattern in ["/", "/p/{path...}"] {
        router.addImmediate(.get, pattern) { Self.answer($0, with: asset) }
      }
    }
  }

  private static func answer(_ request: ServerRequest, with asset: WebAsset) -> ServerResponse {
    var headers = [
      HeaderField("Content-Type", asset.contentType),
      HeaderField("ETag", asset.entityTag),
      HeaderField("Cache-Control", "no-cache"),
    ]
    if request.headers["if-none-match"] == asset.entityTag {
      headers.removeFirst()
      return ServerResponse(status: 304, headers: headers)
    }
    return ServerResponse(headers: headers, body: .fixed(asset.bytes))
  }
}
