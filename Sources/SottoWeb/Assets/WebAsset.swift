import CWebAssets
import SottoHTTP

/// One file of the web app, part of the program.
struct WebAsset: Sendable {
  var path: String
  var contentType: String
  /// As it is in the program.
  private var bytes: FixedBytes
  /// What is sent in its place, if something was filled in.
  private var changed: [UInt8]?
  /// Changes with the content.
  private(set) var fingerprint: UInt64

  /// What a browser sends back, so that it is sent only what is new.
  var entityTag: String { "\"\(String(fingerprint, radix: 36))\"" }
  /// Of the compressed form, which is another sequence of bytes.
  var compressedEntityTag: String { "\"\(String(fingerprint, radix: 36))-gzip\"" }

  /// The content, to be sent.
  var body: ServerResponse.Body { changed.map { .bytes($0) } ?? .fixed(bytes) }
  /// A copy of the content.
  var array: [UInt8] { changed ?? bytes.array }

  /// The content as text.
  var text: String {
    get { String(decoding: array, as: UTF8.self) }
    set {
      let new = Array(newValue.utf8)
      changed = new
      fingerprint = unsafe new.withUnsafeBufferPointer { unsafe Self.fingerprint(of: $0) }
    }
  }

  /// All files of `Public`, and what comes from libraries.
  static let all: [WebAsset] =
    unsafe read(sotto_web_asset_table(), sotto_web_asset_count)
    + read(sotto_web_library_table(), sotto_web_library_count)

  private static func read(_ start: UnsafePointer<sotto_web_asset>?, _ count: Int) -> [WebAsset] {
    unsafe UnsafeBufferPointer(start: start, count: count).map { entry in
      let path = unsafe String(cString: entry.path)
      let bytes = unsafe UnsafeBufferPointer(start: entry.bytes, count: entry.count)
      return unsafe WebAsset(
        path: path, contentType: contentType(of: path),
        bytes: FixedBytes(unbounded: UnsafeRawBufferPointer(bytes)),
        fingerprint: fingerprint(of: bytes))
    }
  }

  private static func contentType(of path: String) -> String {
    switch path.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "txt": "text/plain; charset=utf-8"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "ico": "image/x-icon"
    case "woff2": "font/woff2"
    case "json": "application/json"
    case "webmanifest": "application/manifest+json"
    default: "application/octet-stream"
    }
  }

  /// FNV-1a (64 bits): it only has to differ between versions of a file, nobody is kept out by it.
  private static func fingerprint(of bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    unsafe bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }
}
