"""A client for server-sent events on a raw socket: the test decides how it reads and is cut."""

import json
import socket

TERMINAL = {"finished", "stopped", "failed", "interrupted"}


class Event:
    def __init__(self, identifier, name, data):
        self.id = identifier
        self.name = name
        self.data = data

    @property
    def is_terminal(self):
        return self.name in TERMINAL

    def __repr__(self):
        return f"{self.id}:{self.name}:{json.dumps(self.data)[:80]}"


class EventStream:
    """Records every whole event with its id. Leaves the connection the moment it is told to."""

    def __init__(
        self,
        port,
        path,
        last_event_id=None,
        receive_size=65536,
        buffer=None,
        timeout=60,
        body=None,
    ):
        self.events = []
        self.bytes_received = 0
        self.ended_well = False
        self.status = None
        self.head = ""
        self._receive_size = receive_size
        self._raw = b""
        self._body = b""
        self._is_chunked = False
        self._socket = socket.socket()
        self._socket.settimeout(timeout)
        if buffer:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self._socket.connect(("127.0.0.1", port))
        resume = f"Last-Event-ID: {last_event_id}\r\n" if last_event_id is not None else ""
        content = json.dumps(body).encode() if body is not None else b""
        entity = (
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n" if content else ""
        )
        request = (
            f"{'POST' if content else 'GET'} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            f"Accept: text/event-stream\r\n{resume}{entity}\r\n"
        )
        self._socket.sendall(request.encode() + content)

    def read(self, size=None):
        """One receive. False at the end of the stream, however it ended."""
        if self.ended_well:
            return False
        try:
            data = self._socket.recv(size or self._receive_size)
        except (ConnectionResetError, BrokenPipeError):
            data = b""
        if not data:
            return False
        self.bytes_received += len(data)
        self._raw += data
        if self.status is None and not self._read_head():
            return True
        self._read_body()
        self._read_events()
        return True

    def read_to_end(self):
        while self.read():
            pass
        return self

    def read_until(self, predicate):
        """Reads until an event fits; fails if the stream ends first."""
        seen = 0
        while True:
            for event in self.events[seen:]:
                if predicate(event):
                    return event
            seen = len(self.events)
            if not self.read():
                if len(self.events) == seen:
                    raise AssertionError(f"the stream ended with {self.events[-3:]}")

    def read_bytes(self, count):
        """Reads `count` bytes of the connection and not one more."""
        while count > 0:
            before = self.bytes_received
            if not self.read(min(count, self._receive_size)):
                return
            count -= self.bytes_received - before

    def close(self):
        self._socket.close()

    @property
    def last_id(self):
        return self.events[-1].id if self.events else None

    @property
    def last(self):
        return self.events[-1] if self.events else None

    @property
    def text(self):
        return text_of(self.events)

    def _read_head(self):
        head, separator, rest = self._raw.partition(b"\r\n\r\n")
        if not separator:
            return False
        self.head = head.decode("latin-1")
        self.status = int(self.head.split()[1])
        self._is_chunked = "transfer-encoding: chunked" in self.head.lower()
        self._raw = rest
        return True

    def _read_body(self):
        if not self._is_chunked:
            self._body += self._raw
            self._raw = b""
            return
        start = 0
        raw = self._raw
        while True:
            line_end = raw.find(b"\r\n", start)
            if line_end < 0:
                break
            size = int(raw[start:line_end].split(b";")[0], 16)
            data_start = line_end + 2
            if len(raw) < data_start + size + 2:
                break
            if size == 0:
                self.ended_well = True
            self._body += raw[data_start : data_start + size]
            start = data_start + size + 2
            if size == 0:
                break
        self._raw = raw[start:]

    def _read_events(self):
        *whole, self._body = self._body.split(b"\n\n")
        for block in whole:
            event = parse_event(block.decode("utf-8"))
            if event:
                self.events.append(event)


def parse_event(block):
    identifier, name, data = None, "message", []
    for line in block.split("\n"):
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "id":
            identifier = int(value)
        elif field == "event":
            name = value
        elif field == "data":
            data.append(value)
    if not data and name == "message":
        return None
    return Event(identifier, name, json.loads("\n".join(data)))


def text_of(events):
    return "".join(event.data["delta"] for event in events if event.name == "text")


class RenderedBlocks:
    """Applies `blocks` events the way a page does."""

    def __init__(self):
        self.parts = {}

    def apply(self, events):
        for event in events:
            if event.name in ("blocks", "reasoning_blocks"):
                part = event.data["part"]
                kept = self.parts.get(part, [])[: event.data["keep"]]
                assert len(kept) == event.data["keep"], f"keeps more blocks than there are: {event}"
                self.parts[part] = kept + event.data["html"]
        return self
