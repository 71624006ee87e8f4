#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Opens an address in the person's browser.
enum PageOpener {
  /// A browser that cannot be opened is no reason to stop: the address has been printed.
  static func open(_ address: String) {
    #if os(macOS)
      let opener = "/usr/bin/open"
    #else
      let opener = "/usr/bin/xdg-open"
    #endif
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(opener), strdup(address), nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    posix_spawn(&child, opener, nil, nil, &arguments, environ)
  }
}
