/// The places of Gemini's API.
package enum GeminiAddress {
  /// A base URL as the native protocol needs it: with a version, which Google's own libraries add
  /// themselves, and without the `openai` of the compatible protocol.
  package static func base(of baseURL: String) -> String {
    var base = baseURL.withoutFinalSlashes
    if base.hasSuffix("/openai") {
      base = String(base.dropLast("/openai".count)).withoutFinalSlashes
    }
    let isBare = base.split(separator: "/", omittingEmptySubsequences: false).count <= 3
    return isBare ? base + "/v1beta" : base
  }

  /// The path of a model, which may be named with its folder (`models/`, `tunedModels/`).
  package static func path(of model: String) -> String {
    let path = model.contains("/") ? model : "models/" + model
    var escaped = ""
    for byte in path.utf8 {
      if allowed.contains(byte) {
        escaped.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        escaped += digits.count == 1 ? "%0" + digits : "%" + digits
      }
    }
    return escaped
  }

  private static let allowed = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/@".utf8)
}
