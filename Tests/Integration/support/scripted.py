"""A provider written in Python, for answers that the mock cannot give."""

import http.server
import json
import threading


def streamed_answer(*pieces):
    """The bytes of a well-formed streamed answer."""
    chunks = [
        {
            "id": "1",
            "object": "chat.completion.chunk",
            "model": "m",
            "choices": [{"index": 0, "delta": {"content": piece}, "finish_reason": None}],
        }
        for piece in pieces
    ]
    chunks.append(
        {
            "id": "1",
            "object": "chat.completion.chunk",
            "model": "m",
            "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}],
        }
    )
    lines = [f"data: {json.dumps(chunk)}\n\n" for chunk in chunks]
    return ("".join(lines) + "data: [DONE]\n\n").encode()


class ScriptedProvider:
    """Answers each POST with `reply(headers, body) -> (status, headers, bytes)`."""

    def __init__(self, reply):
        provider = self
        self.bodies = []
        self.models = [{"id": "m", "object": "model"}]

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                length = int(self.headers.get("Content-Length", 0))
                body = self.rfile.read(length)
                provider.bodies.append(body)
                self.answer(*reply(self.headers, body))

            def do_GET(self):
                listing = {"object": "list", "data": provider.models}
                self.answer(200, {"Content-Type": "application/json"}, json.dumps(listing).encode())

            def answer(self, status, headers, body):
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True)
        self.thread.start()

    @property
    def base_url(self):
        return f"http://127.0.0.1:{self.server.server_port}/v1"

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()
