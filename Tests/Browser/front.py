"""A front door before the server: as another version of the page, or as a network that misbehaves."""

import http.client
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Front:
    """Passes everything on to a server, under a port of its own.

    `version` is what the page calls itself in the place of its true version. `answers` has what is
    answered for an address that ends so, in the place of what the server says: status, type, bytes.
    `edits` are made in the worker. Without `speaks` nothing is answered, and nothing refused.
    """

    def __init__(self, server):
        self.server, self.answers, self.edits, self.asked = server, {}, {}, []
        self.speaks = threading.Event()
        self.speaks.set()
        self.version = self.true = self.read_version()
        front = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do(self):
                front.handle(self)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do

        self.door = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.door.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.door.server_port}"
        threading.Thread(target=self.door.serve_forever, daemon=True).start()

    def close(self):
        self.speaks.set()
        self.door.shutdown()
        self.door.server_close()

    def read_version(self):
        connection = http.client.HTTPConnection("127.0.0.1", int(self.server.port))
        connection.request("GET", "/")
        return re.search(r'"/~(\w+)/app\.js"', connection.getresponse().read().decode())[1]

    def handle(self, request):
        self.asked.append(request.path)
        if not self.speaks.is_set():
            self.speaks.wait()
            request.close_connection = True
            return None
        for end, answer in self.answers.items():
            if request.path.endswith(end):
                return self.reply(request, *answer)
        path = request.path
        if path.startswith("/~"):
            named = path.split("/")[1]
            path = path.replace(named, f"~{self.true}" if named == f"~{self.version}" else "~0", 1)
        headers = {name: text for name, text in request.headers.items() if name.lower() != "accept-encoding"}
        body = request.rfile.read(int(request.headers.get("Content-Length") or 0))
        connection = http.client.HTTPConnection("127.0.0.1", int(self.server.port))
        try:
            connection.request(request.command, path, body or None, headers)
            answer = connection.getresponse()
            kind = answer.headers.get("Content-Type", "")
            if kind.startswith("text/event-stream"):
                return self.stream(request, answer)
            content = answer.read()
        except OSError:
            request.close_connection = True  # As when nobody is there.
            return None
        if kind.startswith("text/html") or path == "/sw.js":
            for mark in ("/~%s/", "const version = '%s'"):
                content = content.replace((mark % self.true).encode(), (mark % self.version).encode())
        for old, new in self.edits.items() if path == "/sw.js" else ():
            assert old.encode() in content
            content = content.replace(old.encode(), new.encode())
        return self.reply(request, answer.status, kind, content, answer.headers)

    def reply(self, request, status, kind, content, headers=None):
        request.send_response(status)
        for name in ("Cache-Control", "Content-Security-Policy", "Location"):
            if headers and headers[name]:
                request.send_header(name, headers[name])
        request.send_header("Content-Type", kind)
        request.send_header("Content-Length", str(len(content)))
        request.end_headers()
        request.wfile.write(content)

    def stream(self, request, answer):
        request.send_response(answer.status)
        request.send_header("Content-Type", "text/event-stream")
        request.send_header("Connection", "close")
        request.end_headers()
        request.close_connection = True
        try:
            while piece := answer.read1(65536):
                request.wfile.write(piece)
                request.wfile.flush()
        except OSError:
            pass  # The page has left.
