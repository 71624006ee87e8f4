/// A request that no handler answered, for the owner of the server to put into words.
package struct RequestFailure: Error, Sendable {
  /// An open set of reasons.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// No route has this path.
    package static let notFound = Code(description: "not_found")
    /// The path has routes, for other methods.
    package static let methodNotAllowed = Code(description: "method_not_allowed")
    /// The body is longer than the server takes.
    package static let bodyTooLarge = Code(description: "body_too_large")
    /// There is no room on the disk for the body.
    package static let bodyNotStored = Code(description: "body_not_stored")
    /// The request's target or framing cannot be understood.
    package static let malformedRequest = Code(description: "malformed_request")
    /// The handler threw; ``RequestFailure/cause`` is what it threw.
    package static let handlerFailed = Code(description: "handler_failed")
    /// The handler's answer cannot be sent (a bad header or status).
    package static let invalidResponse = Code(description: "invalid_response")
    /// The server is shutting down.
    package static let shuttingDown = Code(description: "shutting_down")
  }

  package let code: Code
  /// The fitting HTTP status.
  package let status: Int
  /// One plain sentence without anything from the request.
  package let message: String
  /// What the handler threw.
  package let cause: (any Error)?

  init(_ code: Code, status: Int, message: String, cause: (any Error)? = nil) {
    self.code = code
    self.status = status
    self.message = message
    self.cause = cause
  }

  static let notFound = RequestFailure(
    .notFound, status: 404, message: "There is nothing at this address.")
  static let methodNotAllowed = RequestFailure(
    .methodNotAllowed, status: 405, message: "This address does not take this method.")
  static let bodyTooLarge = RequestFailure(
    .bodyTooLarge, status: 413, message: "The request's body is too large.")
  static let bodyNotStored = RequestFailure(
    .bodyNotStored, status: 507, message: "The request's body cannot be stored.")
  static let malformedRequest = RequestFailure(
    .malformedRequest, status: 400, message: "The request cannot be understood.")
  static let invalidResponse = RequestFailure(
    .invalidResponse, status: 500, message: "The server made an answer that cannot be sent.")
  static let shuttingDown = RequestFailure(
    .shuttingDown, status: 503, message: "The server is shutting down.")

  static func handlerFailed(_ cause: any Error) -> RequestFailure {
    RequestFailure(
      .handlerFailed, status: 500, message: "The server could not answer.", cause: cause)
  }
}
