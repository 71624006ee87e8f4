import SottoCore
import SottoProviders

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What libFuzzer calls with each input it thinks of: byte 0 chooses the protocol, byte 1 the status
/// and the label of the answer, byte 2 how it is cut; the rest is the body.
///
/// Any input must end in exactly one terminal event, the last of all, and must say the same
/// however it is cut.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDecoders(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  guard size >= 3, let data else { return -1 }
  let input = unsafe Array(UnsafeBufferPointer(start: data, count: size))
  let format = formats[Int(input[0]) % formats.count]
  let head = HTTPResponseHead(
    status: statuses[Int(input[1] & 7)], headers: ["Content-Type": labels[Int(input[1] >> 3) & 3]])
  let body = Array(input[3...])
  let whole = answer(format, head, [body])
  let cut = answer(format, head, pieces(of: body, step: Int(input[2] % 31) + 1))
  if whole != cut { fatalError("the answer depends on where it is cut") }
  return 0
}

private let formats = WireFormats.all(
  userAgent: "fuzz", clock: WallClock { Timestamp(milliseconds: 0) })
private let statuses = [200, 200, 200, 200, 200, 400, 429, 500]
private let labels = ["text/event-stream", "application/json", "application/x-ndjson", ""]

private func pieces(of body: [UInt8], step: Int) -> [[UInt8]] {
  stride(from: 0, to: body.count, by: step).map { start in
    Array(body[start..<min(start + step, body.count)])
  }
}

/// The message that comes of the pieces, and how it ends.
private struct Outcome: Equatable {
  var content = MessageContent()
  var terminal: TurnEvent?
}

private func answer(
  _ format: WireFormat, _ head: HTTPResponseHead, _ pieces: [[UInt8]]
) -> Outcome {
  var decoder = format.makeDecoder("fuzz", head)
  var outcome = Outcome()
  func take(_ events: [TurnEvent]) {
    for event in events {
      if outcome.terminal != nil { fatalError("an event after the end") }
      outcome.content.apply(event)
      if event.isTerminal { outcome.terminal = event }
    }
  }
  for piece in pieces { take(decoder.decode(piece)) }
  take(decoder.finish())
  if outcome.terminal == nil { fatalError("the answer has no end") }
  return outcome
}
