"""The shapes of answers that `Docs/http-api.md` promises and every page and script relies on."""

import re
from pathlib import Path

from .support.events import EventStream

DOCUMENT = Path(__file__).resolve().parents[2] / "Docs/http-api.md"
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")

PROJECT = {
    "id",
    "name",
    "description",
    "system_prompt",
    "model",
    "fallback_model",
    "temperature",
    "max_output_tokens",
    "stop_sequences",
    "seed",
    "reasoning_effort",
    "answer_cache",
    "context",
    "titles",
    "retention_days",
    "opening_message",
    "behaviours",
    "version",
    "created_at",
    "updated_at",
}
CONVERSATION = {
    "id",
    "project_id",
    "title",
    "title_origin",
    "version",
    "archived_at",
    "created_at",
    "updated_at",
    "running_turn_id",
}
MESSAGE = {"id", "parent_id", "role", "parts", "status", "created_at", "version"}
MESSAGE_MAY = {
    "model",
    "usage",
    "error",
    "stop_reason",
    "turn_id",
    "edited_at",
    "pinned_at",
    "siblings",
    "notes",
}
USAGE = {
    "input_tokens",
    "output_tokens",
    "cached_input_tokens",
    "cache_write_tokens",
    "reasoning_tokens",
}
USAGE_MAY = {"reported", "cost", "cached_answer"}
MODEL_INFO = {
    "context",
    "input_limit",
    "output_limit",
    "inputs",
    "price",
    "date",
    "shutdown",
}
ERROR = {"code", "message", "retryable"}
ERROR_MAY = {
    "hint",
    "status",
    "details",
    "provider",
    "type",
    "upstream_code",
    "retry_after_seconds",
    "may_be_billed",
    "request_id",
}


def test_a_project_and_a_conversation(api):
    project = api.new_project("Shape")
    assert set(project) == PROJECT
    assert UUID.fullmatch(project["id"])
    assert abs(project["created_at"] - api.new_project("Later")["created_at"]) < 60_000
    conversation = api.post(f"/api/v1/projects/{project['id']}/conversations", {}, status=201)
    assert set(conversation) == CONVERSATION
    assert conversation["project_id"] == project["id"]
    assert conversation["running_turn_id"] is None
    listed = api.get(f"/api/v1/projects/{project['id']}/conversations")
    assert listed == {"conversations": [conversation], "next": None}


def test_a_conversation_without_a_title_is_named_after_its_first_message(api):
    conversation = api.new_conversation()
    api.answer(conversation, text="What is a heron?\n\n[[mock chunks=1]]")
    assert "heron" in api.get(f"/api/v1/conversations/{conversation}")["title"]


def test_messages(api):
    conversation = api.new_conversation()
    api.answer(conversation, text="[[mock chunks=3 reasoning=1]]")
    user, answer = api.messages(conversation)
    for message in (user, answer):
        assert MESSAGE <= set(message) <= MESSAGE | MESSAGE_MAY
    assert user["parent_id"] is None and answer["parent_id"] == user["id"]
    assert user["status"] == "complete"
    assert USAGE <= set(answer["usage"]) <= USAGE | USAGE_MAY
    assert {part["type"] for part in answer["parts"]} == {"text", "reasoning"}
    assert all(set(part) == {"type", "text"} for part in answer["parts"])
    for part in api.messages(conversation, "render=html")[1]["parts"]:
        assert set(part) == {"type", "text", "html"} and isinstance(part["html"], list)


def test_a_tool_call_is_kept(api):
    conversation = api.new_conversation()
    turn, stream = api.answer(conversation, text="[[mock tool=1]]")
    assert stream.last.data["stop_reason"] == "tool_calls"
    calls = [
        p for p in api.message(conversation, turn.assistant)["parts"] if p["type"] == "tool_call"
    ]
    assert calls and all(set(call) == {"type", "id", "name", "arguments"} for call in calls)
    deltas = [e.data for e in stream.events if e.name == "tool_call"]
    assert "".join(d["arguments_delta"] for d in deltas) == "".join(c["arguments"] for c in calls)


def test_an_error_of_a_turn(api):
    _, stream = api.answer(api.new_conversation(), text="[[mock fault=429]]")
    error = stream.last.data["error"]
    assert ERROR <= set(error) <= ERROR | ERROR_MAY, error


def test_running_turns_are_told(api):
    conversation = api.new_conversation()
    turn = api.turn(conversation, text="[[mock chunks=100000 delay=5]]")
    assert api.get(f"/api/v1/conversations/{conversation}")["running_turn_id"] == turn.id
    api.watch(turn.id).read_until(lambda event: event.name == "text")
    answer = api.messages(conversation)[1]
    assert answer["status"] == "streaming" and answer["turn_id"] == turn.id
    api.stop(turn.id)
    assert api.get(f"/api/v1/conversations/{conversation}")["running_turn_id"] is None


def test_the_events_of_a_turn(api):
    _, stream = api.answer(api.new_conversation(), text="[[mock chunks=3]]")
    assert "text/event-stream" in stream.head
    assert stream.events[0].name == "started" and set(stream.events[0].data) <= {"model", "request_id"}
    assert [event.id for event in stream.events] == sorted(event.id for event in stream.events)
    usage = next(event for event in stream.events if event.name == "usage").data
    assert USAGE <= set(usage) <= USAGE | USAGE_MAY


def test_models_and_providers(api):
    models = api.get("/api/v1/models")
    assert set(models) == {"models", "default", "problems", "file_problem"}
    assert models["models"] and models["default"].startswith("openai/")
    for model in models["models"]:
        must = {"id", "provider", "name", "local", "bundled"} | MODEL_INFO
        assert must <= set(model) <= must | {"display_name"}, model
        assert model["id"] == f"{model['provider']}/{model['name']}"
        assert model["provider"] == "openai"
    providers = api.get("/api/v1/providers")
    assert set(providers) == {"providers", "presets"}
    (openai,) = providers["providers"]
    must = {"name", "kind", "base_url", "source", "has_key"}
    assert must <= set(openai) <= must | {"note", "title"}
    assert openai["source"] == "environment" and openai["has_key"] is True
    assert {"name", "title", "kind", "base_url", "key_variable"} <= set(providers["presets"][0])


def test_each_provider_lists_its_own_models(server, scripted):
    api = server.api
    provider = scripted(lambda *_: (500, {}, b""))
    for name, base in (("aaa", "http://127.0.0.1:9/v1"), ("zzz", provider.base_url)):
        api.post("/api/v1/providers", {"name": name, "base_url": base}, status=201)
    listing = api.get("/api/v1/models")
    assert [m["name"] for m in listing["models"] if m["provider"] == "zzz"] == ["m"]
    assert [m["name"] for m in listing["models"] if m["provider"] == "aaa"] == []
    assert "mock-model" in [m["name"] for m in listing["models"] if m["provider"] == "openai"]
    assert [problem["provider"] for problem in listing["problems"]] == ["aaa"]


def test_a_provider_can_be_tested_before_it_is_added(api, mock):
    before = api.get("/api/v1/providers")
    reply = api.call("POST", "/api/v1/providers/test", {"name": "try", "base_url": mock.base_url})
    assert reply.status == 200 and reply.json["ok"] is True and reply.json["models"] == 3
    reply = api.call(
        "POST", "/api/v1/providers/test", {"name": "try", "base_url": "http://127.0.0.1:9/v1"}
    )
    assert reply.status == 502 and reply.error["message"]
    assert api.get("/api/v1/providers") == before


def test_other_pages_are_told_of_changes(api):
    stream = EventStream(api.port, "/api/v1/events", timeout=20)
    stream.read_until(lambda event: event.name == "ready")
    project = api.new_project("Changed")["id"]
    stream.read_until(lambda event: event.data.get("kind") == "projects")
    conversation = api.new_conversation(project)
    stream.read_until(lambda event: event.data.get("project_id") == project)
    turn, _ = api.answer(conversation, text="[[mock chunks=1]]")
    told = stream.read_until(lambda event: event.data.get("turn_id") == turn.id)
    assert told.data["conversation_id"] == conversation
    stream.close()


def test_operations(api):
    assert api.get("/healthz") == {"status": "ok"}
    assert api.get("/readyz")["status"] == "ok"
    about = api.get("/api/v1/about")
    assert about["version"] and isinstance(about["local_model"]["available"], bool)


def test_the_description_names_every_call_of_the_document(api):
    described = api.get("/api/openapi.json")
    assert described["openapi"].startswith("3.")
    calls = re.findall(r"`(GET|POST|PATCH|DELETE) (/[^`?\s]+)", DOCUMENT.read_text())
    assert len(calls) > 20
    for method, path in calls:
        assert method.lower() in described["paths"].get(path, {}), f"{method} {path}"
