"""The `anthropic` protocol against Anthropic's own library: our requests by its types, and recorded
answers read by both."""

import json
from pathlib import Path

import anthropic
import httpx2
import pytest
from anthropic.types import message_create_params
from anthropic.types.beta import message_create_params as beta_params

from .support.decoding import calls, cuts, decode
from .support.recorded_server import named, recordings
from .support.typed_dicts import problems

FIXTURES = sorted((Path(__file__).parents[1] / "Fixtures/requests/anthropic").glob("*.json"))
RECORDINGS = recordings("anthropic-messages")
ANSWERS = [one for one in RECORDINGS if one.kind in ("stream", "json")]
STREAMS = [one for one in ANSWERS if one.kind == "stream"]
ERRORS = [one for one in RECORDINGS if one.kind == "error"]


@pytest.fixture
def client(recorded):
    return anthropic.Anthropic(base_url=recorded.url, api_key="sk-test", max_retries=0)


def found(body):
    kind = "MessageCreateParamsStreaming" if "stream" in body else "MessageCreateParamsNonStreaming"
    is_beta = "block_binding" in body.get("thinking", {})
    return problems(body, getattr(beta_params if is_beta else message_create_params, kind))


@pytest.mark.parametrize("path", FIXTURES, ids=[path.stem for path in FIXTURES])
def test_a_request_fits_the_types_of_the_library(path):
    assert found(json.loads(path.read_text())) == []


def test_there_are_requests():
    assert len(FIXTURES) >= 13


@pytest.mark.parametrize(
    "change",
    [
        lambda body: body.update(extra=1),
        lambda body: body.pop("max_tokens"),
        lambda body: body.update(max_tokens="9"),
        lambda body: body.update(stop_sequences="END"),
        lambda body: body["messages"][0].update(role="system!"),
        lambda body: body["messages"][0]["content"][0].update(source={}),
        lambda body: body["messages"][1]["content"][2].pop("input"),
        lambda body: body["messages"][1]["content"][2].update(input="{}"),
        lambda body: body["tools"][0].update(parameters={}),
        lambda body: body["system"][0]["cache_control"].update(type="forever"),
    ],
)
def test_a_wrong_request_does_not(change):
    body = json.loads(next(path for path in FIXTURES if path.stem == "tools").read_text())
    change(body)
    assert found(body) != []


def read(client, recording):
    """The message as the library reads it."""
    asked = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "Hi"}]}
    messages = client.beta.messages if "beta=true" in recording.path else client.messages
    if recording.kind == "json":
        return messages.create(**asked)
    with messages.stream(**asked) as stream:
        for _ in stream:
            pass
        return stream.get_final_message()


@pytest.mark.parametrize("recording", named(ANSWERS))
def test_an_answer_is_read_as_the_library_reads_it(recording, recorded, client, binary):
    recorded.play(recording)
    message = read(client, recording)
    decoded = decode(binary, "anthropic", recording)
    blocks = message.content
    assert decoded["complete"] and decoded["error"] is None
    assert decoded["text"] == "".join(one.text for one in blocks if one.type == "text")
    assert decoded["reasoning"] == "".join(one.thinking for one in blocks if one.type == "thinking")
    assert calls(decoded) == [
        (one.id, one.name, one.input) for one in blocks if one.type == "tool_use"
    ]
    assert decoded["finish_reason"] == message.stop_reason
    usage, reported = message.usage, decoded["usage_reported"]
    assert reported["input"] == usage.input_tokens
    assert reported["output"] == usage.output_tokens
    assert (reported["cached"] or 0) == (usage.cache_read_input_tokens or 0)
    assert (reported["cache_write"] or 0) == (usage.cache_creation_input_tokens or 0)


@pytest.mark.parametrize("recording", named(STREAMS))
def test_a_cut_answer_is_a_failure_for_both(recording, recorded, client, binary):
    for length in cuts(recording):
        recorded.play(recording, length)
        with pytest.raises(httpx2.RemoteProtocolError):
            read(client, recording)
        decoded = decode(binary, "anthropic", recording, length)
        assert not decoded["complete"] and decoded["error"] is not None, length


@pytest.mark.parametrize("recording", named(ERRORS))
def test_an_error_is_one_for_both(recording, recorded, client, binary):
    recorded.play(recording)
    with pytest.raises(anthropic.APIStatusError) as raised:
        client.messages.create(
            model="m", max_tokens=9, messages=[{"role": "user", "content": "Hi"}]
        )
    error = decode(binary, "anthropic", recording)["error"]
    assert error["status"] == raised.value.status_code
    assert error["type"] == raised.value.body["error"]["type"]
    assert error["message"] == raised.value.body["error"]["message"]
