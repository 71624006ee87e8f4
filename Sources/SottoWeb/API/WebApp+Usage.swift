import SottoCore
import SottoHTTP

extension WebApp {
  /// What requests took, all together and one by one.
  func addUsageRoutes(to router: inout Router) {
    let usage = parts.usage

    router.add(.get, "/api/v1/usage") { request in
      let groups = try request.parameter(
        "by", "one or more of day, model, project, provider, purpose, with commas between",
        Self.groups)
      let offset = try request.parameter("offset", "minutes ahead of UTC, from -840 to 840") {
        Int($0).flatMap { UsageQuery.offsets.contains($0) ? $0 : nil }
      }
      let end = try request.parameter("to", "a time in milliseconds", Self.time)
      var query = UsageQuery(
        lastDays: 30, before: end ?? WallClock.system.now() + .milliseconds(1),
        offset: offset ?? 0, groups: groups ?? [.day])
      let from = try request.parameter("from", "a time in milliseconds", Self.time)
      query.from = from ?? query.from
      guard query.from < query.to else { throw BadRequest.field("from", "a time before 'to'") }
      return .json(try await usage.usage(query).json)
    }

    router.add(.get, "/api/v1/turns/{id}") { request in
      .json(try await usage.turnReport(request.turnID()).json)
    }
  }

  private static func time(_ text: String) -> Timestamp? {
    Int64(text).map(Timestamp.init(milliseconds:))
      .flatMap { UsageQuery.times.contains($0) ? $0 : nil }
  }

  private static func groups(_ text: String) -> [UsageQuery.Group]? {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let groups = words.compactMap { UsageQuery.Group(rawValue: String($0)) }
    return groups.count == words.count && Set(groups).count == groups.count ? groups : nil
  }
}
