import SottoCore
import SottoEngine
import SottoHTTP

extension WebApp {
  func addProviderRoutes(to router: inout Router) {
    let parts = parts

    router.add(.get, "/api/v1/providers") { _ in
      let listed = try await parts.models.providers()
      return .json(
        .object([
          "providers": .array(listed.map(\.json)),
          "presets": .array(await parts.models.knownProviders().map(\.json)),
        ]))
    }

    router.add(.post, "/api/v1/providers") { request in
      let form = try await ProviderForm(request, parts)
      if let secret = form.secret {
        try await parts.secretStore.setSecret(secret, named: form.provider.name)
      }
      try await parts.providerStore.saveProvider(form.provider)
      await parts.models.forgetLists()
      parts.changes.publish(.providers)
      return .json(.object(["name": .string(form.provider.name)]), status: 201)
    }

    router.add(.post, "/api/v1/providers/test") { request in
      let form = try await ProviderForm(request, parts)
      var secret = form.secret
      if secret == nil { secret = try await parts.secretStore.secret(named: form.provider.name) }
      let models = try await parts.models.test(form.provider, secret: secret)
      return .json(.object(["ok": true, "models": .integer(Int64(models.count))]))
    }

    router.add(.delete, "/api/v1/providers/{name}") { request in
      let name = request.parameters["name"] ?? ""
      // The key first: a locked store then leaves everything as it was.
      let hadKey = try await parts.secretStore.removeSecret(named: name)
      let wasConfigured = try await parts.providerStore.removeProvider(named: name)
      guard wasConfigured || hadKey else {
        throw SottoError(
          .providerNotFound, "'\(name)' was not added here",
          hint: "a provider from the environment goes when its variable is unset")
      }
      await parts.models.forgetLists()
      parts.changes.publish(.providers)
      return .json(.object(["name": .string(name)]))
    }
  }
}

/// A provider as the page's form sends it. The key travels once, to the key store, and never comes
/// back.
private struct ProviderForm {
  var provider: Provider
  var secret: Secret?

  init(_ request: ServerRequest, _ parts: WebApp.Parts) async throws {
    let body = try RequestBody(
      request,
      known: ["name", "kind", "base_url", "key", "default_model", "deadlines", "concurrency"])
    let name = try body.string("name") ?? ""
    let preset = await parts.models.knownProviders().first { $0.name == name }
    let key = try body.string("key") ?? ""
    secret = key.isEmpty ? nil : try Secret(key)
    let baseURL = try body.string("base_url") ?? preset?.baseURL ?? ""
    // A preset's key may also be in the environment; other providers may need none.
    let reference: KeyReference =
      if let preset, preset.keyVariable != nil { preset.key } else if secret == nil { .none } else {
        .stored(name)
      }
    provider = Provider(
      name: name,
      kind: try body.string("kind").map(WireProtocol.init) ?? preset?.kind ?? .openAIChat,
      baseURL: baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL, key: reference,
      defaultModel: try body.string("default_model") ?? preset?.defaultModel,
      delivery: try Self.delivery(body))
    try parts.models.validate(provider)
  }

  private static func delivery(_ body: RequestBody) throws -> DeliverySettings {
    var delivery = DeliverySettings()
    delivery.concurrency = try body.integer("concurrency")
    for member in try body.object("deadlines")?.members ?? [] {
      guard let seconds = member.value.double, seconds.isFinite else {
        throw BadRequest.field("deadlines", "an object of seconds")
      }
      switch member.key {
      case "connect": delivery.connect = .seconds(clamping: seconds)
      case "first_byte": delivery.firstByte = .seconds(clamping: seconds)
      case "idle": delivery.idle = .seconds(clamping: seconds)
      case "total": delivery.total = .seconds(clamping: seconds)
      default:
        throw BadRequest.field("deadlines", "of 'connect', 'first_byte', 'idle' and 'total'")
      }
    }
    return delivery
  }
}

extension ListedProvider {
  fileprivate var json: JSONValue {
    .object([
      "name": .string(provider.name), "title": JSONValue(title),
      "kind": .string(provider.kind.rawValue), "base_url": .string(provider.baseURL),
      "source": .string(source.rawValue), "has_key": .bool(hasKey),
    ])
  }
}

extension KnownProvider {
  fileprivate var json: JSONValue {
    .object([
      "name": .string(name), "title": .string(title), "kind": .string(kind.rawValue),
      "base_url": .string(baseURL), "key_variable": JSONValue(keyVariable),
    ])
  }
}
