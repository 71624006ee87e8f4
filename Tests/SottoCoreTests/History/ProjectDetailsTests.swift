import SottoCore
import Testing

@Suite struct ProjectDetailsTests {
  @Test(arguments: [
    ProjectDetails(name: "a"),
    ProjectDetails(name: "漢", settings: GenerationSettings(temperature: 0, maxOutputTokens: 1)),
    ProjectDetails(
      name: String(repeating: "x", count: 200),
      settings: GenerationSettings(temperature: 2, maxOutputTokens: 10_000_000)),
  ])
  func `takes`(details: ProjectDetails) throws {
    try details.validate()
  }

  @Test(arguments: [
    ProjectDetails(name: ""), ProjectDetails(name: " \n"),
    ProjectDetails(name: String(repeating: "x", count: 201)),
    ProjectDetails(name: "a", settings: GenerationSettings(temperature: -0.1)),
    ProjectDetails(name: "a", settings: GenerationSettings(temperature: 2.1)),
    ProjectDetails(name: "a", settings: GenerationSettings(temperature: .nan)),
    ProjectDetails(name: "a", settings: GenerationSettings(maxOutputTokens: 0)),
    ProjectDetails(name: "a", settings: GenerationSettings(maxOutputTokens: 10_000_001)),
  ])
  func `refuses`(details: ProjectDetails) {
    let error = #expect(throws: SottoError.self) { try details.validate() }
    #expect(error?.code == .invalidInput)
  }
}
