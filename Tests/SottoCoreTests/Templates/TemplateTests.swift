import SottoCore
import Testing

@Suite struct TemplateTests {
  private static let greeting = TemplateDetails(
    name: "Greeting", systemPrompt: "Speak {{ language }} to {{name}}. {{{{name}} stays.",
    openingMessage: "Hello {{name}}",
    behaviours: ProjectBehaviours(readAloud: true, replies: ["Say {{it}} again"]),
    variables: [
      TemplateVariable(name: "name", label: "Name"),
      TemplateVariable(
        name: "language", label: "Language", standard: "English", choices: ["English", "中文"]),
    ])

  @Test func `fills in what is given and the defaults`() throws {
    let project = try Self.greeting.project(named: "Ours", values: ["name": "Ada {{language}}"])
    #expect(project.name == "Ours")
    #expect(project.systemPrompt == "Speak English to Ada {{language}}. {{name}} stays.")
    #expect(project.openingMessage == "Hello Ada {{language}}")
    #expect(project.behaviours == Self.greeting.behaviours)
  }

  private static let wrongValues: [(values: [String: String], word: String)] = [
    ([:], "'name'"), (["name": "  "], "'name'"), (["name": "Ada", "nmae": "x"], "'nmae'"),
    (["name": "Ada", "language": "Latin"], "'Latin'"),
  ]

  @Test(arguments: wrongValues)
  func `names what is missing, unknown or no choice`(values: [String: String], word: String) {
    let error = #expect(throws: SottoError.self) { try Self.greeting.project(values: values) }
    #expect(error?.message.contains(word) == true)
  }

  private static let wrongTexts = ["{{name", "{{}}", "{{a b}}", "{{other}}", "{{{name}}"]

  @Test(arguments: wrongTexts)
  func `refuses braces that mean nothing`(text: String) {
    let details = TemplateDetails(
      name: "T", systemPrompt: text, variables: [TemplateVariable(name: "name", label: "Name")])
    #expect(throws: SottoError.self) { try details.validate() }
  }

  @Test func `refuses a default that is no choice, and two variables of one name`() {
    let choice = TemplateVariable(name: "a", label: "A", standard: "x", choices: ["y"])
    #expect(throws: SottoError.self) {
      try TemplateDetails(name: "T", variables: [choice]).validate()
    }
    let twice = TemplateVariable(name: "a", label: "A")
    #expect(throws: SottoError.self) {
      try TemplateDetails(name: "T", variables: [twice, twice]).validate()
    }
  }

  @Test func `a variable survives its JSON`() {
    let variable = Self.greeting.variables[1]
    #expect(TemplateVariable(json: variable.json) == variable)
    #expect(TemplateVariable(json: .object(["name": "a", "labl": "A"])) == nil)
    #expect(TemplateVariable(json: .object(["name": "a", "choices": .array([1])])) == nil)
  }
}
