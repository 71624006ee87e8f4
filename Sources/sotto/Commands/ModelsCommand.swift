import SottoCore
import SottoEngine

struct ModelsCommand: Command {
  static let syntax = CommandSyntax(
    name: "models", summary: "lists the models that can be asked",
    forms: ["[--json]"], options: [.json, .data])

  let printsJSON: Bool
  let data: String?

  init(_ arguments: ParsedArguments) throws {
    try arguments.expect(atMost: 0)
    printsJSON = arguments.has("json")
    data = arguments.value("data")
  }

  func run(terminal: Terminal) async throws {
    try await Services.using(data: data) { services in
      let listing = try await services.models.models()
      let standard = try await services.models.defaultModel()
      for problem in listing.problems {
        terminal.printError(Failure(problem))
      }
      if printsJSON {
        return terminal.print(json(listing, standard).encodedText)
      }
      for model in listing.models {
        let mark = model.reference == standard ? "*" : " "
        let remark = model.source == .bundled ? "  (tiny, for trying things out)" : ""
        terminal.print("\(mark) \(model.reference)\(remark)")
      }
      if listing.models.isEmpty { terminal.note("there are none; 'sotto doctor' tells why") }
    }
  }

  private func json(_ listing: ModelListing, _ standard: ModelReference?) -> JSONValue {
    .array(
      listing.models.map { model in
        .object([
          "id": .string(model.reference.description), "provider": .string(model.reference.provider),
          "name": .string(model.reference.model), "source": .string(model.source.rawValue),
          "default": .bool(model.reference == standard),
        ])
      })
  }
}
