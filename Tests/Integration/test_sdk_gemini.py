"""The `gemini` protocol against Google's own library: it must write the request that we write, and
recorded answers are read by both."""

import base64
import json
import re
from pathlib import Path

import httpx2
import pytest
from google import genai
from google.genai import errors, types

from .support.decoding import calls, cuts, decode
from .support.recorded_server import named, recordings

FIXTURES = sorted((Path(__file__).parents[1] / "Fixtures/requests/gemini").glob("*.json"))
RECORDINGS = recordings("gemini-json", "gemini-sse")
ANSWERS = [one for one in RECORDINGS if one.kind in ("stream", "json")]
STREAMS = [one for one in ANSWERS if one.kind == "stream"]
ERRORS = [one for one in RECORDINGS if one.kind == "error"]


@pytest.fixture
def client(recorded):
    return genai.Client(api_key="AIza-test", http_options={"base_url": recorded.url})


def write(client, body):
    """Has the library send what `body` says."""
    known = {"contents", "systemInstruction", "tools", "toolConfig", "generationConfig"}
    assert body.keys() <= known
    others = {key: body[key] for key in known - {"contents", "generationConfig"} if key in body}
    config = types.GenerateContentConfig.model_validate(
        {**body.get("generationConfig", {}), **others}
    )
    contents = [types.Content.model_validate(content) for content in body["contents"]]
    client.models.generate_content(model="m", contents=contents, config=config)


def plain(value, key=None):
    """Names, base64 and enumerations have more than one spelling on the wire."""
    if key in ("args", "response", "parametersJsonSchema", "responseJsonSchema"):
        return value
    if isinstance(value, dict):
        camel = {re.sub("_(.)", lambda found: found[1].upper(), name): name for name in value}
        return {name: plain(value[old], name) for name, old in camel.items()}
    if isinstance(value, list):
        return [plain(element, key) for element in value]
    if key in ("data", "thoughtSignature"):
        return base64.b64decode(value.replace("-", "+").replace("_", "/") + "==")
    if key == "thinkingLevel":
        return value.upper()
    return value


def without_role(body):
    """The library gives the instruction a role, which the protocol does not look at."""
    body.get("systemInstruction", {}).pop("role", None)
    return body


@pytest.mark.parametrize("path", FIXTURES, ids=[path.stem for path in FIXTURES])
def test_the_library_writes_the_same_request(path, recorded, client):
    body = json.loads(path.read_text())
    write(client, body)
    assert plain(without_role(recorded.sent)) == plain(body)


def test_there_are_requests():
    assert len(FIXTURES) >= 13


@pytest.mark.parametrize(
    "change",
    [
        lambda body: body.update(extra=1),
        lambda body: body["generationConfig"].update(extra=1),
        lambda body: body["contents"][0]["parts"][0].update(extra=1),
        lambda body: body["tools"][0]["functionDeclarations"][0].update(input_schema={}),
    ],
)
def test_a_wrong_request_is_refused(change, client):
    body = json.loads(next(path for path in FIXTURES if path.stem == "tools").read_text())
    change(body)
    with pytest.raises((AssertionError, ValueError)):
        write(client, body)


class Read:
    """The answer as the library reads it, its pieces put together."""

    def __init__(self, client, recording):
        if recording.kind == "json":
            pieces = [client.models.generate_content(model="m", contents="Hi")]
        else:
            pieces = list(client.models.generate_content_stream(model="m", contents="Hi"))
        firsts = [piece.candidates[0] for piece in pieces if piece.candidates]
        parts = [
            part
            for first in firsts
            for part in (first.content and first.content.parts) or []
        ]
        self.text = "".join(one.text for one in parts if one.text and not one.thought)
        self.reasoning = "".join(one.text for one in parts if one.text and one.thought)
        found = [one.function_call for one in parts if one.function_call]
        self.calls = [(one.id, one.name, one.args or {}) for one in found]
        reasons = [first.finish_reason for first in firsts if first.finish_reason]
        self.finish_reason = reasons[-1].value if reasons else None
        self.is_blocked = any(
            piece.prompt_feedback and piece.prompt_feedback.block_reason for piece in pieces
        )
        self.usage = [piece.usage_metadata for piece in pieces if piece.usage_metadata][-1]


@pytest.mark.parametrize("recording", named(ANSWERS))
def test_an_answer_is_read_as_the_library_reads_it(recording, recorded, client, binary):
    recorded.play(recording)
    read = Read(client, recording)
    decoded = decode(binary, "gemini", recording)
    assert decoded["complete"] and decoded["error"] is None
    assert decoded["text"] == read.text
    assert decoded["reasoning"] == read.reasoning
    assert calls(decoded) == read.calls
    assert decoded["finish_reason"] == read.finish_reason
    if read.is_blocked:
        assert decoded["stop_reason"] == "content_filter"
    reported = decoded["usage_reported"]
    assert reported["input"] == read.usage.prompt_token_count
    assert reported["output"] == read.usage.candidates_token_count
    assert reported["cached"] == read.usage.cached_content_token_count
    assert reported["reasoning"] == read.usage.thoughts_token_count
    assert reported["total"] == read.usage.total_token_count


@pytest.mark.parametrize("recording", named(STREAMS))
def test_a_cut_answer_is_a_failure_for_both(recording, recorded, client, binary):
    for length in cuts(recording):
        if b'"finishReason"' in recording.body[:length]:
            continue  # The model's own end was among the bytes.
        recorded.play(recording, length)
        with pytest.raises(httpx2.RemoteProtocolError):
            Read(client, recording)
        decoded = decode(binary, "gemini", recording, length)
        assert not decoded["complete"] and decoded["error"] is not None, length


@pytest.mark.parametrize("recording", named(ERRORS))
def test_an_error_is_one_for_both(recording, recorded, client, binary):
    recorded.play(recording)
    with pytest.raises(errors.APIError) as raised:
        Read(client, recording)
    error = decode(binary, "gemini", recording)["error"]
    assert error["status"] == raised.value.code
    assert error["message"] == raised.value.message
