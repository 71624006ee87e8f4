"""A server that answers with what a provider was recorded to say, and the recordings themselves.

The recordings are no part of the repository. `SOTTO_RECORDINGS` names their folder; else they are
looked for in `shared/recordings` beside the checkout.
"""

import http.server
import json
import os
import threading
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


def folder():
    """The folder of recordings, or None."""
    place = os.environ.get("SOTTO_RECORDINGS")
    beside = [ROOT.parent / "shared/recordings", ROOT.parent.parent / "shared/recordings"]
    places = [Path(place)] if place else beside
    return next((place for place in places if place.is_dir()), None)


class Recording:
    """A recorded answer, and in `expected` what independent readers made of it."""

    def __init__(self, path):
        answer = json.loads(path.with_name(path.name.replace(".expected.", ".")).read_text())
        self.name = path.name.removesuffix(".expected.json")
        self.expected = json.loads(path.read_text())
        self.protocol = self.expected["protocol"]
        self.kind = self.expected["kind"]
        self.path = answer["request"]["path"]
        self.status = answer["response"]["status"]
        self.content_type = answer["response"]["headers"].get("content-type")
        self.body = (answer["response"].get("body") or "").encode()


def recordings(*protocols, kinds=("stream", "json", "error", "stream_error")):
    """The recordings of these protocols, by name; says how many, so that none is not silent."""
    place = folder()
    paths = sorted(place.glob("*/*.expected.json")) if place else []
    found = [Recording(path) for path in paths]
    found = [one for one in found if one.protocol in protocols and one.kind in kinds]
    print(f"{len(found)} recordings of {', '.join(protocols)}")
    return found


def named(ones):
    """Parameters of a test by name; where there are none, one that is left out with the reason."""
    if not ones:
        reason = "0 recordings: there is no folder of them"
        return [pytest.param(None, marks=pytest.mark.skip(reason=reason))]
    return [pytest.param(one, id=one.name) for one in ones]


class RecordedServer:
    """Answers every request with the latest `answer(…)`, and keeps the bodies it was sent."""

    def __init__(self):
        server = self
        self.bodies = []
        self.answer(200, "application/json", b"{}")

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                length = int(self.headers.get("Content-Length", 0))
                server.bodies.append(self.rfile.read(length))
                status, content_type, body, missing = server.reply
                self.send_response(status)
                if content_type:
                    self.send_header("Content-Type", content_type)
                self.send_header("Content-Length", str(len(body) + missing))
                self.send_header("Connection", "close")
                self.end_headers()
                self.wfile.write(body)
                self.close_connection = True

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(
            target=self.server.serve_forever, args=[0.02], daemon=True
        )
        self.thread.start()

    def answer(self, status, content_type, body, missing=0):
        """Sets the next answer; the connection ends `missing` bytes before the body does."""
        self.reply = (status, content_type, body, missing)

    def play(self, recording, length=None):
        """Answers with a recording, or with its first `length` bytes and a lost connection."""
        body = recording.body[:length]
        missing = len(recording.body) - len(body)
        self.answer(recording.status, recording.content_type, body, missing)

    @property
    def sent(self):
        """The JSON of the last request."""
        return json.loads(self.bodies[-1])

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()
