import SottoCore
import Testing

/// Real images of 37 by 23 pixels; of the longer ones the beginning.
private let images: [ImageCase] = [
  ImageCase(
    "a PNG", "image/png",
    """
    89504e470d0a1a0a0000000d4948445200000025000000170103000000b6e214e600000003504c5445ff0000
    19e209370000000c4944415408d76360182c0000008a0001308184a80000000049454e44ae426082
    """),
  ImageCase(
    "a GIF", "image/gif",
    """
    47494638396125001700f00000ff000000000021f90400000000002c000000002500170000021b848fa9cbed
    0fa39cb4da8bb3debcfb0f86e24896e689a6eaca8e05003b
    """),
  ImageCase(
    "a JPEG", "image/jpeg",
    """
    ffd8ffe000104a46494600010100000100010000ffdb00430003020202020203020202030303030406040404
    0404080606050609080a0a090809090a0c0f0c0a0b0e0b09090d110d0e0f101011100a0c12131210130f1010
    10ffdb00430103030304030408040408100b090b101010101010101010101010101010101010101010101010
    1010101010101010101010101010101010101010101010101010ffc000110800170025030111000211010311
    01ffc400
    """),
  ImageCase(
    "a progressive JPEG", "image/jpeg",
    """
    ffd8ffe000104a46494600010100000100010000ffdb00430003020202020203020202030303030406040404
    0404080606050609080a0a090809090a0c0f0c0a0b0e0b09090d110d0e0f101011100a0c12131210130f1010
    10ffdb00430103030304030408040408100b090b101010101010101010101010101010101010101010101010
    1010101010101010101010101010101010101010101010101010ffc200110800170025030111000211010311
    01ffc400
    """),
  ImageCase(
    "a lossy WebP", "image/webp",
    """
    524946464e0000005745425056503820420000005003009d012a250017003e91469e4b25a3a2a1a56800b012
    096700cede80002bf7c37000feeea63fff62ce5b02f1fffee703fee703fee703f8db07edbd6a80000000
    """),
  ImageCase(
    "a lossless WebP", "image/webp",
    """
    524946461c000000574542505650384c0f0000002f248005000710fd8ffe0722a2ff0100
    """),
  ImageCase(
    "a WebP with transparency", "image/webp",
    """
    524946465800000057454250565038580a00000010000000240000160000414c504809000000010710111188
    88fe07005650382028000000f002009d012a250017003e91469e4b25a3a2a1a56800b0120969000029436df0
    00fef8cefd280000
    """),
]

struct ImageCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var mediaType: String
  var bytes: [UInt8]

  init(_ name: String, _ mediaType: String, _ hex: String) {
    testDescription = name
    self.mediaType = mediaType
    let digits = hex.compactMap(\.hexDigitValue)
    bytes = stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
  }
}

/// The beginning of an ISO media file: its first box.
private func isoFile(_ brands: String...) -> [UInt8] {
  let size = UInt8(12 + 4 * brands.count)
  return [0, 0, 0, size] + Array("ftyp".utf8) + Array(brands[0].utf8) + [0, 0, 0, 0]
    + brands.dropFirst().flatMap { Array($0.utf8) }
}

@Suite struct ImageHeaderTests {
  @Test(arguments: images)
  func `reads kind and size`(_ image: ImageCase) {
    #expect(ImageHeader.mediaType(of: image.bytes) == image.mediaType)
    #expect(ImageHeader.dimensions(of: image.bytes) == ImageDimensions(width: 37, height: 23))
  }

  @Test(arguments: images)
  func `reads nothing past the end`(_ image: ImageCase) {
    for length in image.bytes.indices {
      let found = ImageHeader.dimensions(of: Array(image.bytes.prefix(length)))
      #expect(found == nil || found == ImageDimensions(width: 37, height: 23))
    }
  }

  @Test(arguments: images)
  func `survives any damage`(_ image: ImageCase) {
    var generator = SplitMix(state: 7)
    for _ in 0..<2000 {
      var bytes = image.bytes
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let place = Int.random(in: bytes.indices, using: &generator)
        bytes[place] = UInt8.random(in: 0...255, using: &generator)
      }
      if let found = ImageHeader.dimensions(of: bytes) {
        #expect(found.width > 0 && found.height > 0)
      }
    }
  }

  @Test func `survives random bytes`() {
    var generator = SplitMix(state: 1)
    let starts: [[UInt8]] = images.map { Array($0.bytes.prefix(20)) } + [[], isoFile("mif1")]
    for index in 0..<5000 {
      let count = Int.random(in: 0...300, using: &generator)
      let rest = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let bytes = starts[index % starts.count] + rest
      _ = ImageHeader.mediaType(of: bytes)
      if let found = ImageHeader.dimensions(of: bytes) {
        #expect(found.width > 0 && found.height > 0)
      }
    }
  }

  @Test func `ends with a JPEG of markers only`() {
    let bytes: [UInt8] = [0xFF, 0xD8, 0xFF] + Array(repeating: 0xFF, count: 1_000_000)
    #expect(ImageHeader.dimensions(of: bytes) == nil)
    let restarts = Array(repeating: [0xFF, 0xD0] as [UInt8], count: 100_000).joined()
    #expect(ImageHeader.dimensions(of: [0xFF, 0xD8] + restarts) == nil)
  }

  @Test func `an image of no size has none`() {
    let gif = Array("GIF89a".utf8) + [0, 0, 5, 0]
    #expect(ImageHeader.mediaType(of: gif) == "image/gif")
    #expect(ImageHeader.dimensions(of: gif) == nil)
  }

  @Test func `knows the brands of ISO media files`() {
    #expect(ImageHeader.mediaType(of: isoFile("heic", "mif1")) == "image/heic")
    #expect(ImageHeader.mediaType(of: isoFile("mif1", "mif1", "heic")) == "image/heic")
    #expect(ImageHeader.mediaType(of: isoFile("mif1", "miaf", "avif")) == "image/avif")
    #expect(ImageHeader.mediaType(of: isoFile("mif1", "miaf")) == "image/heif")
    #expect(ImageHeader.mediaType(of: isoFile("isom", "mp42")) == nil)
  }
}

@Suite struct MediaTypeTests {
  @Test(arguments: [
    ("%PDF-1.7\n", "text/plain", "application/pdf"),
    ("\n\n%PDF-1.4", "application/pdf", "application/pdf"),
    ("about %PDF-1.4", "text/plain", "text/plain"),
    ("plain", "", "text/plain"), ("a,b", "text/CSV; charset=utf-8", "text/csv"),
    ("{}", "application/json", "application/json"), ("words", "image/png", "text/plain"),
    ("<svg/>", "image/svg+xml", "text/plain"), ("x", "text/", "text/plain"),
    ("x", "text/a\r\nb: c", "text/plain"), ("x", "application/octet-stream", "text/plain"),
    ("nul\0", "text/plain", "application/octet-stream"),
  ])
  func `tells texts and documents`(text: String, label: String, type: String) {
    #expect(MediaType.of(Array(text.utf8), labelled: label) == type)
  }

  @Test(arguments: images)
  func `corrects a wrong label of an image`(_ image: ImageCase) {
    for label in ["image/png", "text/plain", "application/pdf", ""] {
      #expect(MediaType.of(image.bytes, labelled: label) == image.mediaType)
    }
  }

  @Test func `what is not UTF-8 is no text`() {
    let latin: [UInt8] = Array("caf".utf8) + [0xE9]
    #expect(MediaType.of(latin, labelled: "text/plain") == "application/octet-stream")
    #expect(MediaType.of(latin, labelled: "image/png") == "application/octet-stream")
  }
}

/// A small generator (Steele, Lea and Flood, 2014), so that a failure comes again.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
