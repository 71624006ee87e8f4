import CCurl
import SottoCore

/// libcurl's handle of all requests and connections. All calls are made by one thread.
@safe struct MultiHandle: ~Copyable {
  private let pointer: UnsafeMutableRawPointer

  init() throws(TransportError) {
    guard let pointer = unsafe curl_multi_init() else {
      throw TransportError(.connectionLost, "libcurl has no memory to start")
    }
    unsafe self.pointer = pointer
  }

  deinit { unsafe curl_multi_cleanup(pointer) }

  /// Both callbacks get `context`, which must live as long as this handle.
  func setCallbacks(
    context: UnsafeMutableRawPointer, socketChanged: curl_socket_callback,
    timerChanged: curl_multi_timer_callback
  ) throws(TransportError) {
    try check(unsafe sotto_multi_set_socket(pointer, socketChanged, context))
    try check(unsafe sotto_multi_set_timer(pointer, timerChanged, context))
  }

  func set(_ option: CURLMoption, _ value: Int) throws(TransportError) {
    try check(unsafe sotto_multi_set_long(pointer, option, value))
  }

  func add(_ easy: borrowing EasyHandle) throws(TransportError) {
    try check(unsafe curl_multi_add_handle(pointer, easy.pointer))
  }

  /// Ends the transfer, if it goes on, by closing its connection or its stream.
  func remove(_ easy: borrowing EasyHandle) {
    // Fails only for a handle that is not there, which is the aim.
    unsafe curl_multi_remove_handle(pointer, easy.pointer)
  }

  /// Lets libcurl work on a socket that is ready. `events` are of `CURL_CSELECT_`.
  func serve(_ descriptor: Int32, events: Int32) {
    var running: Int32 = 0
    // What goes wrong with one transfer comes out as its result.
    unsafe curl_multi_socket_action(pointer, descriptor, events, &running)
  }

  /// Lets libcurl do what its timer was set for.
  func serveTimer() { serve(curl_socket_t(CURL_SOCKET_BAD), events: 0) }

  /// The next transfer that has ended: its private pointer and its result.
  func takeFinished() -> (transfer: UnsafeMutableRawPointer?, result: CURLcode)? {
    var left: Int32 = 0
    while let message = unsafe curl_multi_info_read(pointer, &left) {
      guard unsafe message.pointee.msg == CURLMSG_DONE else { continue }
      let result = unsafe message.pointee.data.result
      var transfer: UnsafeMutablePointer<CChar>?
      unsafe sotto_easy_get_private(message.pointee.easy_handle, &transfer)
      return (UnsafeMutableRawPointer(transfer), result)
    }
    return nil
  }

  private func check(_ code: CURLMcode) throws(TransportError) {
    guard code == CURLM_OK else {
      throw TransportError(.connectionLost, unsafe String(cString: curl_multi_strerror(code)))
    }
  }
}
