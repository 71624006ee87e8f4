import SottoCore
import SottoHTTP

extension WebApp {
  func addOperationRoutes(to router: inout Router) {
    let parts = parts
    let healthy = ServerResponse.json(.object(["status": "ok"]))

    router.addImmediate(.get, "/healthz") { _ in healthy }

    router.add(.get, "/readyz") { _ in
      _ = try await parts.store.activeProjectID()
      return healthy
    }

    router.add(.get, "/api/v1/about") { _ in
      let isAvailable = await parts.local?.isAvailable ?? false
      return .json(
        .object([
          "version": .string(parts.version),
          "local_model": .object([
            "available": .bool(isAvailable), "name": JSONValue(parts.local?.modelName),
          ]),
        ]))
    }

    router.add(.get, "/api/v1/vault") { _ in .json(parts.vault.json) }
  }
}
