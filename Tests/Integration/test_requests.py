"""What happens before and around a request: estimates, files, tools, kept answers, second models."""

import base64
import hashlib
import json
import struct
import zlib

import pytest

from .support.api import new_id


def png(width, height):
    """A picture of one colour."""

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\0" + b"\x7f" * width for _ in range(height)))
    mark = b"\x89PNG\r\n\x1a\n"
    return mark + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def last_body(mock):
    return json.loads(mock.last_request().split("\r\n\r\n", 1)[1])


PICTURE = png(64, 32)
DIGEST = hashlib.sha256(PICTURE).hexdigest()


@pytest.fixture
def upload(api):
    def add(data, kind, name):
        headers = {"Content-Type": kind}
        reply = api.call("POST", f"/api/v1/files?name={name}", raw=data, headers=headers)
        assert reply.status == 201, reply
        return reply.json

    return add


def test_a_message_is_estimated_and_nothing_is_sent(api, mock):
    conversation = api.new_conversation()
    api.answer(conversation, text="[[mock chunks=2]]")
    asked = mock.requests()
    path = f"/api/v1/conversations/{conversation}/estimate"
    short = api.post(path, {"text": "Hello", "model": "openai/gpt-4o"})
    long = api.post(path, {"text": "Hello " * 500, "model": "openai/gpt-4o"})
    assert short["exact"] and long["input_tokens"] > short["input_tokens"] + 400
    assert long["context"] == 128_000
    assert long["input_cost"]["currency"] == "USD"
    assert long["input_cost"]["amount"] == pytest.approx(long["input_tokens"] * 2.5e-6)
    assert long["highest_cost"]["amount"] > long["input_cost"]["amount"]
    unknown = api.post(path, {"text": "Hello", "model": "openai/nobody-knows"})
    assert unknown["input_cost"] is None and unknown["context"] is None and not unknown["exact"]
    assert mock.requests() == asked
    assert len(api.messages(conversation)) == 2


def test_a_picture_goes_to_the_model_and_comes_back(api, mock, upload):
    file = upload(PICTURE, "application/octet-stream", "grey.png")
    assert (file["digest"], file["media_type"]) == (DIGEST, "image/png")
    assert (file["width"], file["height"]) == (64, 32)
    conversation = api.new_conversation()
    api.answer(
        conversation,
        text="What is it? [[mock chunks=1]]",
        attachments=[{"digest": DIGEST, "name": "grey.png"}],
    )
    content = mock.last_messages()[-1]["content"]
    url = next(part for part in content if part["type"] == "image_url")["image_url"]["url"]
    assert base64.b64decode(url.removeprefix("data:image/png;base64,")) == PICTURE
    kept = api.messages(conversation)[0]["parts"]
    assert [part["type"] for part in kept] == ["image", "text"]
    reply = api.call("GET", f"/api/v1/files/{DIGEST}")
    assert reply.body == PICTURE and reply.headers["content-type"] == "image/png"


def test_a_picture_is_not_sent_to_a_model_that_reads_none(api, mock, upload):
    upload(PICTURE, "image/png", "grey.png")
    conversation = api.new_conversation()
    attached = [{"digest": DIGEST, "name": "grey.png"}]
    path = f"/api/v1/conversations/{conversation}/estimate"
    seen = api.post(path, {"attachments": attached, "model": "openai/gpt-4o"})
    unseen = api.post(path, {"attachments": attached, "model": "openai/gpt-4"})
    assert seen["input_tokens"] > 250 > 100 > unseen["input_tokens"]
    api.answer(
        conversation, text="[[mock chunks=1]]", attachments=attached, model="openai/gpt-4"
    )
    assert "this model does not read pictures" in str(mock.last_messages()[-1]["content"])


def test_a_page_of_text_is_read_and_never_runs(api, mock, upload):
    page = b"<script>alert(1)</script>"
    file = upload(page, "text/html", "page.html")
    api.answer(
        api.new_conversation(),
        text="[[mock chunks=1]]",
        attachments=[{"digest": file["digest"], "name": "page.html"}],
    )
    assert page.decode() in str(mock.last_messages()[-1]["content"])
    reply = api.call("GET", f"/api/v1/files/{file['digest']}")
    assert reply.headers["content-type"] == "application/octet-stream"
    assert reply.headers["content-disposition"] == "attachment"


def test_a_file_that_is_not_kept_is_refused(api):
    for digest in ("0" * 64, "../../etc/passwd"):
        reply = api.try_turn(
            api.new_conversation(), id=new_id(), text="x", attachments=[{"digest": digest}]
        )
        assert reply.status == 404 and reply.error["code"] == "file_not_found"


def test_tools_are_offered_and_their_results_go_back(api, mock):
    conversation = api.new_conversation()
    tools = [{"name": "weather", "description": "d", "parameters": {"type": "object"}}]
    turn, stream = api.answer(conversation, text="[[mock tool=1]]", tools=tools)
    assert stream.last.data["stop_reason"] == "tool_calls"
    assert last_body(mock)["tools"][0]["function"]["name"] == "weather"
    call = api.message(conversation, turn.assistant)["parts"][-1]
    results = [{"call_id": call["id"], "text": "21 degrees"}]
    api.answer(conversation, tool_results=results, tools=tools)
    sent = mock.last_messages()
    assert [message["role"] for message in sent] == ["user", "assistant", "tool"]
    assert sent[2]["content"] == "21 degrees"
    wrong = api.try_turn(
        conversation, id=new_id(), tool_results=[{"call_id": "nobody", "text": "x"}]
    )
    assert wrong.status == 400 and "nobody" in wrong.error["message"]


def test_an_answer_can_be_asked_for_by_schema(api, mock):
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}}
    api.answer(api.new_conversation(), text="[[mock chunks=1]]", output_schema=schema)
    assert last_body(mock)["response_format"]["json_schema"]["schema"] == schema


def test_equal_questions_are_answered_once_where_the_project_asks_for_it(api, mock):
    question = f"{new_id()} [[mock chunks=3]]"
    project = api.new_project("Keeps", answer_cache={}, model="openai/gpt-4o")
    before = mock.requests()
    answers = []
    for _ in range(2):
        conversation = api.new_conversation(project["id"])
        turn, _ = api.answer(conversation, text=question)
        answers.append(api.message(conversation, turn.assistant))
    assert mock.requests() == before + 1
    first, second = answers
    assert first["parts"] == second["parts"]
    assert "cached_answer" not in first["usage"]
    assert second["usage"]["cached_answer"]["saved"] == first["usage"]["cost"]
    assert second["usage"]["cost"]["amount"] == 0
    # Another project asks for itself.
    api.answer(api.new_conversation(), text=question)
    assert mock.requests() == before + 2


def test_a_second_model_answers_and_is_named(api, mock):
    api.post(
        "/api/v1/providers",
        {"name": "away", "base_url": "http://127.0.0.1:1/v1", "default_model": "m"},
        status=201,
    )
    project = api.new_project("Two", model="away/m", fallback_model="openai/mock-1")
    conversation = api.new_conversation(project["id"])
    turn, stream = api.answer(conversation, text="[[mock chunks=2]]")
    fallback = next(event.data for event in stream.events if event.name == "fallback")
    assert fallback["model"] == "openai/mock-1"
    assert fallback["error"]["code"] == "connection_failed"
    answer = api.message(conversation, turn.assistant)
    assert (answer["status"], answer["model"]) == ("complete", "openai/mock-1")


def test_a_deadline_of_the_provider_is_named_when_it_passes(api, mock):
    api.post(
        "/api/v1/providers",
        {"name": "slow", "base_url": mock.base_url, "deadlines": {"first_byte": 0.3}},
        status=201,
    )
    conversation = api.new_conversation()
    _, stream = api.answer(conversation, text="[[mock ttft=20000]]", model="slow/mock-1")
    error = stream.last.data["error"]
    assert error["code"] == "first_byte_timeout" and "0.3 s" in error["message"]
    # The provider had the request: nobody asks again but a person.
    assert error["may_be_billed"] is True
    assert "--first-byte-timeout" in error["hint"]


def test_a_turn_waits_for_its_place_and_says_so(api, mock):
    api.post(
        "/api/v1/providers",
        {"name": "single", "base_url": mock.base_url, "concurrency": 1},
        status=201,
    )
    first = api.turn(
        api.new_conversation(), text="[[mock chunks=100000 delay=5]]", model="single/mock-1"
    )
    api.watch(first.id).read_until(lambda event: event.name == "text")
    second = api.turn(api.new_conversation(), text="[[mock chunks=1]]", model="single/mock-1")
    stream = api.watch(second.id)
    stream.read_until(lambda event: event.name == "notice")
    assert stream.last.data["code"] == "queued"
    api.stop(first.id)
    stream.read_to_end()
    assert stream.last.name == "finished"
