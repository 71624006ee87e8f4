import SottoCore
import SottoProviders

struct DecodeCommand: Command {
  static let syntax = CommandSyntax(
    name: "decode", summary: "reads a provider's saved answer and prints what it says as JSON",
    forms: ["--protocol P [--status N] [--content-type T] [FILE]"],
    options: [
      .init(name: "protocol", value: "P", help: "the wire protocol: \(protocols)"),
      .init(name: "status", value: "N", help: "the HTTP status it came with (default: 200)"),
      .init(name: "content-type", value: "T", help: "the content type it came with"),
    ],
    notes: """
      FILE holds the body as it came, streamed or not; without FILE, or for '-', standard input is
      read. An answer that is an error, or none at all, is told in the member 'error'.
      """)

  private static let formats = WireFormats.all(userAgent: "sotto/\(Sotto.version)")
  private static let protocols = formats.map(\.name.rawValue).joined(separator: ", ")

  let format: WireFormat
  let head: HTTPResponseHead
  let file: String?

  init(_ arguments: ParsedArguments) throws {
    try arguments.expect(atMost: 1)
    let hint = "the protocols are: \(Self.protocols)"
    guard let name = arguments.value("protocol") else {
      throw UsageError("'sotto decode' needs a protocol", hint: hint)
    }
    guard let format = Self.formats.first(where: { $0.name.rawValue == name }) else {
      throw UsageError("there is no protocol '\(name)'", hint: hint)
    }
    self.format = format
    var headers = HTTPHeaders()
    if let type = arguments.value("content-type") { headers.append("Content-Type", type) }
    head = HTTPResponseHead(
      status: try arguments.integer("status", in: 100...599) ?? 200, headers: headers)
    file = arguments.rest.first.flatMap { $0 == "-" ? nil : $0 }
  }

  func run(terminal: Terminal) async throws {
    let answer = DecodedAnswer(body: try await body(terminal), head: head, format: format)
    terminal.print(answer.json.encodedText)
  }

  private func body(_ terminal: Terminal) async throws -> [UInt8] {
    guard let file else { return await terminal.readAllBytes() }
    return try await InputFile.bytes(at: file, terminal: terminal)
  }
}
