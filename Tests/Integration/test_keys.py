"""A key goes to its provider and nowhere else."""

import base64
import json
import os
import stat

import pytest

from .support.api import new_id
from .support.server import CANARY_KEY

STORED = "sk-stored-canary-77aa41c0de"
KEYS = (CANARY_KEY, STORED)


def traces(data):
    """The keys as they are and as an encoder would write them."""
    forms = []
    for key in KEYS:
        forms += [
            key.encode(),
            base64.b64encode(key.encode()).rstrip(b"="),
            key.encode().hex().encode(),
        ]
    return [form for form in forms if form in data]


def files_with_keys(folder):
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            with open(path, "rb") as file:
                if traces(file.read()):
                    found[os.path.relpath(path, folder)] = stat.S_IMODE(os.stat(path).st_mode)
    return found


@pytest.fixture
def echoing(scripted):
    """A provider that repeats the key it refuses, in every place it can."""

    def refuse(headers, body):
        key = headers.get("Authorization", "")
        text = json.dumps({"error": {"message": f"wrong key: {key}", "type": key, "code": key}})
        return (
            401,
            {"Content-Type": "application/json", "X-Key": "".join(key.split())},
            text.encode(),
        )

    return scripted(refuse)


@pytest.fixture
def streaming_echo(scripted):
    """A provider that repeats the key in an error inside a stream."""

    def answer(headers, body):
        key = headers.get("Authorization", "")
        error = json.dumps({"error": {"message": f"no more for {key}", "type": "x", "code": key}})
        return 200, {"Content-Type": "text/event-stream"}, f"data: {error}\n\n".encode()

    return scripted(answer)


def test_a_key_is_nowhere_but_in_its_file(program, echoing, streaming_echo):
    answers = []
    with program.serve() as server:
        api = server.api
        for name, base in (("echo", echoing), ("stream", streaming_echo)):
            body = {"name": name, "base_url": base.base_url, "key": STORED, "default_model": "m"}
            answers.append(api.call("POST", "/api/v1/providers", body))
            answers.append(api.call("POST", "/api/v1/providers/test", body))
        for model in ("echo/m", "stream/m", None):
            conversation = api.new_conversation()
            fields = {"model": model} if model else {}
            turn, stream = api.answer(conversation, text="[[mock fault=401]] question", **fields)
            assert stream.last.name == "failed", (model, stream.events)
            error = stream.last.data["error"]
            assert not traces(json.dumps(error).encode()), error
            answers.append(api.call("GET", f"/api/v1/turns/{turn.id}/events"))
            answers.append(api.call("GET", f"/api/v1/conversations/{conversation}/messages"))
        for path in (
            "/api/v1/providers",
            "/api/v1/models",
            "/api/v1/projects",
            "/api/v1/about",
            "/api/openapi.json",
            "/",
            "/healthz",
            "/readyz",
        ):
            answers.append(api.call("GET", path))
        command_line = open(f"/proc/{server.process.pid}/cmdline", "rb").read()
        assert not traces(command_line)
        server.terminate()
        assert not traces(server.output.encode()), server.output
    for answer in answers:
        assert not traces(answer.body), answer
        assert not traces(str(answer.headers).encode())
    assert len(echoing.bodies) >= 1 and len(streaming_echo.bodies) >= 1
    assert not traces(b"".join(echoing.bodies + streaming_echo.bodies))
    assert files_with_keys(program.data) == {}
    assert files_with_keys(program.home) == {}


def test_the_command_line_never_shows_a_key(program, echoing):
    results = [
        program.run("key", "set", "echo", stdin=STORED + "\n"),
        program.run(
            "provider",
            "add",
            "echo",
            "--base-url",
            echoing.base_url,
            "--key",
            "key:echo",
            "--default-model",
            "m",
        ),
        program.run("key", "list"),
        program.run("key", "list", "--json"),
        program.run("provider", "list"),
        program.run("provider", "list", "--json"),
        program.run("provider", "test", "echo"),
        program.run("models"),
        program.run("models", "--json"),
        program.run("doctor"),
        program.run("doctor", "--json"),
        program.run("ask", "--model", "echo/m", "hello"),
        program.run("ask", "--model", "echo/m", "--json", "hello"),
        program.run("ask", "--model", "echo/m", "--no-stream", "hello"),
        program.run("key", "set", "echo", STORED),
        program.run("provider", "add", "other", "--base-url", echoing.base_url, "--key", STORED),
        program.run("provider", "add", "other", "--base-url", f"http://{STORED}@h/v1"),
    ]
    for result in results:
        shown = result.stdout + result.stderr
        assert not traces(shown.encode()), (result.args[1:], shown)
    assert [r.returncode for r in results[:2]] == [0, 0], results[:2]
    assert results[11].returncode == 1
    assert results[14].returncode == 2, "a key as an argument is wrong usage"
    assert results[15].returncode == 2
    assert results[16].returncode == 1
    assert files_with_keys(program.data) == {}


def test_a_stored_key_counts_before_the_environment(program, scripted):
    seen = []

    def answer(headers, body):
        seen.append(headers.get("Authorization"))
        return 401, {"Content-Type": "application/json"}, b'{"error": {"message": "no"}}'

    provider = scripted(answer)
    program.environment["OPENAI_BASE_URL"] = provider.base_url
    program.run("ask", "hello")
    program.run("key", "set", "openai", stdin=STORED)
    program.run("ask", "hello")
    program.run("key", "remove", "openai")
    program.run("ask", "hello")
    assert seen == [f"Bearer {CANARY_KEY}", f"Bearer {STORED}", f"Bearer {CANARY_KEY}"]
    assert files_with_keys(program.data) == {}


def test_a_key_file_that_others_can_read_is_refused(program):
    assert program.run("key", "set", "openai", stdin=STORED).returncode == 0
    path = os.path.join(program.data, "keys.sealed")
    os.chmod(path, 0o644)
    result = program.run("key", "list")
    assert result.returncode == 1
    assert "chmod 600" in result.stderr
    assert not traces(result.stderr.encode())


def test_the_data_folder_is_closed_to_others(program):
    assert program.run("project", "list").returncode == 0
    assert stat.S_IMODE(os.stat(program.data).st_mode) == 0o700
    for place, _, names in os.walk(program.data):
        for name in names:
            mode = stat.S_IMODE(os.stat(os.path.join(place, name)).st_mode)
            assert mode & 0o077 == 0, f"{name} is {mode:o}"


@pytest.mark.parametrize(
    "key", ["sk-a\nX-Injected: yes", "sk-\u00e9\u4f60", "", "   ", "a b", "\x00"]
)
def test_a_key_that_no_header_can_carry_is_refused(api, key):
    body = {"name": f"bad{new_id()[:6]}", "base_url": "http://127.0.0.1:9/v1", "key": key}
    reply = api.call("POST", "/api/v1/providers", body)
    if key == "":
        assert reply.status == 201  # no key: the provider needs none
    else:
        assert reply.status == 400, reply
        assert not key.strip() or key not in reply.body.decode()


def test_a_redirect_does_not_carry_the_key_to_another_host(program, scripted):
    seen = []

    def elsewhere(headers, body):
        seen.append(headers.get("Authorization"))
        return 200, {"Content-Type": "application/json"}, b"{}"

    target = scripted(elsewhere)
    location = target.base_url.replace("127.0.0.1", "localhost") + "/chat/completions"
    source = scripted(lambda *_: (307, {"Location": location}, b""))
    program.environment["OPENAI_BASE_URL"] = source.base_url
    assert program.run("ask", "hello").returncode == 1
    assert seen == [] or seen == [None]
