package import SottoCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How requests carry the bytes of files.
package enum FileEncoding {
  /// Base64 (RFC 4648, section 4) with padding and without line breaks.
  package static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  /// `data:image/png;base64,…` (RFC 2397).
  package static func dataURL(file: FileReference, bytes: [UInt8]) -> String {
    "data:\(file.mediaType);base64,\(base64(bytes))"
  }
}
