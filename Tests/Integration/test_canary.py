"""Marked keys in every place a key can be, every failure provoked, and then a search everywhere."""

import base64
import os
import secrets
import socket
from pathlib import Path

import pytest

from .support.echo import FAULTS, Echo
from .support.server import PASSPHRASE, Program

# Those that are tried again after a pause.
REPEATED = {"m429", "m500", "mhtml"}
# So long a part of a key tells too much of it.
TELLING = 12


def canary(name):
    return f"sk-{name}-{secrets.token_hex(16)}"


class Trap:
    """Keys, and what they would look like wherever they do not belong."""

    def __init__(self, *keys):
        self.needles = {PASSPHRASE.encode()}
        for key in keys:
            raw = key.encode()
            # From the random part on, so that a key's name alone is no find.
            self.needles |= {raw[i : i + TELLING] for i in range(6, len(raw) - TELLING + 1)}
            self.needles.add(raw.hex().encode())
            for shift in range(3):
                text = base64.b64encode(b" " * shift + raw)
                # Without the ends, which depend on what stands beside it.
                self.needles.add(text[4:-4])

    def finds(self, data):
        return [needle for needle in self.needles if needle in data]

    def search(self, folder):
        found = {}
        for place, _, names in os.walk(folder):
            for name in names:
                path = Path(place, name)
                if not path.is_file():
                    continue
                if finds := self.finds(path.read_bytes() + name.encode()):
                    found[str(path)] = finds
        return found


@pytest.fixture
def echo():
    echo = Echo()
    yield echo
    echo.close()


@pytest.fixture
def closed_port():
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


@pytest.fixture
def silent():
    """Takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


KINDS = {
    "plain": ("openai-chat", "/v1"),
    "answers": ("openai-responses", "/v1"),
    "claude": ("anthropic", ""),
    "google": ("gemini", "/v1beta"),
}


def test_a_marked_key_is_found_nowhere_but_in_its_store(
    binary, tmp_path, echo, closed_port, silent
):
    kept = {name: canary(name) for name in (*KINDS, "away", "hung", "tls")}
    environment = {name: canary("env") for name in ("OPENAI", "ANTHROPIC", "GEMINI", "MISTRAL")}
    userinfo = canary("userinfo")
    trap = Trap(*kept.values(), *environment.values(), userinfo)
    program = Program(binary, tmp_path)
    program.environment |= {f"{name}_API_KEY": key for name, key in environment.items()}
    program.environment["SOTTO_LOCAL_PYTHON"] = "/nonexistent/python3"
    for name in ("OPENAI", "MISTRAL"):
        program.environment[f"{name}_BASE_URL"] = f"{echo.url}/v1"
    program.environment["ANTHROPIC_BASE_URL"] = echo.url
    program.environment["GEMINI_BASE_URL"] = f"{echo.url}/v1beta"
    seen = []

    def note(data):
        seen.append(data if isinstance(data, bytes) else data.encode())

    with program.serve() as server:
        api = server.api

        def call(*arguments, **options):
            reply = api.call(*arguments, **options)
            note(reply.body)
            note(str(reply.headers))
            return reply

        addresses = {name: f"{echo.url}{path}" for name, (_, path) in KINDS.items()}
        addresses["away"] = f"http://127.0.0.1:{closed_port}/v1"
        addresses["hung"] = f"http://127.0.0.1:{silent}/v1"
        addresses["tls"] = echo.url.replace("http:", "https:") + "/v1"
        for name, address in addresses.items():
            kind = KINDS.get(name, KINDS["plain"])[0]
            body = {"name": name, "kind": kind, "base_url": address, "key": kept[name]}
            if name == "hung":
                body["deadlines"] = {"first_byte": 1}
            assert call("POST", "/api/v1/providers", body).status == 201, name
            call("POST", "/api/v1/providers/test", body)
        for wrong in (f"http://{userinfo}@127.0.0.1/v1", f"{userinfo}://x", f"no:{userinfo}"):
            call("POST", "/api/v1/providers", {"name": "wrong", "base_url": wrong})
            call("POST", "/api/v1/providers/test", {"name": "wrong", "base_url": wrong})
        call("POST", "/api/v1/keys/unlock", {"passphrase": "not it, but a word"})

        # The environment's keys count where no stored one of that name is.
        models = [f"{name}/{fault}" for name in KINDS for fault in FAULTS if fault not in REPEATED]
        for name in ("openai", "anthropic", "gemini", "mistral"):
            models += [f"{name}/m401", f"{name}/mstream"]
        models += [f"plain/{fault}" for fault in REPEATED]
        models += ["away/m", "hung/m", "tls/m"]
        # All at once: some are tried again after a pause.
        conversations = {model: api.new_conversation() for model in models}
        turns = {m: api.turn(c, text="a question", model=m) for m, c in conversations.items()}
        for model, turn in turns.items():
            stream = api.watch(turn.id).read_to_end()
            assert stream.last.name == "failed", (model, stream.events)
            note(repr([(event.name, event.data) for event in stream.events]))
            call("GET", f"/api/v1/turns/{turn.id}/events?render=html")
            call("GET", f"/api/v1/conversations/{conversations[model]}/messages?render=html")
        conversation = conversations["plain/m401"]
        assert {*environment.values(), *(kept[name] for name in KINDS)} <= echo.seen

        # Each list of models would wait for it.
        assert call("DELETE", "/api/v1/providers/hung").status == 200
        for path in (
            "/", "/healthz", "/readyz", "/metrics", "/api/openapi.json", "/api/v1/about",
            "/api/v1/keys", "/api/v1/models", "/api/v1/projects", "/api/v1/providers",
            f"/api/v1/conversations/{conversation}",
            f"/api/v1/conversations/{conversation}/messages?limit=200",
            f"/api/v1/conversations/{conversation}/messages?limit=200&render=html",
        ):  # fmt: skip
            call("GET", path)
        note(Path(f"/proc/{server.process.pid}/cmdline").read_bytes())

        for command in (
            ["key", "list"], ["key", "list", "--json"],
            ["provider", "list"], ["provider", "list", "--json"], ["models"], ["models", "--json"],
            ["doctor"], ["doctor", "--json"], ["project", "list", "--json"],
            ["provider", "test", "plain"], ["provider", "test", "openai"],
            ["ask", "--model", "plain/m401", "hello"],
            ["ask", "--model", "claude/mstream", "--json", "hello"],
            ["ask", "--model", "gemini/mpart", "--no-stream", "hello"],
            ["ask", "--model", "tls/m", "hello"],
        ):  # fmt: skip
            result = program.run(*command)
            note(result.stdout + result.stderr)

        # While a request is on its way.
        body = {"name": "hung", "base_url": addresses["hung"], "key": kept["hung"]}
        call("POST", "/api/v1/providers", body)
        turn = api.turn(conversation, text="a question", model="hung/m")
        call("GET", f"/api/v1/turns/{turn.id}")
        server.kill()
        note(server.output)
    with program.serve() as server:
        note(str(server.api.messages(conversation)))
        # The database as it is, the log beside it included.
        assert trap.search(program.data) == {}
        server.terminate()
        note(server.output)

    for data in seen:
        assert not trap.finds(data), data[:2000]
    for data in echo.strayed:
        assert not trap.finds(data), data
    assert trap.search(program.data) == {}
    assert trap.search(program.home) == {}
    # And the trap does catch what it should.
    assert trap.finds(Path(program.passphrase_file).read_bytes())
    assert all(trap.finds(f'{{"x": "{key}"}}'.encode()) for key in kept.values())
    assert trap.finds(base64.b64encode(b"user:" + userinfo.encode()))


def test_the_local_model_does_not_inherit_keys(binary, tmp_path):
    """A llama-server that writes down what it was given, and what the shell above it was."""
    keys = [canary("env") for _ in range(3)]
    trap = Trap(*keys)
    program = Program(binary, tmp_path)
    told = tmp_path / "told"
    told.mkdir()
    tools = tmp_path / "tools"
    tools.mkdir()
    fake = tools / "llama-server"
    fake.write_text(
        "#!/bin/sh\n"
        f"cat /proc/self/environ /proc/$PPID/environ /proc/$PPID/cmdline >{told}/part\n"
        f'echo "$@" >>{told}/part\n'
        f"mv {told}/part {told}/all\n"
    )
    fake.chmod(0o755)
    (tmp_path / "model.gguf").write_bytes(b"GGUF")
    program.environment |= {
        "OPENAI_API_KEY": keys[0],
        "ANTHROPIC_API_KEY": keys[1],
        "GROQ_API_KEY": keys[2],
        "SOTTO_LOCAL_MODEL": str(tmp_path / "model.gguf"),
        "PATH": f"{tools}:{program.environment['PATH']}",
    }
    assert program.run("key", "set", "openai", stdin=keys[0]).returncode == 0
    program.run("ask", "--model", "local", "hello")
    data = (told / "all").read_bytes()
    assert b"PATH=" in data
    assert not trap.finds(data), data
    assert not trap.search(program.data)
