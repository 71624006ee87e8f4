import SottoCore
import SottoProviders

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Prints how fast answers are decoded on one core, a line for each figure: its name and a number.
///
/// Arguments are the protocols to measure, instead of all and the framing alone. Seconds are those of the processor, so that the machine may be busy with other things.
@main struct DecodeSpeed {
  /// Reads of the size that a socket gives.
  private static let readSize = 16_384
  private static let seconds = 0.5

  static func main() {
    let streams = [
      ("openai-chat", chat), ("openai-responses", responses), ("anthropic", anthropic),
      ("gemini", gemini),
    ]
    let asked = CommandLine.arguments.dropFirst()
    if asked.isEmpty {
      let framing = measure(repeated(chat)) {
        var parser = ServerSentEventParser()
        return { read in parser.push(read).count }
      }
      print("framing", Int(framing * Double(chat.utf8.count) / 1e6), "MB/s")
    }
    for format in WireFormats.all(userAgent: "decodespeed") {
      if !asked.isEmpty, !asked.contains(format.name.rawValue) { continue }
      guard let stream = streams.first(where: { $0.0 == format.name.rawValue }) else { continue }
      let rate = measure(repeated(stream.1)) {
        var decoder = format.makeDecoder("p", HTTPResponseHead(status: 200, headers: HTTPHeaders()))
        return { read in decoder.decode(read).count }
      }
      print(format.name.rawValue, Int(rate), "chunks/s")
    }
  }

  /// How many events a second a reader made by `makeReader` takes from `reads`, each of which is one
  /// read of a body that never ends.
  private static func measure(
    _ reads: [[UInt8]], _ makeReader: () -> ([UInt8]) -> Int
  ) -> Double {
    var best = 0.0
    for _ in 0..<3 {
      let read = makeReader()
      var events = 0
      let start = processorTime()
      while processorTime() - start < seconds {
        for bytes in reads { events += read(bytes) }
      }
      best = max(best, Double(events) / (processorTime() - start))
    }
    return best
  }

  private static func processorTime() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

  /// About a megabyte of one event after the other, in reads.
  private static func repeated(_ event: String) -> [[UInt8]] {
    let one = Array(event.utf8)
    var bytes: [UInt8] = []
    while bytes.count < 1 << 20 { bytes += one }
    return stride(from: 0, to: bytes.count, by: readSize).map {
      Array(bytes[$0..<min($0 + readSize, bytes.count)])
    }
  }

  // Each as its provider sends it, with one piece of text.

  private static let chat =
    #"data: {"id":"chatcmpl-D1wz3bYvKqP8nT5rJmX2cLfHsA9eU","object":"chat.completion.chunk","#
    + #""created":1767225600,"model":"gpt-4o-mini-2024-07-18","service_tier":"default","#
    + #""system_fingerprint":"fp_a1b2c3d4e5","choices":[{"index":0,"delta":{"content":" token"},"#
    + #""logprobs":null,"finish_reason":null}],"usage":null,"obfuscation":"q8ZkPw"}"# + "\n\n"

  private static let responses =
    "event: response.output_text.delta\n"
    + #"data: {"type":"response.output_text.delta","sequence_number":12,"#
    + #""item_id":"msg_68a1b2c3d4e5f60718293a4b5c6d7e8f","output_index":0,"content_index":0,"#
    + #""delta":" token","logprobs":[],"obfuscation":"q8ZkPw"}"# + "\n\n"

  private static let anthropic =
    "event: content_block_delta\n"
    + #"data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":" token"}}"#
    + "\n\n"

  private static let gemini =
    #"data: {"candidates": [{"content": {"parts": [{"text": " token"}],"role": "model"},"#
    + #""index": 0}],"usageMetadata": {"promptTokenCount": 11,"candidatesTokenCount": 7,"#
    + #""totalTokenCount": 18,"promptTokensDetails": [{"modality": "TEXT","tokenCount": 11}]},"#
    + #""modelVersion": "gemini-2.5-flash","responseId": "mJx8aL2VBoaQxN8P0pC0qA4"}"# + "\r\n\r\n"
}
