import SottoCore
import SottoEngine
import SottoHTTP

extension WebApp {
  /// What is erased for good: by age, and everything.
  func addErasingRoutes(to router: inout Router) {
    let store = parts.erasing
    let erase = EraseEverything(
      store: store, secrets: parts.secretStore, engine: parts.engine, ledger: parts.ledger)

    router.add(.get, "/api/v1/projects/{id}/retention") { request in
      guard let days = request.query["days"].flatMap({ Int($0) }) else {
        throw BadRequest.field("days", "a number of days in the query, such as ?days=30")
      }
      let count = try await store.conversationsOlder(than: days, in: request.projectID())
      return .json(
        .object([
          "days": .integer(Int64(days)), "conversations": .integer(Int64(count)),
          "backups": .array(try await store.copies().map(\.json)),
        ]))
    }

    router.add(.post, "/api/v1/erase") { request in
      let body = try RequestBody(request, known: ["confirm", "keys", "backups"])
      guard try body.string("confirm") == Self.eraseConfirmation else {
        throw BadRequest.field("confirm", "the text \"\(Self.eraseConfirmation)\"")
      }
      let remaining = try await erase.run(
        EraseEverything.Scope(
          keys: try body.bool("keys") ?? false, backups: try body.bool("backups") ?? false))
      return .json(.object(["backups": .array(remaining.map(\.json))]))
    }
  }

  private static let eraseConfirmation = "delete everything"
}
