"""Nothing leaves this machine but to configured hosts, and all of it is in the ledger."""

import json
import re
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from .support.server import Program
from .support.waiting import until

# One call of the system that can send: `connect(5, {sa_family=AF_INET, sin_port=htons(53), …`.
CALL = re.compile(r"(connect|sendto|sendmsg|sendmmsg)\(.*?sa_family=(AF_\w+)(.*)")
ADDRESS = re.compile(r'inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"')
LOOPBACK = re.compile(r"127\.|::1$|::ffff:127\.")


@pytest.fixture
def traced(tmp_path):
    """Makes a program whose calls that can send are written down; says where they went."""
    strace = shutil.which("strace")
    if not strace or subprocess.run([strace, "-o", "/dev/null", "true"]).returncode != 0:
        pytest.skip("strace is not installed or may not trace here: nobody watched what left")
    log = tmp_path / "calls"

    def make(program):
        wrapper = tmp_path / "traced-sotto"
        wrapper.write_text(
            f"#!/bin/sh\nexec {strace} -D -f -qq -A -e trace=connect,sendto,sendmsg,sendmmsg"
            f' -o {log} {program.binary} "$@"\n'
        )
        wrapper.chmod(wrapper.stat().st_mode | stat.S_IXUSR)
        program.binary = str(wrapper)
        return program

    def destinations():
        found = set()
        for line in log.read_text().splitlines():
            match = CALL.search(line)
            if not match or match[2] in ("AF_UNIX", "AF_NETLINK", "AF_UNSPEC"):
                continue
            address = ADDRESS.search(match[3])
            found.add((address[1] or address[2]) if address else line)
        return found

    make.destinations = destinations
    return make


def beyond_this_machine(destinations):
    return {place for place in destinations if not LOOPBACK.match(place)}


def ask(api):
    """How a turn ends."""
    _, stream = api.answer(api.new_conversation(), text="Hello")
    return stream.events[-1].name


def test_serving_chatting_listing_and_the_doctor_reach_this_machine_only(traced, program):
    traced(program)
    with program.serve() as server:
        assert ask(server.api) == "finished"
        server.api.get("/api/v1/models")
        server.api.get("/api/v1/providers")
        assert server.terminate() == 0
    assert program.run("doctor").returncode == 0
    assert program.run("models").returncode == 0
    assert program.run("ask", "Hello").returncode == 0
    found = traced.destinations()
    assert found, "nothing was traced"
    assert beyond_this_machine(found) == set()


def test_the_local_model_reaches_this_machine_only(traced, binary, tmp_path):
    program = traced(Program(binary, tmp_path))
    about = None
    with program.serve() as server:
        about = server.api.get("/api/v1/about")
        if about["local_model"]["available"]:
            assert ask(server.api) == "finished"
        server.terminate()
    if not about["local_model"]["available"]:
        pytest.skip("the local model is not installed here; './run' installs it")
    assert beyond_this_machine(traced.destinations()) == set()


def test_the_trace_would_show_a_look_up_of_a_name(traced, binary, tmp_path):
    """So that the tests above cannot pass for want of a trace."""
    program = traced(Program(binary, tmp_path, "https://provider.invalid/v1"))
    program.run("ask", "--model", "openai/gpt", "Hello")
    nameserver = re.search(r"^nameserver\s+(\S+)", Path("/etc/resolv.conf").read_text(), re.M)
    if not nameserver:
        pytest.skip("this machine has no nameserver to look names up at")
    assert nameserver[1] in traced.destinations()


def ended(api):
    """The ledger and its chats, once those are over: the connection ends after the answer."""
    page = api.get("/api/v1/egress?limit=1000")
    chat = [entry for entry in page["requests"] if entry["purpose"] == "chat"]
    return None if any(entry["outcome"] == "open" for entry in chat) else (page, chat)


def test_the_ledger_says_where_what_for_and_how_much(program):
    with program.serve() as server:
        api = server.api
        assert ask(api) == "finished"
        page, chat = until(lambda: ended(api))
        assert len(chat) == 1
        assert chat[0]["provider"] == "openai" and chat[0]["host"] == "127.0.0.1"
        assert chat[0]["outcome"] == "complete" and chat[0]["status"] == 200
        assert chat[0]["sent_bytes"] > 100 and chat[0]["received_bytes"] > 100
        assert page["next"] is None
        totals = api.get("/api/v1/egress/totals")["hosts"]
        assert {total["host"] for total in totals} == {"127.0.0.1"}
        assert ask(api) == "finished"
        first = api.get("/api/v1/egress?limit=1")
        second = api.get(f"/api/v1/egress?limit=1&before={first['next']}")
        assert len(second["requests"]) == 1 and first["requests"] != second["requests"]
        assert api.get("/api/v1/egress?host=elsewhere")["requests"] == []
    report = json.loads(program.run("doctor", "--egress", "--json").stdout)
    assert any(entry["purpose"] == "chat" for entry in report["requests"])
    assert "127.0.0.1" in program.run("doctor", "--egress").stdout


def test_the_ledger_keeps_what_a_killed_server_sent(program):
    with program.serve() as server:
        assert ask(server.api) == "finished"
        server.api.get("/api/v1/egress")
        server.kill()
    report = json.loads(program.run("doctor", "--egress", "--json").stdout)
    assert any(entry["purpose"] == "chat" for entry in report["requests"])


def test_the_first_text_to_a_host_is_announced_and_can_need_consent(binary, tmp_path):
    program = Program(binary, tmp_path, "https://provider.invalid/v1")
    first = program.run("ask", "--model", "openai/gpt", "Hello")
    assert "The text goes to provider.invalid of 'openai' for the first time." in first.stderr
    second = program.run("ask", "--model", "openai/gpt", "Hello")
    assert "for the first time" not in second.stderr

    assert program.run("provider", "confirm", "on").returncode == 0
    other = {"OPENAI_BASE_URL": "https://other.invalid/v1"}
    refused = program.run("ask", "--model", "openai/gpt", "Hello", environment=other)
    assert refused.returncode == 1 and "other.invalid" in refused.stderr
    assert "sotto provider allow openai" in refused.stderr
    assert program.run("provider", "allow", "openai", environment=other).returncode == 0
    asked = program.run("ask", "--model", "openai/gpt", "Hello", environment=other)
    assert "was not found" in asked.stderr and "for the first time" not in asked.stderr


def test_a_redirect_to_another_host_is_not_followed(binary, tmp_path, scripted):
    def redirect(headers, body):
        return 307, {"Location": "http://elsewhere.invalid/v1"}, b""

    provider = scripted(redirect)
    program = Program(binary, tmp_path, provider.base_url)
    program.run("ask", "--model", "openai/gpt", "Hello")
    report = json.loads(program.run("doctor", "--egress", "--json").stdout)
    assert {total["host"] for total in report["totals"]} == {"127.0.0.1"}
