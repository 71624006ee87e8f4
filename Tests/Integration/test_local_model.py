"""The small model that comes with the set-up: the first answer needs no key and no account."""

import os
import select
from pathlib import Path

import pytest

from .support.server import Program

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def keyless(binary, tmp_path):
    """The program without any key, when the local model is installed."""
    program = Program(binary, tmp_path)
    for name in ("SOTTO_LOCAL_MODEL", "SOTTO_LOCAL_PYTHON"):
        if name in os.environ:
            program.environment[name] = os.environ[name]
    with program.serve() as server:
        about = server.api.get("/api/v1/about")
        server.terminate()
    if not about["local_model"]["available"]:
        pytest.skip("the local model is not installed here; './run' installs it")
    return program


def children_of(pid):
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            fields = (place / "stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(place.name))
            found += children_of(int(place.name))
    return found


def wait_until_gone(pids):
    """Waits for processes that are not our children, through a handle each."""
    for pid in pids:
        try:
            handle = os.pidfd_open(pid)
        except ProcessLookupError:
            continue
        poll = select.poll()
        poll.register(handle, select.POLLIN)
        assert poll.poll(15_000), f"the child {pid} is still alive"
        os.close(handle)


@pytest.mark.parametrize("end", ["kill", "terminate"])
def test_the_first_answer_comes_without_a_key_and_the_child_ends_with_the_server(keyless, end):
    with keyless.serve() as server:
        conversation = server.api.new_conversation()
        turn, stream = server.api.answer(conversation, text="Say hello.")
        assert stream.last.name == "finished", stream.events
        assert stream.text.strip()
        assert "notice" in [event.name for event in stream.events]
        children = children_of(server.process.pid)
        assert children, "no child runs the model"
        getattr(server, end)()
        wait_until_gone(children)


def test_a_running_llama_cpp_counts_with_its_own_tokenizer(keyless):
    with keyless.serve() as server:
        api = server.api
        conversation = api.new_conversation()
        path = f"/api/v1/conversations/{conversation}/estimate"
        # Nothing is started for a count.
        assert api.post(path, {"text": "Say hello."})["exact"] is False
        turn, _ = api.answer(conversation, text="Say hello.")
        used = api.message(conversation, turn.assistant)["usage"]["input_tokens"]
        other = f"/api/v1/conversations/{api.new_conversation()}/estimate"
        counted = api.post(other, {"text": "Say hello."})
        assert (counted["input_tokens"], counted["exact"]) == (used, True)


def test_the_command_line_answers_without_a_key(keyless):
    result = keyless.run("ask", "Say hello.", timeout=120)
    assert result.returncode == 0, result
    assert result.stdout.strip()


def test_without_any_model_it_is_said_how_to_get_one(binary, tmp_path):
    program = Program(binary, tmp_path)
    program.environment["SOTTO_LOCAL_PYTHON"] = "/nowhere/python3"
    program.environment["SOTTO_LOCAL_MODEL"] = "/nowhere/model.gguf"
    program.environment["PATH"] = "/nowhere"
    result = program.run("ask", "hello")
    if result.returncode == 0:
        pytest.skip("a local model server runs on this machine")
    assert result.returncode == 1
    assert len(result.stderr.strip().splitlines()) == 2, result.stderr
