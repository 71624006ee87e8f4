package import SottoCore

/// Takes no note of what leaves.
package struct NoLog: EgressLog {
  package init() {}
  package func record(_ entry: EgressEntry) {}
}
