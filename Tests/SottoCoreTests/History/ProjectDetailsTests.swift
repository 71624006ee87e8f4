import SottoCore
import Testing

@Suite struct ProjectDetailsTests {
  @Test(arguments: [
    ProjectDetails(name: "a"), ProjectDetails(name: "漢", temperature: 0, maxOutputTokens: 1),
    ProjectDetails(
      name: String(repeating: "x", count: 200), temperature: 2, maxOutputTokens: 10_000_000),
  ])
  func `takes`(details: ProjectDetails) throws {
    try details.validate()
  }

  @Test(arguments: [
    ProjectDetails(name: ""), ProjectDetails(name: " \n"),
    ProjectDetails(name: String(repeating: "x", count: 201)),
    ProjectDetails(name: "a", temperature: -0.1), ProjectDetails(name: "a", temperature: 2.1),
    ProjectDetails(name: "a", temperature: .nan), ProjectDetails(name: "a", maxOutputTokens: 0),
    ProjectDetails(name: "a", maxOutputTokens: 10_000_001),
  ])
  func `refuses`(details: ProjectDetails) {
    let error = #expect(throws: SottoError.self) { try details.validate() }
    #expect(error?.code == .invalidInput)
  }
}
