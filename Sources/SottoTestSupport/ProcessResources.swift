#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What this process holds, to find leaks. Linux only: elsewhere the counts are zero.
package enum ProcessResources {
  /// Open file descriptors.
  package static var openFiles: Int { entries("/proc/self/fd") }

  /// Threads.
  package static var threads: Int { entries("/proc/self/task") }

  /// Resident memory in bytes.
  package static var residentBytes: Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
      return 0
    }
    let fields = text.split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 : 0
  }

  private static func entries(_ path: String) -> Int {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).count
  }
}
