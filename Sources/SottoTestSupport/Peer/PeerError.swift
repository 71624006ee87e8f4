/// Why a script of a ``ScriptedPeer`` cannot go on.
package enum PeerError: Error, Hashable, Sendable {
  /// The client closed or reset the connection.
  case closedByClient
  /// The script or the peer has closed it.
  case closed
  /// A system call failed.
  case system(call: String, errno: Int32)
}
