import SottoCore
import SottoEngine

struct ModelsCommand: Command {
  static let syntax = CommandSyntax(
    name: "models", summary: "lists the models that can be asked, their limits and prices",
    forms: ["[--json]"], options: [.json, .data],
    notes: """
      Prices are per million tokens: of input, of input from the provider's cache, and of output. What
      nobody knows is '?'. Your own figures go into models.json in the data folder, see Docs/models.md.
      """)

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
      if let problem = listing.fileProblem {
        terminal.printError(Failure(problem))
      }
      if printsJSON {
        return terminal.print(json(listing, standard).encodedText)
      }
      if listing.models.isEmpty {
        return terminal.note("there are none; 'sotto doctor' tells why")
      }
      terminal.print(ModelTable(listing.models, standard: standard).text)
    }
  }

  private func json(_ listing: ModelListing, _ standard: ModelReference?) -> JSONValue {
    .array(
      listing.models.map { model in
        var object: JSONObject = [
          "id": .string(model.reference.description), "provider": .string(model.reference.provider),
          "name": .string(model.reference.model), "source": .string(model.source.rawValue),
          "default": .bool(model.reference == standard),
        ]
        object.members += model.info.jsonMembers.members
        return .object(object)
      })
  }
}
