/// What a project can be made of: instructions, a model, settings and first words, with places to
/// fill in.
public struct Template: Hashable, Sendable {
  /// A UUID; that of a built-in one is the same everywhere.
  public var id: TemplateID
  /// What it says.
  public var details: TemplateDetails
  /// The language of a built-in one, such as `en` or `zh-Hans`; `nil` for a person's own.
  public var language: String?
  /// When it was made; `nil` for a built-in one, which cannot be changed.
  public var createdAt: Timestamp?
  /// When it last changed; `nil` for a built-in one.
  public var updatedAt: Timestamp?
  /// Grows with each change.
  public var version: Int

  /// Whether it belongs to the library, so that it can only be copied.
  public var isBuiltIn: Bool { createdAt == nil }

  /// A template with its parts as they are.
  public init(
    id: TemplateID, details: TemplateDetails, language: String? = nil, createdAt: Timestamp? = nil,
    updatedAt: Timestamp? = nil, version: Int = 1
  ) {
    self.id = id
    self.details = details
    self.language = language
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.version = version
  }
}

/// The identity of a ``Template``.
public typealias TemplateID = Identifier<Template>

/// A place to fill in, written `{{name}}` in the texts of a template.
public struct TemplateVariable: Hashable, Sendable {
  /// Letters, digits, `_` and `-`, in any script.
  public var name: String
  /// What it asks for, in the person's words.
  public var label: String
  /// What stands there when the person gives nothing; `nil` asks for something.
  public var standard: String?
  /// The values there are; empty for any.
  public var choices: [String]

  /// A variable with its parts as they are.
  public init(name: String, label: String, standard: String? = nil, choices: [String] = []) {
    self.name = name
    self.label = label
    self.standard = standard
    self.choices = choices
  }
}

/// The part of a template that a person writes.
public struct TemplateDetails: Hashable, Sendable {
  /// 1 to 200 bytes.
  public var name: String
  /// What it is good for.
  public var description: String
  /// The instructions of the project, with places to fill in.
  public var systemPrompt: String
  /// What the model says first in each conversation, with places to fill in; empty for nothing.
  public var openingMessage: String
  /// The model of the project; `nil` for the default one.
  public var model: ModelReference?
  /// The settings of the project.
  public var settings: GenerationSettings
  /// The behaviours of the project.
  public var behaviours: ProjectBehaviours
  /// What can be filled in, in the order in which it is asked for.
  public var variables: [TemplateVariable]

  /// Details with their parts as they are; ``validate()`` checks them.
  public init(
    name: String, description: String = "", systemPrompt: String = "", openingMessage: String = "",
    model: ModelReference? = nil, settings: GenerationSettings = GenerationSettings(),
    behaviours: ProjectBehaviours = ProjectBehaviours(),
    variables: [TemplateVariable] = []
  ) {
    self.name = name
    self.description = description
    self.systemPrompt = systemPrompt
    self.openingMessage = openingMessage
    self.model = model
    self.settings = settings
    self.behaviours = behaviours
    self.variables = variables
  }

  /// Checks what a person can get wrong: also that the texts name no other variables.
  ///
  /// - Throws: ``SottoError`` with the first thing that is wrong and how to mend it.
  public func validate() throws(SottoError) {
    if name.allSatisfy(\.isWhitespace) {
      throw SottoError(.invalidInput, "a template needs a name")
    }
    if name.utf8.count > 200 {
      throw SottoError(
        .invalidInput, "the template's name is too long", hint: "use at most 200 bytes")
    }
    try settings.validate()
    try behaviours.validate()
    var names: Set<String> = []
    for variable in variables {
      guard TemplateText.isName(variable.name) else {
        throw SottoError(
          .invalidInput, "'\(variable.name)' cannot be the name of a variable",
          hint: "use letters, digits, '_' and '-'")
      }
      guard names.insert(variable.name).inserted else {
        throw SottoError(.invalidInput, "there are two variables '\(variable.name)'")
      }
      if let standard = variable.standard, !variable.choices.isEmpty,
        !variable.choices.contains(standard)
      {
        throw SottoError(
          .invalidInput, "the default of '\(variable.name)' is none of its choices")
      }
    }
    for text in [systemPrompt, openingMessage] {
      let unknown = try TemplateText(text).names.filter { !names.contains($0) }
      guard unknown.isEmpty else {
        throw SottoError(
          .invalidInput, "the template says nothing about \(Self.list(unknown))",
          hint: "add it to 'variables', or write {{{{ for two braces")
      }
    }
  }

  /// Fills it in.
  ///
  /// - Parameters:
  ///   - name: what the project is called; `nil` takes the template's name.
  ///   - values: what to fill in, by the variables' names.
  /// - Returns: the project that comes of it.
  /// - Throws: ``SottoError`` that names every value that is missing, unknown or no choice.
  public func project(
    named name: String? = nil, values: [String: String]
  ) throws(SottoError) -> ProjectDetails {
    let unknown = values.keys.filter { key in !variables.contains { $0.name == key } }.sorted()
    if !unknown.isEmpty {
      let known = variables.map(\.name)
      throw SottoError(
        .invalidInput, "the template has no variable \(Self.list(unknown))",
        hint: known.isEmpty ? "it has none" : "there are: \(known.joined(separator: ", "))")
    }
    var filled: [String: String] = [:]
    for variable in variables {
      let given = values[variable.name].flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
      filled[variable.name] = given ?? variable.standard
      if let value = filled[variable.name], !variable.choices.isEmpty,
        !variable.choices.contains(value)
      {
        throw SottoError(
          .invalidInput, "'\(value)' is no choice for '\(variable.name)'",
          hint: "there are: \(variable.choices.joined(separator: ", "))")
      }
    }
    let missing = variables.map(\.name).filter { filled[$0] == nil }
    if !missing.isEmpty {
      throw SottoError(
        .invalidInput, "the template needs a value for \(Self.list(missing))",
        hint: "give it, such as --set \(missing[0])=…")
    }
    let details = ProjectDetails(
      name: name ?? self.name, description: description,
      systemPrompt: try TemplateText(systemPrompt).filled(with: filled), model: model,
      settings: settings, openingMessage: try TemplateText(openingMessage).filled(with: filled),
      behaviours: behaviours)
    try details.validate()
    return details
  }

  private static func list(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}
