import Foundation
import SottoTestSupport

/// A server of HTTP/2 over TLS, run by Node, with a certificate that only it has.
final class HTTP2Peer {
  let url: String
  let certificateFile: String

  private let process: Process

  /// Whether this machine has what it takes.
  static let isAvailable: Bool = {
    let available = path("node") != nil && path("openssl") != nil
    if !available { print("left out: HTTP/2, because there is no node or no openssl") }
    return available
  }()

  /// Makes a certificate in `folder` and waits until the server listens.
  init(in folder: TemporaryFolder) async throws {
    certificateFile = folder.path("certificate.pem")
    try await Self.run(
      "openssl",
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost",
        "-addext", "subjectAltName=DNS:localhost", "-keyout", folder.path("key.pem"), "-out",
        certificateFile,
      ])
    let lines = Recorder<String>()
    process = try Self.start(
      "node", ["-e", script, certificateFile, folder.path("key.pem")],
      output: { lines.record(String(decoding: $0, as: UTF8.self)) })
    let port = try await lines.wait(for: 1)[0].split(separator: "\n")[0]
    url = "https://localhost:\(port)"
  }

  /// Ends the server.
  func stop() { process.terminate() }

  private static func path(_ program: String) -> String? {
    ["/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + program }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static func run(_ program: String, _ arguments: [String]) async throws {
    let ended = Signal()
    let process = try start(program, arguments, output: { _ in }, ended: { ended.fire() })
    try await ended.wait()
    if process.terminationStatus != 0 { throw CocoaError(.executableLoad) }
  }

  private static func start(
    _ program: String, _ arguments: [String], output: @escaping @Sendable (Data) -> Void,
    ended: @escaping @Sendable () -> Void = {}
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path(program) ?? program)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    pipe.fileHandleForReading.readabilityHandler = { handle in
      let data = handle.availableData
      if data.isEmpty { handle.readabilityHandler = nil } else { output(data) }
    }
    process.terminationHandler = { _ in ended() }
    try process.run()
    return process
  }
}

// /count?N streams N events, the rest says what it does. /resets?N answers once N streams were
// cancelled by the client.
private let script = """
  const http2 = require('http2'), fs = require('fs');
  let sessions = 0, resets = 0, waiting = [];
  const server = http2.createSecureServer({
    cert: fs.readFileSync(process.argv[1]), key: fs.readFileSync(process.argv[2]) });
  server.on('session', () => sessions++);
  server.on('sessionError', () => {});
  server.on('stream', async (stream, headers) => {
    const [path, query] = headers[':path'].split('?');
    stream.on('error', () => {});
    if (path == '/sessions') { stream.respond({':status': 200}); return stream.end(String(sessions)); }
    if (path == '/resets') {
      while (resets < Number(query)) await new Promise(done => waiting.push(done));
      stream.respond({':status': 200});
      return stream.end(String(resets));
    }
    stream.on('aborted', () => { resets++; waiting.forEach(done => done()); waiting = []; });
    stream.respond({':status': 200, 'content-type': 'text/event-stream'});
    const write = text => new Promise(done => stream.write(text, done));
    if (path == '/count')
      for (let i = 0; i < Number(query); i++) await write(`data: ${i}\\n\\n`);
    else if (path == '/endless') while (!stream.destroyed) await write('data: {}\\n\\n');
    else if (path == '/big')
      for (let i = 0; i < Number(query); i += 50000) await write(Buffer.alloc(50000));
    else if (path == '/broken') { await write('abc'); return stream.destroy(new Error('broken')); }
    else if (path == '/gone') { await write('abc'); return stream.session.destroy(); }
    stream.end();
  });
  server.listen(0, 'localhost', () => console.log(server.address().port));
  """
