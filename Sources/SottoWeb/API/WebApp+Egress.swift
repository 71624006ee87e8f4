import SottoCore
import SottoEngine
import SottoHTTP

extension WebApp {
  /// What left this machine, and the hosts that words may go to.
  func addEgressRoutes(to router: inout Router) {
    let ledger = parts.ledger
    let hosts = parts.hosts
    let models = parts.models

    router.add(.get, "/api/v1/egress") { request in
      let limit = try request.limit(default: 100, most: 1000)
      let before: EgressID? = try request.query["before"].map { text in
        guard let id = EgressID(text) else { throw BadRequest.field("before", "a 'next'") }
        return id
      }
      // One more than asked for tells whether there are more.
      let found = try await ledger.entries(
        host: request.query["host"]?.lowercased(), before: before, limit: limit + 1)
      let page = found.prefix(limit)
      let next = found.count > limit ? page.last?.id.rawValue : nil
      return .json(
        .object(["requests": .array(page.map(\.json)), "next": JSONValue(next)]))
    }

    router.add(.get, "/api/v1/egress/totals") { _ in
      .json(.object(["hosts": .array(try await ledger.totals().map(\.json))]))
    }

    let showHosts = { @Sendable () async throws -> ServerResponse in
      .json(
        .object([
          "hosts": .array(try await hosts.hosts().map(\.json)),
          "confirm_new_hosts": .bool(try await hosts.confirmsNewHosts()),
        ]))
    }
    router.add(.get, "/api/v1/egress/hosts") { _ in try await showHosts() }

    router.add(.post, "/api/v1/egress/hosts") { request in
      let body = try RequestBody(request, known: ["host", "provider"])
      let provider = try body.string("provider")
      let host: String
      if let given = try body.string("host") {
        host = given
      } else if let provider {
        host = try await models.host(ofProvider: provider)
      } else {
        throw BadRequest.field("host", "a host, or 'provider' a provider's name")
      }
      return .json(
        try await hosts.allow(host, provider: provider, at: WallClock.system.now()).json,
        status: 201)
    }

    router.add(.patch, "/api/v1/egress/hosts") { request in
      let body = try RequestBody(request, known: ["confirm_new_hosts"])
      guard let isOn = body.object["confirm_new_hosts"]?.bool else {
        throw BadRequest.field("confirm_new_hosts", "true or false")
      }
      try await hosts.setConfirmsNewHosts(isOn)
      return try await showHosts()
    }

    router.add(.delete, "/api/v1/egress/hosts/{host}") { request in
      let host = request.parameters["host"] ?? ""
      guard try await hosts.forget(host) else {
        throw SottoError(.hostNotFound, "no text has gone to '\(host)', and nobody allowed it")
      }
      return .json(.object(["host": .string(host)]))
    }
  }
}
