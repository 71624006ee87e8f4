"""In a network of its own, with every packet seen: only the provider that was given is spoken to.

test_egress.py watches the calls of the program; here it is watched from outside what the kernel sends, whoever
in the program or below it has asked for it.
"""

import json
import sys
from pathlib import Path

import pytest

from .support.server import Program
from .support.wire import FAR, NAMESERVER, Wire, assets, enclosed, refusal

# An address that is configured, and what then leaves.
STRANGERS = {
    "https://provider.invalid/v1": ("udp", NAMESERVER, 53),
    "https://198.51.100.7/v1": ("tcp", "198.51.100.7", 443),
    "https://[2001:db8:1::7]/v1": ("tcp", "2001:db8:1::7", 443),
}
EXPORT = Path(__file__).resolve().parents[1] / "Fixtures/exchange/chatgpt.json"


@pytest.fixture
def network(binary, mock_binary, tmp_path):
    """Runs a scenario of this file in a network of its own; says where packets went."""
    if reason := refusal():
        pytest.skip(f"no network of its own for this test: {reason}")

    def run(scenario):
        printed = enclosed("Integration.test_network", scenario, binary, mock_binary, tmp_path)
        answer = json.loads(printed.splitlines()[-1])
        return {tuple(place) for place in answer["seen"]}, answer["port"]

    return run


def test_everything_speaks_to_the_provider_alone(network):
    seen, port = network("everything")
    assert seen == {("tcp", FAR, port)}


def test_the_wire_would_show_a_look_up_and_a_stranger(network):
    """So that the test above cannot pass for want of eyes."""
    seen, _ = network("strangers")
    assert seen >= set(STRANGERS.values())


# In the network


def everything(program, _):
    with program.serve() as server:
        api = server.api
        page = api.call("GET", "/", headers={"Accept": "text/html"}).body.decode()
        names = assets(page)
        assert names
        for name in names:
            assert api.call("GET", "/" + name.lstrip("/")).status == 200, name
        assert api.get("/api/v1/models")["models"]
        conversation = api.new_conversation()
        sent = {"Content-Type": "text/plain"}
        api.call("POST", "/api/v1/files?name=a.txt", raw=b"peppercorn", headers=sent)
        for text in ("[[mock chunks=5]] treasure", "https://example.org/a.png and ![](//example.net/b)"):
            assert api.answer(conversation, text=text)[1].last.name == "finished"
        assert api.get("/api/v1/search?q=treasure")["results"]
        imported = program.run("import", str(EXPORT), "--json")
        assert json.loads(imported.stdout)["conversations"]["imported"] > 0, imported.stderr
        for path in ("providers", "status", "egress", "about", "templates", "backups"):
            api.get(f"/api/v1/{path}")
        for command in (["models"], ["doctor"], ["backup"], ["ask", "Hello"]):
            result = program.run(*command)
            assert result.returncode == 0, (command, result.stderr)
        assert server.terminate() == 0


def strangers(program, wire):
    """Both are tried again and again, which nobody waits for."""
    for address, place in STRANGERS.items():
        program.environment["OPENAI_BASE_URL"] = address
        child = program.start("ask", "--model", "openai/gpt", "Hello")
        wire.wait_for(place)
        child.kill()
        child.wait()


def main(scenario, binary, mock_binary, folder):
    with Wire(folder) as wire:
        port = wire.provider(mock_binary)
        scenario(Program(binary, folder, f"http://{FAR}:{port}/v1"), wire)
        print(json.dumps({"seen": wire.destinations(), "port": port}))


if __name__ == "__main__":
    main({"everything": everything, "strangers": strangers}[sys.argv[1]], *sys.argv[2:])
