import SottoCore
import SottoEngine
import SottoStore

struct ProviderCommand: Command {
  static let syntax = CommandSyntax(
    name: "provider", summary: "lists, adds and tests model providers",
    forms: [
      "list [--json]", "add NAME [OPTION...]", "remove NAME", "test NAME", "allow NAME",
      "confirm on|off",
    ],
    options: [
      .init(name: "kind", value: "K", help: "the wire protocol (default: openai-chat)"),
      .init(name: "base-url", value: "URL", help: "such as https://api.example.com/v1"),
      .init(
        name: "key", value: "REF",
        help: "env:VARIABLE, key:NAME (see 'sotto key') or none; never the key itself"),
      .init(name: "default-model", value: "M", help: "the model when none is named"),
      .init(
        name: "connect-timeout", value: "S", help: "seconds to wait for a connection (default: 10)"),
      .init(
        name: "first-byte-timeout", value: "S",
        help: "seconds to wait for the first byte of an answer (default: 600)"),
      .init(
        name: "idle-timeout", value: "S",
        help: "the longest pause within an answer, in seconds (default: 120)"),
      .init(
        name: "total-timeout", value: "S", help: "seconds for a whole answer (default: 3600)"),
      .init(
        name: "concurrency", value: "N", help: "requests that may run at once with its key"),
      .json, .data,
    ],
    notes: """
      A well-known provider needs only its name: 'sotto provider add mistral'. One whose key is in the
      environment, such as OPENAI_API_KEY, is there without being added. Adding one that is there
      changes what is given and keeps the rest.

      'confirm on' sends text to a host for the first time only after 'allow' with the provider's name;
      'sotto doctor --egress' shows where text has gone.
      """)

  let arguments: ParsedArguments
  let action: String
  let name: String

  init(_ arguments: ParsedArguments) throws {
    try arguments.expect(atMost: 2)
    self.arguments = arguments
    action = arguments.rest.first ?? "list"
    name = arguments.rest.dropFirst().first ?? ""
    let known = ["list", "add", "remove", "test", "allow", "confirm"]
    if !known.contains(action) {
      throw UsageError(
        "there is no 'sotto provider \(action)'",
        hint: "there are: \(known.joined(separator: ", "))")
    }
    if name.isEmpty, action != "list" {
      throw UsageError(
        "'sotto provider \(action)' needs a name", hint: action == "confirm" ? "on or off" : nil)
    }
  }

  func run(terminal: Terminal) async throws {
    try await Services.using(data: arguments.value("data")) { services in
      switch action {
      case "list": try await list(services, terminal)
      case "allow":
        let host = try await services.models.host(ofProvider: name)
        _ = try await services.hosts.allow(host, provider: name, at: WallClock.system.now())
        terminal.note("text may go to \(host) of '\(name)'")
      case "confirm":
        guard ["on", "off"].contains(name) else {
          throw UsageError("'sotto provider confirm' takes on or off")
        }
        try await services.hosts.setConfirmsNewHosts(name == "on")
        terminal.note(
          name == "on"
            ? "text goes to a new host only after 'sotto provider allow NAME'"
            : "text goes to a new host with a notice")
      case "add":
        let provider = try provider(basedOn: await services.models.basis(forAdding: name))
        try services.models.validate(provider)
        try await services.store.saveProvider(provider)
        terminal.note("added '\(provider.name)' at \(provider.baseURL)")
      case "remove":
        guard try await services.store.removeProvider(named: name) else {
          throw SottoError(.providerNotFound, "'\(name)' was not added here")
        }
        terminal.note("removed '\(name)'")
      default:
        let models = try await services.models.test(named: name)
        terminal.print(
          "\(name) answers and lists \(models.count) model\(models.count == 1 ? "" : "s")")
      }
    }
  }

  /// What is not given stays as `basis` has it.
  private func provider(basedOn basis: Provider?) throws -> Provider {
    guard let baseURL = arguments.value("base-url") ?? basis?.baseURL else {
      throw UsageError("a provider needs a base URL", hint: "give it with --base-url URL")
    }
    var key: KeyReference = basis?.key ?? .none
    if let text = arguments.value("key") {
      // The text may be a key given by mistake: it is not repeated.
      guard let reference = KeyReference(text) else {
        throw UsageError(
          "'--key' takes env:VARIABLE, key:NAME or none",
          hint: "store the key itself with 'sotto key set \(name)', then use --key key:\(name)")
      }
      key = reference
    }
    let kind = arguments.value("kind").map(WireProtocol.init) ?? basis?.kind ?? .openAIChat
    let provider = Provider(
      name: name, kind: kind,
      baseURL: baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL,
      key: key, defaultModel: arguments.value("default-model") ?? basis?.defaultModel,
      delivery: try delivery(basis?.delivery ?? DeliverySettings()))
    return provider
  }

  private func delivery(_ basis: DeliverySettings) throws -> DeliverySettings {
    func seconds(_ name: String) throws -> Duration? {
      try arguments.number(name).map(Duration.seconds(clamping:))
    }
    return DeliverySettings(
      connect: try seconds("connect-timeout") ?? basis.connect,
      firstByte: try seconds("first-byte-timeout") ?? basis.firstByte,
      idle: try seconds("idle-timeout") ?? basis.idle,
      total: try seconds("total-timeout") ?? basis.total,
      concurrency: try arguments.integer("concurrency", in: 1...1000) ?? basis.concurrency)
  }

  private func list(_ services: Services, _ terminal: Terminal) async throws {
    let listed = try await services.models.providers()
    if arguments.has("json") {
      return terminal.print(JSONValue.array(listed.map(\.scriptJSON)).encodedText)
    }
    for entry in listed {
      let provider = entry.provider
      let key = entry.hasKey ? "key" : provider.key == .none ? "no key needed" : "key missing"
      let place = provider.baseURL.isEmpty ? "on this machine" : provider.baseURL
      terminal.print("\(provider.name)  \(place)  \(entry.source.rawValue), \(key)")
    }
    if listed.isEmpty { terminal.note("there are none; 'sotto provider add' adds one") }
  }
}

extension ListedProvider {
  fileprivate var scriptJSON: JSONValue {
    .object([
      "name": .string(provider.name), "kind": .string(provider.kind.rawValue),
      "base_url": .string(provider.baseURL), "source": .string(source.rawValue),
      "key": .string(provider.key.text), "has_key": .bool(hasKey),
      "default_model": JSONValue(provider.defaultModel),
    ])
  }
}
