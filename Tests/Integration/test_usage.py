"""What requests took: over the API, on the command line, and of one answer."""

import json

from .support.events import EventStream

PRICED = {"provider": "openai", "name": "mock-model", "price": {"input": 2, "output": 8}}


def serve_priced(program):
    """A server that knows the price of the mock's model."""
    with program.serve():
        pass
    with open(f"{program.data}/models.json", "w") as file:
        json.dump({"models": [PRICED]}, file)
    return program.serve()


def usage(api, query=""):
    return api.get(f"/api/v1/usage?{query}")


def test_answers_and_titles_are_in_the_sums(program):
    with serve_priced(program) as server:
        api = server.api
        project = api.new_project("Birds", model="openai/mock-model", titles={"by": "model"})["id"]
        conversation = api.new_conversation(project)
        hints = EventStream(server.port, "/api/v1/events", timeout=20)
        hints.read_until(lambda event: event.name == "ready")
        long = "Tell me all there is to say of herons, where they live and what they eat. " * 2
        turn, _ = api.answer(conversation, text=f"[[mock chunks=30]] {long}")
        hints.read_until(lambda event: event.data.get("kind") == "title")

        answer = api.message(conversation, turn.assistant)["usage"]
        rows = {row["purpose"]: row for row in usage(api, "by=purpose")["rows"]}
        chat, title = rows.pop("chat"), rows.pop("title")
        assert rows == {}
        assert chat["output_tokens"] == answer["output_tokens"] == 30
        assert chat["costs"] == [answer["cost"]]
        assert title["costs"][0]["amount"] > 0
        report = usage(api, "by=day,model&offset=60")
        assert report["total"]["requests"] == 2 and report["by"] == ["day", "model"]
        assert [row["model"] for row in report["rows"]] == ["openai/mock-model"]
        (row,) = usage(api, "by=project")["rows"]
        assert (row["project"], row["project_name"]) == (project, "Birds")
        assert usage(api, "from=0&to=86400000")["rows"] == []

        facts = api.get(f"/api/v1/turns/{turn.id}")
        assert facts["status"] == "finished" and facts["request_id"] == "req_mock"
        assert facts["started_at"] <= facts["first_word_at"] <= facts["ended_at"]
        failed, stream = api.answer(api.new_conversation(project), text="[[mock status=401]]")
        assert stream.events[-1].data["error"]["request_id"].startswith("req_mock")
        assert api.get(f"/api/v1/turns/{failed.id}")["request_id"].startswith("req_mock")
        api.delete(f"/api/v1/conversations/{conversation}")
        assert usage(api)["total"]["requests"] == 2

    shown = program.run("usage", "--days", "7", "--by", "project,purpose")
    assert shown.returncode == 0, shown.stderr
    lines = [line.split() for line in shown.stdout.splitlines()]
    assert lines[0][:3] == ["PROJECT", "PURPOSE", "REQUESTS"]
    assert sorted(line[:2] for line in lines[1:3]) == [["Birds", "chat"], ["Birds", "title"]]
    assert lines[3][:2] == ["total", "2"]
    printed = json.loads(program.run("usage", "--json").stdout)
    assert printed["total"]["requests"] == 2 and printed["by"] == ["day"]


def test_wrong_questions_are_told_how_to_be_right(server):
    for query, word in [
        ("by=week", "by"),
        ("by=day,day", "by"),
        ("by=", None),
        ("offset=841", "offset"),
        ("offset=99999999999999999999", "offset"),
        ("from=9223372036854775807", "from"),
        ("to=-9223372036854775808", "to"),
        ("from=2&to=1", "from"),
    ]:
        reply = server.api.call("GET", f"/api/v1/usage?{query}")
        assert reply.status == (400 if word else 200), query
        assert word is None or f"'{word}'" in reply.error["message"]
    unknown = server.api.call("GET", "/api/v1/turns/no-id")
    assert unknown.status == 404 and unknown.error["code"] == "turn_not_found"
