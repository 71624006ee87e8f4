/// Routes by path, one level per segment. A literal wins over a parameter with a suffix, that over
/// a plain parameter, that over the rest of the path; a path that fits only a later kind goes
/// there.
struct RouteTree<Handler: Sendable>: Sendable {
  struct Route: Sendable {
    var handler: Handler
    var names: [String]
  }

  enum Match {
    case route(Handler, PathParameters)
    case methods([HTTPMethod])
    case nothing
  }

  private struct Node: Sendable {
    var literals: [String: Node] = [:]
    var parameters: [(suffix: String, node: Node)] = []
    var rest: [HTTPMethod: Route] = [:]
    var routes: [HTTPMethod: Route] = [:]
  }

  private var root = Node()

  /// A later route replaces an earlier one with the same pattern and method.
  mutating func insert(_ handler: Handler, _ method: HTTPMethod, _ pattern: RoutePattern) {
    let route = Route(handler: handler, names: pattern.names)
    Self.insert(route, method, pattern.segments[...], into: &root)
  }

  /// Finds the route; GET's also serves HEAD.
  func match(_ method: HTTPMethod, _ segments: [String]) -> Match {
    var search = Search(method: method, segments: segments)
    if let (route, values) = Self.find(&search, at: 0, in: root, values: []) {
      return .route(route.handler, PathParameters(names: route.names, values: values))
    }
    if search.methods.isEmpty { return .nothing }
    var methods = search.methods
    if methods.contains(.get) { methods.insert(.head) }
    return .methods(methods.sorted { $0.rawValue < $1.rawValue })
  }

  private struct Search {
    let method: HTTPMethod
    let segments: [String]
    /// The methods of routes whose path fits.
    var methods: Set<HTTPMethod> = []

    mutating func pick(_ routes: [HTTPMethod: Route]) -> Route? {
      if let route = routes[method] { return route }
      if method == .head, let route = routes[.get] { return route }
      methods.formUnion(routes.keys)
      return nil
    }
  }

  private static func insert(
    _ route: Route, _ method: HTTPMethod, _ segments: ArraySlice<RoutePattern.Segment>,
    into node: inout Node,
  ) {
    switch segments.first {
    case nil:
      node.routes[method] = route
    case .rest:
      node.rest[method] = route
    case .literal(let text):
      insert(route, method, segments.dropFirst(), into: &node.literals[text, default: Node()])
    case .parameter(let suffix):
      if let index = node.parameters.firstIndex(where: { $0.suffix == suffix }) {
        insert(route, method, segments.dropFirst(), into: &node.parameters[index].node)
      } else {
        var child = Node()
        insert(route, method, segments.dropFirst(), into: &child)
        node.parameters.append((suffix, child))
        node.parameters.sort { $0.suffix.utf8.count > $1.suffix.utf8.count }
      }
    }
  }

  private static func find(
    _ search: inout Search, at depth: Int, in node: Node, values: [String],
  ) -> (Route, [String])? {
    if depth == search.segments.count {
      if let route = search.pick(node.routes) { return (route, values) }
    } else {
      let segment = search.segments[depth]
      if let child = node.literals[segment],
        let found = find(&search, at: depth + 1, in: child, values: values)
      {
        return found
      }
      for (suffix, child) in node.parameters
      where segment.utf8.count > suffix.utf8.count && segment.hasSuffix(suffix) {
        let value = String(segment.dropLast(suffix.count))
        if let found = find(&search, at: depth + 1, in: child, values: values + [value]) {
          return found
        }
      }
    }
    guard let route = search.pick(node.rest) else { return nil }
    return (route, values + [search.segments[depth...].joined(separator: "/")])
  }
}
