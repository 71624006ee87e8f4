/// The arguments of a command, told apart: `--name value`, `--name=value`, switches, the rest.
/// After `--` everything is the rest.
struct ParsedArguments {
  private(set) var rest: [String] = []
  private var values: [String: [String]] = [:]
  private var switches: Set<String> = []

  /// - Throws: ``UsageError``.
  init(_ arguments: [String], syntax: CommandSyntax) throws {
    var remaining = arguments[...]
    while let argument = remaining.popFirst() {
      if argument == "--" {
        rest += remaining
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        rest.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts[0].drop { $0 == "-" }
      // `-o` is short for the option whose name begins so, where only one does.
      let matching = syntax.options.filter {
        argument.hasPrefix("--") ? $0.name == name : name.count == 1 && $0.name.hasPrefix(name)
      }
      guard matching.count == 1, let option = matching.first else {
        throw UsageError(
          "there is no option '\(parts[0])'", hint: "see 'sotto help \(syntax.name)'")
      }
      try take(option, inline: parts.count == 2 ? String(parts[1]) : nil, from: &remaining)
    }
  }

  private mutating func take(
    _ option: CommandSyntax.Option, inline: String?, from remaining: inout ArraySlice<String>
  ) throws {
    guard option.value != nil else {
      if inline != nil { throw UsageError("the option '--\(option.name)' takes no value") }
      switches.insert(option.name)
      return
    }
    guard let value = inline ?? remaining.popFirst() else {
      throw UsageError("the option '--\(option.name)' needs a value")
    }
    values[option.name, default: []].append(value)
  }

  func has(_ name: String) -> Bool { switches.contains(name) }

  /// The last value of an option.
  func value(_ name: String) -> String? { values[name]?.last }

  /// Every value of an option that may be repeated.
  func all(_ name: String) -> [String] { values[name] ?? [] }

  /// - Throws: ``UsageError`` for a value that is no whole number in `range`.
  func integer(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "'--\(name)' must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func number(_ name: String) throws -> Double? {
    guard let text = value(name) else { return nil }
    guard let number = Double(text), number.isFinite else {
      throw UsageError("'--\(name)' must be a number")
    }
    return number
  }

  /// - Throws: ``UsageError`` when there is more than `count` of the rest.
  func expect(atMost count: Int) throws {
    if rest.count > count { throw UsageError("'\(rest[count])' is one argument too many") }
  }
}

/// Wrong usage: exit status 2.
struct UsageError: Error {
  var message: String
  var hint: String?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}
