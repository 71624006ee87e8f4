/// Why a server could not start, or why a stream cannot go on.
package struct ServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// An open set of reasons.
  package struct Code: Hashable, Sendable {
    fileprivate let name: String

    /// Something else listens on this port.
    package static let portInUse = Code(name: "portInUse")
    /// The system does not let this user listen there (ports below 1024).
    package static let permissionDenied = Code(name: "permissionDenied")
    /// The host is no address of this machine, or cannot be resolved.
    package static let badAddress = Code(name: "badAddress")
    /// The server library or the system refused for another reason.
    package static let cannotStart = Code(name: "cannotStart")
    /// The client went away while an answer was streamed to it.
    package static let clientGone = Code(name: "clientGone")
  }

  package let code: Code
  /// One line, for a person.
  package let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  static let clientGone = ServerError(.clientGone, "the client closed the connection")
}
