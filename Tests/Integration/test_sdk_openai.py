"""The official library of OpenAI as a second opinion: on what is sent, and on what is read.

Requests are checked against its own types. Recorded answers are served to it and given to
`sotto decode`, and both must read the same.
"""

import json
from pathlib import Path

import openai
import pytest
from openai.types.chat import completion_create_params
from openai.types.responses import response_create_params

from .support.decoding import cuts, decode
from .support.recorded_server import RecordedServer, named, recordings
from .support.scripted import streamed_answer
from .support.server import Program
from .support.typed_dicts import problems

ROOT = Path(__file__).resolve().parents[2]
TYPES = {
    "openai-chat": completion_create_params.CompletionCreateParams,
    "openai-responses": response_create_params.ResponseCreateParams,
}

# Requests


def fixtures():
    files = sorted(Path(ROOT, "Tests/Fixtures/requests").glob("openai-*/*.json"))
    return [pytest.param(file, id=f"{file.parent.name}/{file.stem}") for file in files]


# What providers added for themselves, which the library of OpenAI does not know.
OWN_MEMBERS = {
    "deepseek-all": {"thinking", "reasoning_content"},
    "mistral-all": {"random_seed"},
    "openrouter-all": {"reasoning", "reasoning_details"},
    "xai-all": set(),
    "zai-all": {"thinking"},
    "unknown-all": set(),
}
# In words that it does not know either.
OWN_WORDS = {"mistral-all": {"$.tool_choice"}}
# OpenAI's types know neither OpenRouter's reasoning nor Gemini's seal in a history.
SEALS = {"reasoning_details", "extra_content"}


@pytest.mark.parametrize("file", fixtures())
def test_a_request_is_what_the_types_allow(file):
    body = json.loads(file.read_bytes())
    own = OWN_MEMBERS.get(file.stem, set()) | SEALS
    words = OWN_WORDS.get(file.stem, set())
    found = [
        line
        for line in problems(body, TYPES[file.parent.name])
        if not any(line.endswith(f"there is no member '{name}'") for name in own)
        and line.split(": ")[0] not in words
    ]
    assert found == []


@pytest.mark.parametrize(
    "damage",
    [
        lambda body: body.update(max_token=1),
        lambda body: body.pop("model"),
        lambda body: body["messages"][0].update(role="person"),
        lambda body: body["messages"][1].update(content=[{"type": "image", "text": "a"}]),
        lambda body: body.update(stop=[1]),
        lambda body: body.update(stream="yes"),
    ],
)
def test_the_check_finds_what_is_wrong(damage):
    file = Path(ROOT, "Tests/Fixtures/requests/openai-chat/text.json")
    body = json.loads(file.read_bytes())
    damage(body)
    assert problems(body, TYPES["openai-chat"]) != []


def test_what_the_server_sends_is_what_the_types_allow(binary, tmp_path, scripted):
    provider = scripted(
        lambda headers, body: (
            200,
            {"Content-Type": "text/event-stream"},
            streamed_answer("Hello", " you"),
        )
    )
    with Program(binary, tmp_path, provider.base_url).serve() as server:
        api = server.api
        project = api.new_project(
            "Settings",
            system_prompt="Be brief.",
            model="openai/m",
            temperature=0.25,
            max_output_tokens=123,
        )
        conversation = api.new_conversation(project["id"])
        first, _ = api.answer(conversation, text="One")
        api.answer(conversation, text="Two", parent_id=first.assistant)
        plain = api.new_conversation()
        api.answer(plain, text="Three", model="openai/gpt-6-sol")
    bodies = [json.loads(body) for body in provider.bodies]
    said = [[m["content"] for m in body["messages"] if m["role"] == "user"] for body in bodies]
    assert ["One"] in said and ["One", "Two"] in said and ["Three"] in said
    for body in bodies:
        assert problems(body, TYPES["openai-chat"]) == []
    assert bodies[0]["temperature"] == 0.25
    assert bodies[0]["messages"][0] == {"role": "system", "content": "Be brief."}


def test_responses_is_spoken_to_a_provider_that_was_added(binary, tmp_path, scripted):
    body = b"".join(
        f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()
        for event in (
            {
                "type": "response.output_text.delta",
                "item_id": "m",
                "output_index": 0,
                "content_index": 0,
                "delta": "Hello",
            },
            {
                "type": "response.completed",
                "response": {"id": "r", "status": "completed", "output": []},
            },
        )
    )
    provider = scripted(lambda *_: (200, {"Content-Type": "text/event-stream"}, body))
    program = Program(binary, tmp_path)
    added = program.run(
        *("provider", "add", "two", "--kind", "openai-responses"),
        *("--base-url", provider.base_url, "--key", "none"),
    )
    assert added.returncode == 0, added.stderr
    asked = program.run("ask", "--model", "two/m", "Hi")
    assert asked.returncode == 0, asked.stderr
    assert asked.stdout == "Hello\n"
    assert problems(json.loads(provider.bodies[0]), TYPES["openai-responses"]) == []


# Answers


class Heard:
    """What a reader made of an answer."""

    def __init__(self):
        self.text = self.refusal = ""
        self.calls = []
        self.finish = self.usage = self.failure = None

    def __eq__(self, other):
        return vars(self) == vars(other)

    def __repr__(self):
        return repr(vars(self))


def heard_by_sotto(binary, recording, length=None):
    decoded = decode(binary, recording.protocol, recording, length)
    heard = Heard()
    heard.text = decoded["text"]
    heard.refusal = decoded["refusal"] or ""
    heard.calls = [(c["id"] or "", c["name"], c["arguments"]) for c in decoded["tool_calls"]]
    heard.finish = decoded["finish_reason"]
    reported = decoded["usage_reported"]
    if reported["input"] is not None:
        heard.usage = {name: reported[name] for name in ("input", "output", "total")}
    heard.failure = decoded["error"]
    return heard


def heard_by_the_library(base_url, protocol, is_streamed):
    client = openai.OpenAI(base_url=base_url, api_key="k", max_retries=0)
    if protocol == "openai-chat":
        return heard_in_chat(client, is_streamed)
    return heard_in_responses(client, is_streamed)


def heard_in_chat(client, is_streamed):
    heard = Heard()
    messages = [{"role": "user", "content": "Hi"}]
    answer = client.chat.completions.create(model="m", messages=messages, stream=is_streamed)
    calls = {}
    for chunk in answer if is_streamed else [answer]:
        if chunk.usage:
            usage = chunk.usage
            heard.usage = {
                "input": usage.prompt_tokens,
                "output": usage.completion_tokens,
                "total": usage.total_tokens,
            }
        for choice in chunk.choices:
            if choice.index != 0:
                continue
            heard.finish = choice.finish_reason or heard.finish
            said = choice.delta if is_streamed else choice.message
            heard.text += said.content or ""
            heard.refusal += said.refusal or ""
            for place, call in enumerate(said.tool_calls or []):
                known = calls.setdefault(call.index if is_streamed else place, ["", "", ""])
                known[0] += call.id or ""
                known[1] += call.function.name or ""
                known[2] += call.function.arguments or ""
            if said.function_call:
                known = calls.setdefault(-1, ["", "", ""])
                known[1] += said.function_call.name or ""
                known[2] += said.function_call.arguments or ""
    heard.calls = [tuple(call) for call in calls.values()]
    return heard


def heard_in_responses(client, is_streamed):
    heard = Heard()
    answer = client.responses.create(model="m", input="Hi", stream=is_streamed)
    if is_streamed:
        last = None
        for event in answer:
            if event.type == "response.output_text.delta":
                heard.text += event.delta
            elif event.type in ("response.completed", "response.incomplete", "response.failed"):
                last = event.response
        assert last is not None, "the stream ended before its terminal event"
        answer = last
        assert heard.text == last.output_text
    heard.text = answer.output_text
    heard.finish = answer.status
    if answer.usage:
        heard.usage = {
            "input": answer.usage.input_tokens,
            "output": answer.usage.output_tokens,
            "total": answer.usage.total_tokens,
        }
    for item in answer.output:
        if item.type == "function_call":
            heard.calls.append((item.call_id, item.name, item.arguments))
        if item.type == "message":
            heard.refusal += "".join(p.refusal for p in item.content if p.type == "refusal")
    return heard


@pytest.fixture
def replay():
    server = RecordedServer()
    yield server
    server.close()


# What others made of the protocol and the library of OpenAI cannot read, or reads less of.
NOT_FOR_THE_LIBRARY = {
    "groq/stream-error-event-with-text",  # text beside an error
    "groq/stream-executed-tools-compound",  # usage in a member of Groq's own
    "mistral/stream-magistral-thinking",  # content in parts
    "mistral/stream-thinking-parts",  # the same
    "openrouter/stream-truncated-length",  # text beside an error
    "snowflake/json-tool",  # an empty call
    "xai/error-400-bad-key",  # a code outside of the error
}
ANSWERS = {
    one.expected["recording"]: one
    for one in recordings(*TYPES)
    if one.expected["recording"] not in NOT_FOR_THE_LIBRARY
}


def cases(ones):
    return [pytest.param(one, id=one.expected["recording"]) for one in ones] or named([])


@pytest.mark.parametrize("recording", cases(ANSWERS.values()))
def test_the_library_and_we_read_the_same(binary, replay, recording):
    replay.play(recording)
    ours = heard_by_sotto(binary, recording)
    if recording.status >= 400:
        with pytest.raises(openai.APIStatusError) as raised:
            heard_by_the_library(replay.url, recording.protocol, is_streamed=False)
        assert raised.value.status_code == ours.failure["status"]
        assert raised.value.code == ours.failure["code"]
        return
    is_streamed = recording.kind == "stream"
    assert ours == heard_by_the_library(replay.url, recording.protocol, is_streamed)


# One of each kind is enough: the decoders' own tests cut every recording at every byte.
STREAMS = ["openai-chat/stream-tool-gpt-4o", "openai-responses/stream-tool-o4-mini"]


@pytest.mark.parametrize("recording", cases(ANSWERS[one] for one in STREAMS if one in ANSWERS))
def test_a_cut_stream_is_a_failure_for_both(binary, replay, recording):
    for length in cuts(recording)[:2]:
        assert heard_by_sotto(binary, recording, length).failure["kind"] == "stream_cut"
        replay.play(recording, length)
        with pytest.raises(Exception, match="peer closed connection|Connection error"):
            heard_by_the_library(replay.url, recording.protocol, is_streamed=True)
