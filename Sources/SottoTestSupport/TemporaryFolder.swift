#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A new empty folder of a test.
package struct TemporaryFolder: Sendable {
  package var url: URL

  /// The path of `name` in the folder.
  package func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}

/// Makes a folder, runs `body` in the caller's isolation, and removes the folder with everything in
/// it.
///
/// - Throws: what `body` throws, or why the folder could not be made.
package func withTemporaryFolder<Result>(
  _ body: (TemporaryFolder) async throws -> Result
) async throws -> Result {
  let files = FileManager.default
  let url = files.temporaryDirectory.appendingPathComponent(
    "sotto-test-\(UUID().uuidString)", isDirectory: true)
  try files.createDirectory(at: url, withIntermediateDirectories: false)
  // A folder that cannot be removed is no fault of the code under test.
  defer { try? files.removeItem(at: url) }
  return try await body(TemporaryFolder(url: url))
}
