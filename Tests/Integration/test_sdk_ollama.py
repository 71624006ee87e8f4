"""The `ollama` protocol against Ollama's own library: it must write the request that we write, and
recorded answers are read by both."""

import json
from pathlib import Path

import httpx
import ollama
import pytest

from .support.decoding import calls, cuts, decode
from .support.recorded_server import named, recordings

FIXTURES = sorted((Path(__file__).parents[1] / "Fixtures/requests/ollama").glob("*.json"))
ANSWERS = recordings("ollama-chat", "ollama-generate", kinds=("stream", "json"))
STREAMS = [one for one in ANSWERS if one.kind == "stream"]


@pytest.fixture
def client(recorded):
    return ollama.Client(host=recorded.url)


@pytest.mark.parametrize("path", FIXTURES, ids=[path.stem for path in FIXTURES])
def test_the_library_writes_the_same_request(path, recorded, client):
    body = json.loads(path.read_text())
    recorded.answer(200, "application/x-ndjson", b'{"message":{"role":"assistant"},"done":true}\n')
    answer = client.chat(**body)
    if body["stream"]:
        list(answer)
    sent = recorded.sent
    # The library writes out what is empty, and knows only part of JSON Schema in tools.
    if not body.get("tools"):
        assert sent.pop("tools", []) == []
    for tool in body.get("tools", []):
        tool["function"]["parameters"].pop("additionalProperties")
    assert sent == body


def test_there_are_requests():
    assert len(FIXTURES) >= 13


class Read:
    """The answer as the library reads it, its pieces put together."""

    def __init__(self, client, recording):
        is_stream = recording.kind == "stream"
        if recording.protocol == "ollama-chat":
            messages = [{"role": "user", "content": "Hi"}]
            answer = client.chat(model="m", messages=messages, stream=is_stream)
        else:
            answer = client.generate(model="m", prompt="Hi", stream=is_stream)
        pieces = list(answer) if is_stream else [answer]
        is_chat = recording.protocol == "ollama-chat"
        texts = [one.message if is_chat else one for one in pieces]
        self.text = "".join((one.content if is_chat else one.response) or "" for one in texts)
        self.reasoning = "".join(one.thinking or "" for one in texts)
        found = [call.function for one in texts for call in (is_chat and one.tool_calls) or []]
        self.calls = [(one.name, dict(one.arguments)) for one in found]
        self.last = pieces[-1]


@pytest.mark.parametrize("recording", named(ANSWERS))
def test_an_answer_is_read_as_the_library_reads_it(recording, recorded, client, binary):
    recorded.play(recording)
    read = Read(client, recording)
    decoded = decode(binary, "ollama", recording)
    assert decoded["complete"] and decoded["error"] is None
    assert decoded["text"] == read.text
    assert decoded["reasoning"] == read.reasoning
    assert [call[1:] for call in calls(decoded)] == read.calls
    assert decoded["finish_reason"] == read.last.done_reason
    assert decoded["usage_reported"]["input"] == read.last.prompt_eval_count
    assert decoded["usage_reported"]["output"] == read.last.eval_count


@pytest.mark.parametrize("recording", named(STREAMS))
def test_a_cut_answer_is_a_failure_for_both(recording, recorded, client, binary):
    for length in cuts(recording):
        recorded.play(recording, length)
        with pytest.raises(httpx.RemoteProtocolError):
            Read(client, recording)
        decoded = decode(binary, "ollama", recording, length)
        assert not decoded["complete"] and decoded["error"] is not None, length
