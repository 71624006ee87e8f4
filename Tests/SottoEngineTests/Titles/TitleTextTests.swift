import Testing

@testable import SottoEngine

private let answers: [(answer: String, title: String?)] = [
  ("Herons by the river", "Herons by the river"),
  ("  \"Herons by the river.\"\n", "Herons by the river"),
  ("**Herons by the river**", "Herons by the river"),
  ("# Title: Herons  by\tthe river", "Herons by the river"),
  ("Title: **\"Herons\"**", "Herons"),
  ("「河边的苍鹭」。", "河边的苍鹭"),
  ("Here is a title:\n\nHerons by the river", "Herons by the river"),
  ("<think>\nA bird, then.\n</think>\nHerons", "Herons"),
  ("What is a heron?", "What is a heron?"),
  ("Herons\n\nThey wade.", "Herons"),
  ("", nil),
  ("\"\"", nil),
  ("...", nil),
  ("42", nil),
  (String(repeating: "long ", count: 17), nil),
]

struct TitleTextTests {
  @Test(arguments: answers)
  func `takes the title out of what a model says`(answer: String, title: String?) {
    #expect(TitleText.title(in: answer) == title)
  }
}
