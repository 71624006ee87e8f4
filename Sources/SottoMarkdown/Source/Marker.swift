/// Characters put into the source before parsing and taken out when HTML is written, so that no
/// reader and no clipboard ever meets them. They are Unicode noncharacters, which text does not
/// contain; where it does, they become U+FFFD first. The parser takes them for letters.
enum Marker: UInt8 {
  /// Stands for nothing: it keeps its two neighbours from meaning something together.
  case nothing = 0x90
  /// Stands for `|` that must not divide table cells.
  case pipe = 0x91
  /// Stands for a line end that must not begin a table row.
  case newline = 0x92

  /// UTF-8 of U+FDD0...U+FDD2 is these two bytes and the raw value.
  static let lead: UInt8 = 0xEF
  static let second: UInt8 = 0xB7

  func append(to bytes: inout [UInt8]) {
    bytes.append(Self.lead)
    bytes.append(Self.second)
    bytes.append(rawValue)
  }

  /// What the marker stands for in the output.
  var replacement: UInt8? {
    switch self {
    case .nothing: nil
    case .pipe: UInt8(ascii: "|")
    case .newline: UInt8(ascii: "\n")
    }
  }

  /// The marker at an index, if there is one.
  static func at(_ index: Int, of bytes: [UInt8]) -> Marker? {
    guard index + 2 < bytes.count, bytes[index] == lead, bytes[index + 1] == second else {
      return nil
    }
    return Marker(rawValue: bytes[index + 2])
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
