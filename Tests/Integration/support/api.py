"""The app API in Python: short names, plain dictionaries."""

import http.client
import json
import uuid

from .events import EventStream


class Reply:
    def __init__(self, status, headers, body):
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def error(self):
        return self.json["error"]

    def __repr__(self):
        return f"{self.status} {self.body[:300]!r}"


class Api:
    def __init__(self, port):
        self.port = port

    def call(self, method, path, body=None, raw=None, headers=None):
        """One request on its own connection. `raw` bytes are sent as they are."""
        sent = {"Host": f"127.0.0.1:{self.port}"}
        if body is not None or raw is not None:
            sent["Content-Type"] = "application/json"
        sent.update(headers or {})
        sent = {name: value for name, value in sent.items() if value is not None}
        data = raw if raw is not None else json.dumps(body).encode() if body is not None else None
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body=data, headers=sent)
            response = connection.getresponse()
            return Reply(response.status, response.headers, response.read())
        finally:
            connection.close()

    def get(self, path, status=200):
        return self.expect(status, self.call("GET", path))

    def post(self, path, body=None, status=200):
        return self.expect(status, self.call("POST", path, {} if body is None else body))

    def patch(self, path, body, status=200):
        return self.expect(status, self.call("PATCH", path, body))

    def delete(self, path, status=200):
        return self.expect(status, self.call("DELETE", path))

    @staticmethod
    def expect(status, reply):
        assert reply.status == status, f"expected {status}, got {reply}"
        return reply.json if reply.body else None

    # Projects and conversations

    def projects(self):
        return self.get("/api/v1/projects")

    def active_project(self):
        return self.projects()["active_project_id"]

    def new_project(self, name="Test", **fields):
        return self.post("/api/v1/projects", {"name": name, **fields}, status=201)

    def new_conversation(self, project=None, **fields):
        project = project or self.active_project()
        return self.post(f"/api/v1/projects/{project}/conversations", fields, status=201)["id"]

    def messages(self, conversation, query="limit=200"):
        return self.get(f"/api/v1/conversations/{conversation}/messages?{query}")["messages"]

    def message(self, conversation, identifier, query="limit=200"):
        for message in self.messages(conversation, query):
            if message["id"] == identifier:
                return message
        raise AssertionError(f"message {identifier} is not in the conversation")

    # Turns

    def try_turn(self, conversation, **fields):
        fields.setdefault("id", new_id())
        return self.call("POST", f"/api/v1/conversations/{conversation}/turns", fields)

    def turn(self, conversation, **fields):
        """Starts one; returns the three ids flat."""
        reply = self.expect(202, self.try_turn(conversation, **fields))
        return Turn(reply)

    def watch(self, turn, last_event_id=None, query="", **options):
        path = f"/api/v1/turns/{turn}/events" + (f"?{query}" if query else "")
        return EventStream(self.port, path, last_event_id, **options)

    def begin_watching(self, conversation, query="", **fields):
        """Starts a turn whose events come in answer to that request."""
        fields.setdefault("id", new_id())
        path = f"/api/v1/conversations/{conversation}/turns" + (f"?{query}" if query else "")
        return EventStream(self.port, path, body=fields)

    def answer(self, conversation, **fields):
        """A whole turn: starts it, reads its events to the end, returns the turn and the stream."""
        turn = self.turn(conversation, **fields)
        return turn, self.watch(turn.id).read_to_end()

    def stop(self, turn):
        return self.call("POST", f"/api/v1/turns/{turn}/stop", {})


class Turn:
    def __init__(self, reply):
        self.id = reply["turn"]["id"]
        self.user = reply["user_message"]["id"]
        self.assistant = reply["assistant_message"]["id"]

    def __eq__(self, other):
        return vars(self) == vars(other)

    def __repr__(self):
        return f"Turn({vars(self)})"


def new_id():
    return str(uuid.uuid4())


def text_of_message(message):
    return "".join(part["text"] for part in message["parts"] if part["type"] == "text")
