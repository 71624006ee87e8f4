import SottoCore
import SottoEngine
import Testing

@Suite struct TemplateLibraryTests {
  @Test func `there are eight in each language, each with an id of its own`() {
    #expect(TemplateLibrary.templates(for: "en-GB").count == 8)
    #expect(TemplateLibrary.templates(for: "zh-Hans-CN").count == 8)
    #expect(Set(TemplateLibrary.all.map(\.id)).count == 16)
  }

  @Test(arguments: TemplateLibrary.all)
  func `each is sound and makes a project`(template: Template) throws {
    try template.details.validate()
    var values: [String: String] = [:]
    for variable in template.details.variables where variable.standard == nil {
      values[variable.name] = "Ada"
    }
    let project = try template.details.project(values: values)
    #expect(!project.systemPrompt.isEmpty && !project.systemPrompt.contains("{{"))
    #expect(!project.openingMessage.contains("{{"))
  }
}
