import SottoCore
import SottoEngine
import SottoHTTP

extension WebApp {
  func addKeyRoutes(to router: inout Router) {
    let parts = parts

    router.add(.get, "/api/v1/keys") { _ in try await Self.keys(parts) }

    router.add(.post, "/api/v1/keys/unlock") { request in
      let body = try RequestBody(request, known: ["passphrase"])
      try await parts.secretStore.unlock(with: Passphrase(body.string("passphrase") ?? ""))
      return try await Self.opened(parts)
    }

    router.add(.post, "/api/v1/keys/passphrase") { request in
      let body = try RequestBody(request, known: ["passphrase", "current"])
      let new = try Passphrase(choosing: body.string("passphrase") ?? "")
      let current = try body.string("current").map { try Passphrase($0) }
      try await parts.secretStore.setPassphrase(new, current: current)
      return try await Self.opened(parts)
    }
  }

  /// Models that could not be listed without their keys may be now.
  private static func opened(_ parts: Parts) async throws -> ServerResponse {
    await parts.models.forgetLists()
    parts.changes.publish(.providers)
    return try await keys(parts)
  }

  private static func keys(_ parts: Parts) async throws -> ServerResponse {
    let state = try await parts.secretStore.state()
    let names = try await parts.secretStore.secretNames()
    return .json(
      .object([
        "store": .string(state.kind.rawValue), "locked": .bool(state.isLocked),
        "has_passphrase": .bool(state.hasPassphrase),
        "names": .array(names.map(JSONValue.string)),
      ]))
  }
}
