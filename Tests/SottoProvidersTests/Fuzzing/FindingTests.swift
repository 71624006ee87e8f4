import Foundation
import SottoCore
import SottoProviders
import Testing

private let folder = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appending(path: "Fuzz/findings")

/// The names of what `Scripts/fuzz` has found, if anything.
private let findings = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
  .filter { !$0.hasPrefix(".") }.sorted()

/// What the fuzzer has found stays mended. An input is that of `Fuzz/FuzzDecoders.swift`: three bytes
/// for the protocol, the status with the label, and the cut, then the body.
@Suite struct FindingTests {
  @Test(arguments: findings)
  func `ends in one terminal event, however it is cut`(name: String) throws {
    let input = Array(try Data(contentsOf: folder.appending(path: name)))
    try #require(input.count >= 3)
    let formats = WireFormats.all(userAgent: "fuzz", clock: testClock)
    let format = formats[Int(input[0]) % formats.count]
    let status = [200, 200, 200, 200, 200, 400, 429, 500][Int(input[1] & 7)]
    let labels = ["text/event-stream", "application/json", "application/x-ndjson", ""]
    let head = HTTPResponseHead(
      status: status, headers: ["Content-Type": labels[Int(input[1] >> 3) & 3]])
    let body = Array(input[3...])
    let whole = decodeAnswer([body], with: format.makeDecoder("fuzz", head))
    let step = Int(input[2] % 31) + 1
    let pieces = stride(from: 0, to: body.count, by: step).map { start in
      Array(body[start..<min(start + step, body.count)])
    }
    let cut = decodeAnswer(pieces, with: format.makeDecoder("fuzz", head))
    #expect(whole.events.filter(\.isTerminal).count == 1)
    #expect(whole.events.last?.isTerminal == true)
    #expect(whole.content == cut.content)
  }
}
