import SottoCore
import Testing

private let value = "sk-very-secret-1234567890"

private func dumped(_ value: some Any) -> String {
  var text = ""
  dump(value, to: &text)
  return text
}

@Suite struct SecretTests {
  @Test func `gives itself away only when asked`() throws {
    let secret = try Secret(value)
    #expect(secret.reveal() == value)
    let endpoint = ModelEndpoint(
      reference: ModelReference(provider: "p", model: "m"), kind: .openAIChat,
      baseURL: "http://x/v1", secret: secret)
    let address = LocalModelAddress(baseURL: "http://x/v1", secret: secret)
    let optional: Secret? = secret
    let texts = [
      "\(secret)", String(describing: secret), String(reflecting: secret), dumped(secret),
      String(describing: optional), String(reflecting: [secret]), dumped(["key": secret]),
      String(describing: endpoint), String(reflecting: endpoint), dumped(endpoint),
      String(describing: address), dumped(address),
      String(describing: Mirror(reflecting: secret).children.map(\.value)),
    ]
    #expect(texts.filter { $0.contains("very-secret") } == [])
    #expect("\(secret)" == "•••")
  }

  @Test func `is not printed with a request that carries it`() {
    let request = HTTPRequest(
      method: "POST", url: "http://x/v1", headers: ["Authorization": "Bearer \(value)"],
      body: Array(value.utf8))
    let texts = ["\(request)", String(reflecting: request), dumped(request), dumped([request])]
    #expect(texts.filter { $0.contains("very-secret") } == [])
    #expect("\(request)" == "POST http://x/v1")
  }

  @Test(arguments: [" \(value)\n", "\t\(value)\r\n", value]) func `drops white space around it`(
    text: String
  ) throws {
    #expect(try Secret(text).reveal() == value)
  }

  @Test(arguments: [
    "", " \n", "sk 1", "sk\n1", "sk-é", "sk-\u{0}1", "“sk-1”", "sk\r\nX-Evil: 1", "sk\u{7F}",
  ])
  func `refuses what cannot stand in a header`(text: String) {
    let error = #expect(throws: SottoError.self) { try Secret(text) }
    #expect(error?.code == .invalidInput)
  }
}
