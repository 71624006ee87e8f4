import SottoCore
import Testing

private let line = String(repeating: "x", count: 1000)

@Suite struct ProjectBehavioursTests {
  @Test(arguments: [nil, ["a"], Array(repeating: line, count: 12), ["继续 🪶"]])
  func `takes a list of lines`(replies: [String]?) throws {
    try ProjectBehaviours(replies: replies).validate()
  }

  @Test(arguments: [
    [], Array(repeating: "a", count: 13), [line + "x"], [""], [" \t"], ["a", "b\nc"],
    ["a\u{2028}b"],
  ])
  func `refuses what is no list of a few lines`(replies: [String]) {
    let error = #expect(throws: SottoError.self) {
      try ProjectBehaviours(replies: replies).validate()
    }
    #expect(error?.code == .invalidInput)
    #expect(error?.hint != nil)
  }

  @Test(arguments: [
    ProjectBehaviours(), ProjectBehaviours(copy: true, readAloud: false),
    ProjectBehaviours(notify: true, quickReplies: false, replies: ["a", "\"b\""]),
  ])
  func `survives its JSON`(behaviours: ProjectBehaviours) {
    #expect(ProjectBehaviours(json: behaviours.json) == behaviours)
  }
}
