import CCurl
import SottoCore

/// libcurl's handle of one request, with the memory that libcurl expects to stay.
@safe struct EasyHandle: ~Copyable {
  let pointer: UnsafeMutableRawPointer
  private let errorText: UnsafeMutablePointer<CChar>
  private var headers: UnsafeMutablePointer<curl_slist>?

  init() throws(TransportError) {
    guard let pointer = unsafe curl_easy_init() else {
      throw TransportError(.connectionLost, "libcurl has no memory for a request")
    }
    unsafe self.pointer = pointer
    unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    unsafe headers = nil
    // Fails only for an unknown handle.
    unsafe sotto_easy_set_pointer(pointer, CURLOPT_ERRORBUFFER, errorText)
  }

  deinit {
    unsafe curl_easy_cleanup(pointer)
    unsafe curl_slist_free_all(headers)
    unsafe errorText.deallocate()
  }

  /// What libcurl wrote about the failure, if anything.
  var detail: String? {
    unsafe errorText[0] == 0 ? nil : unsafe String(cString: errorText)
  }

  func set(_ option: CURLoption, _ value: Int) throws(TransportError) {
    try check(unsafe sotto_easy_set_long(pointer, option, value))
  }

  func set(_ option: CURLoption, _ value: String) throws(TransportError) {
    try check(unsafe sotto_easy_set_bytes(pointer, option, value))
  }

  /// libcurl keeps a copy.
  func setBody(_ bytes: [UInt8]) throws(TransportError) {
    try check(
      unsafe sotto_easy_set_offset(pointer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count)))
    let code = unsafe bytes.withUnsafeBytes { buffer in
      // An empty array may have no address, and without one libcurl would ask a callback for the
      // body.
      guard let base = buffer.baseAddress, unsafe !buffer.isEmpty else {
        return unsafe sotto_easy_set_bytes(pointer, CURLOPT_COPYPOSTFIELDS, "")
      }
      return unsafe sotto_easy_set_bytes(
        pointer, CURLOPT_COPYPOSTFIELDS, base.assumingMemoryBound(to: CChar.self))
    }
    try check(code)
  }

  mutating func setHeaders(_ lines: [String]) throws(TransportError) {
    for line in lines {
      guard let longer = unsafe curl_slist_append(headers, line) else {
        throw TransportError(.connectionLost, "libcurl has no memory for a header")
      }
      unsafe headers = longer
    }
    try check(unsafe sotto_easy_set_list(pointer, CURLOPT_HTTPHEADER, headers))
  }

  /// Goes on with a transfer whose receiver said pause. Calls the receiver at once if bytes are
  /// there.
  func unpause() { unsafe curl_easy_pause(pointer, CURLPAUSE_CONT) }

  func check(_ code: CURLcode) throws(TransportError) {
    guard code == CURLE_OK else {
      throw TransportError(code, detail: nil, answered: false, bytesReceived: 0)
    }
  }
}
