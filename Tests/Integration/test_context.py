"""What goes to a model: chosen, shown before it is sent, and kept byte for byte."""

import json
import sqlite3
from pathlib import Path
from urllib.parse import quote

import pytest

KEY = "sk-canary-of-the-context-tests"
KINDS = ["openai-chat", "openai-responses", "anthropic", "gemini", "ollama"]
REFUSAL = {"error": {"message": "no", "type": "invalid_request_error"}}


def refuse(headers, body):
    return 400, {"Content-Type": "application/json"}, json.dumps(REFUSAL).encode()


def context(api, conversation, text, **query):
    words = "".join(f"&{name}={quote(value)}" for name, value in query.items())
    return api.get(f"/api/v1/conversations/{conversation}/context?text={quote(text)}{words}")


def add_provider(api, name, kind, url):
    body = {"name": name, "kind": kind, "base_url": url, "key": KEY}
    api.post("/api/v1/providers", body, status=201)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_shown_is_what_is_sent_and_what_is_kept(api, scripted, kind):
    provider = scripted(refuse)
    name = f"kept-{kind}"
    add_provider(api, name, kind, provider.base_url)
    project = api.new_project(
        f"Kept {kind}", model=f"{name}/m", system_prompt="Be exact: „é“ 中文 \u2028 \x01"
    )
    conversation = api.new_conversation(project["id"])
    text = "A \"quoted\" line\nwith \\ and 🦜 and \u0000 " + "and more " * 500
    for words in (text, "and again"):
        shown = context(api, conversation, words)
        turn, stream = api.answer(conversation, text=words)
        assert stream.last.name == "failed"
        sent = provider.bodies[-1]
        assert shown["body"].encode() == sent
        listed = api.get(f"/api/v1/turns/{turn.id}/requests")["requests"]
        assert len(listed) == 1 and "body" not in listed[0]
        reply = api.call("GET", f"/api/v1/requests/{listed[0]['number']}")
        kept = reply.json
        assert kept["body"].encode() == sent and kept["size"] == len(sent)
        assert kept["method"] == "POST" and kept["url"].startswith(provider.base_url[:-3])
        assert shown["url"] == kept["url"] and shown["headers"] == kept["headers"]
        assert KEY not in reply.body.decode() and KEY not in json.dumps(shown)
        assert any("•••" in field["value"] for field in kept["headers"])
        assert kept["purpose"] == "chat" and kept["turn_id"] == turn.id


def test_there_is_no_request_of_an_unknown_number(api):
    for number in ("999999", "x"):
        reply = api.call("GET", f"/api/v1/requests/{number}")
        assert (reply.status, reply.error["code"]) == (404, "request_not_found")


@pytest.fixture
def small(program, mock):
    """A server that knows a model with a window of 2000 tokens."""
    model = {"provider": "openai", "name": "gpt-4o-small", "context": 2000, "output": 100}
    Path(program.data).mkdir(parents=True, exist_ok=True)
    Path(program.data, "models.json").write_text(json.dumps({"models": [model]}))
    with program.serve() as server:
        yield server.api


def test_a_long_conversation_goes_on_within_the_window(small, mock):
    project = small.new_project("Small", model="openai/gpt-4o-small", system_prompt="Be brief")
    # With a title of its own, so that the last request is always the conversation's.
    conversation = small.new_conversation(project["id"], title="Rounds")
    cuts = 0
    first = None
    for number in range(24):
        words = f"[[mock chunks=2]] Round {number}: " + "word " * 100
        shown = context(small, conversation, words)
        assert shown["total_tokens"] <= shown["budget"] <= 1900
        _, stream = small.answer(conversation, text=words)
        assert stream.last.name == "finished", stream.events
        messages = mock.last_messages()
        assert messages[0] == {"role": "system", "content": "Be brief"}
        assert messages[1]["role"] == "user" and messages[-1]["content"] == words
        cuts += first not in (None, messages[1]["content"])
        first = messages[1]["content"]
        gone = [left for left in shown["omitted"] if left["reason"] == "does_not_fit"]
        assert len(gone) + len([b for b in shown["blocks"] if "message_id" in b]) == 2 * number + 1
    assert 1 <= cuts <= 6, cuts


def change(program, sql, *values):
    """A change as another program makes it."""
    with sqlite3.connect(f"{program.data}/sotto.sqlite", timeout=20) as database:
        assert database.execute(sql, values).rowcount == 1


def test_a_pinned_message_goes_however_far_back_it_is(small, program, mock):
    project = small.new_project("Pins", model="openai/gpt-4o-small")
    conversation = small.new_conversation(project["id"])
    turns = []
    for number in range(16):
        words = f"[[mock chunks=2]] Round {number}: " + "word " * 200
        turns.append(small.answer(conversation, text=words)[0])
    early = turns[2]
    assert "Round 2:" not in mock.last_request()
    for pinned, speaker in ((early.user, "Round 2:"), (early.assistant, "left out")):
        change(program, "UPDATE messages SET pinned_at = 1 WHERE id = ?", pinned)
        shown = context(small, conversation, "next")
        pins = [b["message_id"] for b in shown["blocks"] if b["origin"] == "pinned"]
        assert pins == [pinned] and speaker in shown["body"]
        assert pinned not in [left["message_id"] for left in shown["omitted"]]
        assert shown["total_tokens"] <= shown["budget"]
        change(program, "UPDATE messages SET pinned_at = NULL WHERE id = ?", pinned)
    change(program, "UPDATE messages SET deleted_at = 1 WHERE id = ?", early.user)
    reasons = {
        left["message_id"]: left["reason"]
        for left in context(small, conversation, "next")["omitted"]
    }
    assert reasons[early.user] == "deleted" and reasons[early.assistant] == "does_not_fit"


def test_what_no_window_takes_is_refused_before_anything_is_stored(small, mock):
    project = small.new_project("Small", model="openai/gpt-4o-small")
    conversation = small.new_conversation(project["id"])
    asked = mock.requests()
    text = "word " * 2500
    reply = small.try_turn(conversation, text=text)
    assert (reply.status, reply.error["code"]) == (413, "context_too_large")
    over = small.post(f"/api/v1/conversations/{conversation}/estimate", {"text": text})["over_by"]
    assert over > 400 and f"{over} tokens too long" in reply.error["message"]
    assert reply.error["hint"]
    assert small.messages(conversation) == [] and mock.requests() == asked
    small.answer(conversation, text="[[mock chunks=2]] shorter")


def test_the_last_rounds_are_sent_and_no_more(api, mock):
    policy = {"strategy": "last_rounds", "rounds": 2}
    project = api.new_project("Rounds", model="openai/m", context=policy)
    conversation = api.new_conversation(project["id"])
    for number in range(4):
        api.answer(conversation, text=f"[[mock chunks=2]] {number}")
    assert [m["content"] for m in mock.last_messages() if m["role"] == "user"] == [
        "[[mock chunks=2]] 2",
        "[[mock chunks=2]] 3",
    ]
    shown = context(api, conversation, "next")
    assert shown["policy"] == policy
    assert {left["reason"] for left in shown["omitted"]} == {"beyond_rounds"}


def test_a_summary_stands_for_older_messages_until_it_is_gone(api, shared_program, mock):
    policy = {"strategy": "summarise", "model": None}
    project = api.new_project("Summaries", model="openai/m", context=policy)
    conversation = api.new_conversation(project["id"])
    path = f"/api/v1/conversations/{conversation}/summaries"
    reply = api.call("POST", path, {})
    assert (reply.status, reply.error["code"]) == (400, "invalid_input")
    for number in range(3):
        api.answer(conversation, text=f"[[mock chunks=2]] {number}")
    summary = api.post(path, status=201)
    assert summary["role"] == "summary"
    assert api.get(path)["summaries"] == [summary]
    shown = context(api, conversation, "next")
    assert [block["origin"] for block in shown["blocks"]] == [
        "system",
        "summary",
        "message",
        "message",
        "draft",
    ]
    assert [left["reason"] for left in shown["omitted"]] == ["summarised"] * 4
    assert all(message["role"] != "summary" for message in api.messages(conversation))
    purposes = [
        sent["purpose"]
        for sent in api.get(f"/api/v1/turns/{summary['turn_id']}/requests")["requests"]
    ]
    assert purposes == ["chat", "summary"]
    parts = json.dumps([{"type": "text", "text": "as I know it"}])
    edit = "UPDATE messages SET parts = ?, version = 2 WHERE id = ?"
    change(shared_program, edit, parts, summary["id"])
    assert "as I know it" in context(api, conversation, "next")["body"]
    change(shared_program, "UPDATE messages SET deleted_at = 1 WHERE id = ?", summary["id"])
    shown = context(api, conversation, "next")
    assert shown["omitted"] == [] and len(shown["blocks"]) == 8
    assert api.get(path)["summaries"] == []


def test_a_person_changes_removes_and_restores_a_summary(api, mock):
    project = api.new_project("My words", model="openai/m", context={"strategy": "summarise"})
    conversation = api.new_conversation(project["id"])
    for number in range(3):
        api.answer(conversation, text=f"[[mock chunks=2]] {number}")
    path = f"/api/v1/conversations/{conversation}/summaries"
    before = api.messages(conversation)
    summary = api.post(path, status=201)
    message = f"/api/v1/messages/{summary['id']}"
    changed = api.call("PATCH", message, {"text": "as I know it", "version": 1}).json
    assert changed["version"] == 2 and changed["edited_at"]
    assert api.get(path)["summaries"] == [changed]
    assert "as I know it" in context(api, conversation, "next")["body"]
    assert api.call("DELETE", message).status == 200
    assert api.get(path)["summaries"] == []
    assert context(api, conversation, "next")["omitted"] == []
    assert api.call("POST", f"{message}/restore", {}).json["role"] == "summary"
    assert len(api.get(path)["summaries"]) == 1
    assert api.messages(conversation) == before


def test_a_long_message_and_the_first_of_a_conversation_are_shown_too(api):
    project = api.new_project("Long", model="openai/m")
    conversation = api.new_conversation(project["id"])
    text = "word " * 30_000
    for place in (f"conversations/{conversation}", f"projects/{project['id']}"):
        shown = api.post(f"/api/v1/{place}/context", {"text": text}, status=200)
        assert [block["origin"] for block in shown["blocks"]][-1] == "draft"
        assert json.loads(shown["body"])["messages"][-1]["content"] == text


def test_a_file_that_cannot_go_is_named_for_good(api, scripted):
    provider = scripted(refuse)
    add_provider(api, "no-documents", "ollama", provider.base_url)
    project = api.new_project("Files", model="no-documents/m")
    conversation = api.new_conversation(project["id"])
    headers = {"Content-Type": "audio/wav"}
    data = b"RIFF\x10\0\0\0WAVEfmt \0\0\0\0"
    file = api.call("POST", "/api/v1/files?name=report.wav", raw=data, headers=headers).json
    attachment = {"digest": file["digest"], "name": "report.wav"}
    turn, stream = api.answer(conversation, text="Read it", attachments=[attachment])
    notices = [event.data for event in stream.events if event.name == "notice"]
    assert [(n["code"], n["file"]["name"]) for n in notices] == [("file_not_sent", "report.wav")]
    note = api.message(conversation, turn.assistant)["notes"][0]
    assert note["code"] == "file_not_sent" and "audio/wav" in note["file"]["reason"]
    shown = context(api, conversation, "next")
    left = [item for item in shown["omitted"] if item["reason"] == "file_not_supported"]
    assert [item["file"]["name"] for item in left] == ["report.wav"]
