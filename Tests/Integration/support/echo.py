"""A provider that repeats the key it was sent, in every place and under every kind of failure."""

import http.server
import json
import threading

JSON = {"Content-Type": "application/json"}


def error(text):
    return json.dumps({"error": {"message": text, "type": text, "code": text}}).encode()


def event_stream(*events):
    return "".join(f"data: {event}\n\n" for event in events).encode()


# By the model that is asked for: status, headers, body.
FAULTS = {
    "m401": lambda key, _: (401, JSON, error(f"wrong key: {key}")),
    "m403": lambda key, _: (403, JSON, error(f"{key} may not")),
    "m404": lambda key, _: (404, JSON, error(f"nothing for {key}")),
    "m429": lambda key, _: (429, {**JSON, "Retry-After": "0", "X-Key": key}, error(key)),
    "m500": lambda key, _: (500, JSON, error(f"{key} broke it")),
    "mpart": lambda key, _: (401, JSON, error(f"the key {key[3:20]}... of {key[-14:]}")),
    "mhtml": lambda key, _: (502, {"Content-Type": "text/html"}, f"<h1>{key}</h1>".encode()),
    "mtext": lambda key, _: (400, {"Content-Type": "text/plain"}, f"no: {key}".encode()),
    "mjson": lambda key, _: (200, JSON, f'{{"key": "{key}", '.encode()),
    "mempty": lambda key, _: (200, {"Content-Type": "text/event-stream", "X-Key": key}, b""),
    "mstream": lambda key, _: (
        200,
        {"Content-Type": "text/event-stream"},
        event_stream(error(f"no more for {key}").decode()),
    ),
    "mbroken": lambda key, _: (
        200,
        {"Content-Type": "text/event-stream"},
        event_stream(f'{{"key": "{key}"', f"<{key}>"),
    ),
    "mredirect": lambda key, elsewhere: (307, {"Location": f"{elsewhere}/?from={key}"}, b""),
}


class Echo:
    """Answers as the model's name says. What `elsewhere` is sent is kept in `strayed`."""

    def __init__(self):
        echo = self
        self.seen, self.strayed = set(), []

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                model = next((name for name in FAULTS if name in self.path + body.decode()), "m401")
                self.answer(model)

            def do_GET(self):
                self.answer("m401")

            def answer(self, model):
                key = self.key()
                echo.seen.add(key)
                status, headers, body = FAULTS[model](key, echo.elsewhere)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def key(self):
                bearer = (self.headers.get("Authorization") or "").removeprefix("Bearer ")
                return (
                    self.headers.get("x-api-key") or self.headers.get("x-goog-api-key") or bearer
                )

            def log_message(self, *_):
                pass

        class Elsewhere(Handler):
            def answer(self, model):
                echo.strayed.append(f"{self.requestline}\n{self.headers}".encode())
                self.send_response(404)
                self.send_header("Content-Length", "0")
                self.end_headers()

        self.servers = [
            http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
            for handler in (Handler, Elsewhere)
        ]
        for server in self.servers:
            server.daemon_threads = True
            threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.servers[0].server_port}"

    @property
    def elsewhere(self):
        return f"http://localhost:{self.servers[1].server_port}"

    def close(self):
        for server in self.servers:
            server.shutdown()
            server.server_close()
