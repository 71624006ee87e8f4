/// Characters put into the source before parsing and taken out when HTML is written, so that no
/// reader and no clipboard ever meets them. They are Unicode noncharacters, which text does not
/// contain; where it does, they become U+FFFD first. The parser takes them for letters.
struct Marker: Equatable {
  /// Stands for nothing: it keeps its two neighbours from meaning something together.
  static let nothing = Marker(code: 0x90)
  /// Stands for a line end that must not begin a table row.
  static let newline = Marker(code: 0x91)
  /// A formula begins.
  static let mathBegin = Marker(code: 0x92)
  /// A formula ends.
  static let mathEnd = Marker(code: 0x93)
  /// Stands for `|` that must not divide table cells.
  static let pipe = Marker(code: firstStandIn)

  /// The bytes that mean something to the parser wherever they stand.
  private static let meaningful = Array("|\\`*_~[]<>!&:@".utf8)
  /// The first of the markers that stand for those.
  private static let firstStandIn: UInt8 = 0x94

  /// UTF-8 of U+FDD0...U+FDEF is these two bytes and the code.
  static let lead: UInt8 = 0xEF
  static let second: UInt8 = 0xB7

  private let code: UInt8

  private init(code: UInt8) { self.code = code }

  /// The marker that stands for a byte, if it means something to the parser.
  init?(standingFor byte: UInt8) {
    guard let index = Self.meaningful.firstIndex(of: byte) else { return nil }
    code = Self.firstStandIn + UInt8(index)
  }

  func append(to bytes: inout [UInt8]) {
    bytes.append(Self.lead)
    bytes.append(Self.second)
    bytes.append(code)
  }

  /// What the marker stands for in the output.
  var replacement: UInt8? {
    if self == .newline { return UInt8(ascii: "\n") }
    return code < Self.firstStandIn ? nil : Self.meaningful[Int(code - Self.firstStandIn)]
  }

  /// The marker at an index, if there is one.
  static func at(_ index: Int, of bytes: [UInt8]) -> Marker? {
    guard index + 2 < bytes.count, bytes[index] == lead, bytes[index + 1] == second else {
      return nil
    }
    let code = bytes[index + 2]
    let end = firstStandIn + UInt8(meaningful.count)
    return (0x90..<end).contains(code) ? Marker(code: code) : nil
  }

  /// The bytes with every marker replaced by what it stands for.
  static func removed(from bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(lead) else { return bytes }
    var clean: [UInt8] = []
    clean.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if let marker = at(index, of: bytes) {
        if let byte = marker.replacement { clean.append(byte) }
        index += 3
      } else {
        clean.append(bytes[index])
        index += 1
      }
    }
    return clean
  }
}
