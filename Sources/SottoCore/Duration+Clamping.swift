extension Duration {
  /// So many seconds; what no duration can hold, and what is no number, is the longest here, about
  /// three hundred years. For figures from outside: the initializer of the library ends the program
  /// for them.
  public static func seconds(clamping seconds: Double) -> Duration {
    let longest = 1e10
    return .seconds(seconds.isNaN ? longest : min(max(seconds, -longest), longest))
  }
}
