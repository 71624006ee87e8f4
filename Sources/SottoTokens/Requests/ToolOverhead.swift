/// A function that a request offers, as far as its tokens go.
package struct DescribedTool: Equatable, Sendable {
  /// One parameter of the function.
  package struct Property: Equatable, Sendable {
    /// Its key in the schema.
    package var key: String
    /// Its type by JSON schema, such as `string`.
    package var type: String
    /// What the schema says about it, or nothing.
    package var description: String
    /// The values it is limited to, as text; none for no limit.
    package var values: [String]

    /// A parameter from its schema.
    package init(key: String, type: String, description: String = "", values: [String] = []) {
      self.key = key
      self.type = type
      self.description = description
      self.values = values
    }
  }

  /// The function's name.
  package var name: String
  /// What it does.
  package var description: String
  /// Its parameters.
  package var properties: [Property]

  /// A function from its declaration.
  package init(name: String, description: String = "", properties: [Property] = []) {
    self.name = name
    self.description = description
    self.properties = properties
  }
}

/// What the functions of a request cost: always an estimate.
///
/// OpenAI does not publish how it writes functions down for its models. The figures are those of its
/// cookbook, taken from usage. Other providers are in the same range.
package struct ToolOverhead: Equatable, Sendable {
  /// Tokens that each function begins with.
  package var perTool: Int

  private let propertiesStart = 3
  private let perProperty = 3
  private let valuesStart = -3
  private let perValue = 3
  /// Once, when there are functions at all.
  private let end = 12

  /// The overhead of a model by its name: gpt-4 and gpt-3.5 begin a function with three tokens more
  /// than all later ones.
  package init(model: String) {
    let older = ["gpt-4", "gpt-3.5", "gpt-3.5-turbo", "gpt-35-turbo"]
    perTool = ModelName(model).belongs(to: older) ? 10 : 7
  }

  /// The tokens of some functions.
  ///
  /// - Parameters:
  ///   - tools: the functions of one request.
  ///   - tokens: counts a text as the model does.
  /// - Returns: an estimate, or exactly zero without functions.
  /// - Throws: what `tokens` throws.
  package func count<Failure: Error>(
    _ tools: [DescribedTool], tokens: (String) throws(Failure) -> Int
  ) throws(Failure) -> TokenCount {
    guard !tools.isEmpty else { return TokenCount(0, isExact: true) }
    var sum = end
    for tool in tools {
      sum += perTool
      sum += try tokens("\(tool.name):\(Self.withoutFullStop(tool.description))")
      if !tool.properties.isEmpty { sum += propertiesStart }
      for property in tool.properties {
        let description = Self.withoutFullStop(property.description)
        sum += perProperty
        sum += try tokens("\(property.key):\(property.type):\(description)")
        if !property.values.isEmpty { sum += valuesStart }
        for value in property.values {
          sum += perValue
          sum += try tokens(value)
        }
      }
    }
    return TokenCount(sum, isExact: false)
  }

  private static func withoutFullStop(_ text: String) -> Substring {
    text.last == "." ? text.dropLast() : text[...]
  }
}
