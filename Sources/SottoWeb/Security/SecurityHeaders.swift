import SottoHTTP

/// Headers of every answer: the page loads nothing from elsewhere, runs no inline script and cannot
/// be framed.
enum SecurityHeaders {
  static let all = [
    HeaderField(
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        + "connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'none'"),
    HeaderField("X-Content-Type-Options", "nosniff"),
    HeaderField("Referrer-Policy", "no-referrer"),
    HeaderField("Cross-Origin-Opener-Policy", "same-origin"),
    HeaderField("Cross-Origin-Resource-Policy", "same-origin"),
    HeaderField("Cache-Control", "no-store"),
  ]
}
