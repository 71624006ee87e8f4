import SottoCore
import SottoStore

struct SearchCommand: Command {
  static let syntax = CommandSyntax(
    name: "search", summary: "finds messages, titles and text files by their words",
    forms: ["QUERY... [OPTION...]"],
    options: [
      .init(name: "project", value: "P", help: "only in this project (a name or id)"),
      .init(name: "role", value: "R", help: "only of this role: user or assistant"),
      .init(name: "model", value: "M", help: "only answers of this provider/model"),
      .init(name: "order", value: "O", help: "newest (the default) or relevance"),
      .init(name: "limit", value: "N", help: "at most so many results, 1 to 100 (20)"),
      .init(name: "before", value: "C", help: "after the place that the last page ended with"),
      .json, .data,
    ],
    notes: """
      All words are required, in any order; a word also finds longer ones that begin with it.
      "Words in quotation marks" follow each other, and -word excludes it: give both in single
      quotes, and the second after '--'.
      """)

  let query: SearchQuery
  let project: String?
  let printsJSON: Bool
  let data: String?

  init(_ arguments: ParsedArguments) throws {
    let text = arguments.rest.joined(separator: " ")
    if text.isEmpty { throw UsageError("'sotto search' needs what to look for") }
    var query = SearchQuery(text, limit: try arguments.integer("limit", in: 1...100) ?? 20)
    if let name = arguments.value("role") {
      guard let role = Message.Role(rawValue: name), role != .summary else {
        throw UsageError("there is no role '\(name)'", hint: "there are: user, assistant")
      }
      query.role = role
    }
    if let name = arguments.value("model") {
      guard let model = ModelReference(name) else {
        throw UsageError("'\(name)' is no model", hint: "write it as provider/model")
      }
      query.model = model
    }
    if let name = arguments.value("order") {
      guard let order = SearchQuery.Order(rawValue: name) else {
        throw UsageError("there is no order '\(name)'", hint: "there are: newest, relevance")
      }
      query.order = order
    }
    if let text = arguments.value("before") {
      guard let cursor = SearchCursor(text) else {
        throw UsageError("'\(text)' is no place in results", hint: "--json shows it as 'next'")
      }
      query.cursor = cursor
    }
    self.query = query
    project = arguments.value("project")
    printsJSON = arguments.has("json")
    data = arguments.value("data")
  }

  func run(terminal: Terminal) async throws {
    try await Services.using(data: data) { services in
      var query = query
      if let project { query.project = try await services.project(project).id }
      let results = try await services.store.search(query)
      if printsJSON { return terminal.print(results.json.encodedText) }
      for result in results.results { print(result, terminal) }
      if results.results.isEmpty { terminal.note("nothing was found") }
      if results.unindexed > 0 {
        terminal.progress("\(results.unindexed) texts are still to be indexed")
      }
      if let next = results.next { terminal.progress("more: --before \(next.text)") }
    }
  }

  private func print(_ result: SearchResult, _ terminal: Terminal) {
    let title = result.conversationTitle.isEmpty ? "(no title)" : result.conversationTitle
    let what = result.role.map(\.rawValue) ?? result.kind.rawValue
    let place = result.messageID?.rawValue ?? result.conversationID.rawValue
    terminal.print("\(result.createdAt.day)  \(what)  \(place)  \(title)")
    terminal.print("  \(emphasized(result.snippet, terminal))")
  }

  /// What was found in bold, on a terminal. Control characters of a text never reach it.
  private func emphasized(_ snippet: SearchSnippet, _ terminal: Terminal) -> String {
    var text = ""
    var marks = snippet.marks[...]
    for (index, scalar) in snippet.text.unicodeScalars.enumerated() {
      if let mark = marks.first, mark.lowerBound == index { text += terminal.boldStart }
      if scalar.properties.generalCategory != .control { text.unicodeScalars.append(scalar) }
      if let mark = marks.first, mark.upperBound == index + 1 {
        text += terminal.boldEnd
        marks.removeFirst()
      }
    }
    return text
  }
}
