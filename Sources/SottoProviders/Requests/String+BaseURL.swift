extension String {
  /// A base URL without the slashes at its end.
  var withoutFinalSlashes: String {
    let slashes = utf8.reversed().prefix { $0 == UInt8(ascii: "/") }.count
    return slashes == 0 ? self : String(utf8.dropLast(slashes)) ?? self
  }
}
