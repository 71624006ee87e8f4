import SottoHTTP

/// What is shared with the installed app is taken by the page's worker and does not come here. Where
/// the worker is not there, the page is opened, which says so.
///
/// Nothing of such a request is read or kept, so it does not matter which site sent it; an app that
/// shares has no origin, which ``AccessPolicy`` would refuse.
struct SharePolicy: Sendable {
  private let access: AccessPolicy

  /// Answers for the hosts that `access` knows.
  init(access: AccessPolicy) { self.access = access }

  func check(_ head: RequestHead) -> ServerResponse? {
    guard head.method == .post, head.path == "/share", access.isNamed(in: head) else { return nil }
    return ServerResponse(status: 303, headers: [HeaderField("Location", "/?share=missed")])
  }
}
