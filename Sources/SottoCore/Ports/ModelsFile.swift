/// The person's own file of models, `models.json`, wherever it is kept.
public struct ModelsFile: Sendable {
  /// Where it is, for a person to read.
  public var path: String
  /// What is different after the file was changed; `nil` when there is none. Cheap: it is asked for
  /// at every look-up.
  public var stamp: @Sendable () -> String?
  /// What is in it.
  public var read: @Sendable () throws -> [UInt8]

  /// A file that these functions look at.
  public init(
    path: String, stamp: @escaping @Sendable () -> String?,
    read: @escaping @Sendable () throws -> [UInt8]
  ) {
    self.path = path
    self.stamp = stamp
    self.read = read
  }
}
