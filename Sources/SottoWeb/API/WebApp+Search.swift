import SottoCore
import SottoHTTP

extension WebApp {
  func addSearchRoutes(to router: inout Router) {
    let search = parts.search

    router.add(.get, "/api/v1/search") { request in
      guard let text = request.query["q"] else { throw BadRequest.field("q", "a text") }
      var query = SearchQuery(text, limit: try request.limit(default: 20, most: 100))
      query.project = try request.parameter("project", "a project id") { ProjectID($0) }
      query.role = try request.parameter("role", "'user' or 'assistant'") {
        $0 == "summary" ? nil : Message.Role(rawValue: $0)
      }
      query.model = try request.parameter("model", "provider/model") { ModelReference($0) }
      query.from = try request.parameter("from", "a time in milliseconds", Self.time)
      query.to = try request.parameter("to", "a time in milliseconds", Self.time)
      query.archived =
        try request.parameter("archived", "'included', 'excluded' or 'only'") {
          SearchQuery.Archived(rawValue: $0)
        } ?? .included
      query.order =
        try request.parameter("order", "'newest' or 'relevance'") {
          SearchQuery.Order(rawValue: $0)
        } ?? .newest
      query.cursor = try request.parameter("before", "a cursor of an earlier answer") {
        SearchCursor($0)
      }
      return .json(try await search.search(query).json)
    }
  }

  private static func time(_ text: String) -> Timestamp? {
    Int64(text).map { Timestamp(milliseconds: $0) }
  }
}
