import SottoLocal

/// A launcher that behaves like the real one but serves fixed answers, and misbehaves when told to.
enum FakeModelServer {
  /// What to be.
  enum Mode: String {
    case healthy, dies, silent, ollama, llama, studio, stranger
  }

  static let python = "/usr/bin/env"

  /// Arguments for `python`; each start adds a line to `starts`.
  static func arguments(_ mode: Mode, in folder: TestFolder) throws -> [String] {
    let script = try folder.write("fake-launcher.py", source)
    return ["python3", "-I", script, mode.rawValue, folder.path + "/starts"]
  }

  static func installation(
    _ mode: Mode, in folder: TestFolder, modelName: String = "fake"
  ) throws -> LocalModelInstallation {
    LocalModelInstallation(
      runner: .launcher(program: python, arguments: try arguments(mode, in: folder)),
      modelName: modelName)
  }

  /// Starts it as a server that was there before, and returns its port.
  static func start(_ mode: Mode, in folder: TestFolder) async throws -> (ChildProcess, UInt16)? {
    let child = try ChildProcess(
      python, try arguments(mode, in: folder), environment: ["PATH": "/usr/bin:/bin"],
      input: Array("key\n".utf8))
    guard let line = try await child.firstLine(within: .seconds(60)),
      let port = line.split(separator: ":").last.flatMap({ UInt16($0) })
    else { return nil }
    return (child, port)
  }

  private static let source = #"""
    import http.server, json, os, sys, threading, time
    mode, starts = sys.argv[1:3]
    key = sys.stdin.buffer.readline().strip().decode()
    with open(starts, "a") as file:
        file.write(f"{os.getpid()}\n")

    def leave():
        sys.stdin.buffer.read()
        os._exit(0)
    threading.Thread(target=leave, daemon=True).start()
    if mode == "dies":
        print("no such model", file=sys.stderr, flush=True)
        os._exit(1)
    if mode == "silent":
        time.sleep(3600)

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        def version_string(self):
            return "llama.cpp" if mode == "llama" else "fake"
        def log_message(self, *arguments):
            pass
        def answer(self, status, value):
            body = json.dumps(value).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        def do_GET(self):
            if mode == "stranger":
                self.answer(200, ["hello"])
            elif self.path == "/crash":
                os._exit(3)
            elif self.path == "/health":
                self.answer(200, {"status": "ok"})
            elif self.path == "/api/version" and mode == "ollama":
                self.answer(200, {"version": "0.9.1"})
            elif self.path == "/v1/models":
                allowed = mode == "studio" or self.headers["Authorization"] == f"Bearer {key}"
                self.answer(200 if allowed else 401, {"data": [{"id": "fake"}]})
            else:
                self.answer(404, {})

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(f"listening http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
    """#
}
