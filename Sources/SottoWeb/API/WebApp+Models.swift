import SottoCore
import SottoEngine
import SottoHTTP

extension WebApp {
  func addModelRoutes(to router: inout Router) {
    let models = parts.models
    router.add(.get, "/api/v1/models") { _ in
      let listing = try await models.models()
      let standard = try await models.defaultModel()
      return .json(
        .object([
          "models": .array(listing.models.map(\.json)),
          "default": JSONValue(standard?.description),
          "problems": .array(listing.problems.map(\.json)),
          "file_problem": listing.fileProblem.map(Self.json) ?? .null,
        ]))
    }
  }

  private static func json(_ problem: SottoError) -> JSONValue {
    .object(["message": .string(problem.message), "hint": JSONValue(problem.hint)])
  }
}

extension ListedModel {
  fileprivate var json: JSONValue {
    var object: JSONObject = [
      "id": .string(reference.description), "provider": .string(reference.provider),
      "name": .string(reference.model),
      "local": .bool(source == .found || source == .bundled),
      "bundled": .bool(source == .bundled),
    ]
    object.members += info.jsonMembers.members
    return .object(object)
  }
}
