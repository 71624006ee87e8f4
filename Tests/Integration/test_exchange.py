"""Import and export through the command line and the API."""

import http.client
import io
import json
import time
import zipfile
from pathlib import Path

import pytest

FIXTURES = Path(__file__).resolve().parents[1] / "Fixtures/exchange"


def run(program, *arguments):
    result = program.run(*arguments)
    assert result.returncode == 0, result.stderr
    return result.stdout


def balance(program, path, *arguments):
    return json.loads(run(program, "import", str(path), "--json", *arguments))


def conversations(count, messages=2):
    """A ChatGPT export, made while it is read."""
    yield b"["
    for number in range(count):
        mapping = {}
        for index in range(messages):
            mapping[f"m{index}"] = {
                "id": f"m{index}",
                "parent": f"m{index - 1}" if index else None,
                "message": {
                    "id": f"m{index}",
                    "author": {"role": "assistant" if index % 2 else "user"},
                    "create_time": 1717000000 + index,
                    "content": {"content_type": "text", "parts": [f"text {number} {index} " * 20]},
                },
            }
        value = {
            "title": f"chat {number}",
            "create_time": 1717000000 + number,
            "id": f"c{number}",
            "mapping": mapping,
            "current_node": f"m{messages - 1}",
        }
        yield (b"," if number else b"") + json.dumps(value).encode()
    yield b"]"


@pytest.mark.parametrize(
    "name", ["chatgpt.json", "claude.json", "open-webui.json", "librechat-tree.json", "chatbox.json"]
)
def test_a_file_is_imported_once(program, name):
    first = balance(program, FIXTURES / name)
    assert first["conversations"]["imported"] > 0
    second = balance(program, FIXTURES / name)
    assert second["conversations"]["imported"] == 0
    assert second["conversations"]["unchanged"] == first["conversations"]["imported"]
    assert second["messages"]["imported"] == 0


def test_the_command_says_what_became_of_everything(program):
    output = run(program, "import", str(FIXTURES / "chatgpt.json"))
    assert "conversations: 3 found, 2 imported, 0 there already, 1 left out" in output
    assert "conversation 'Broken one'" in output
    assert "part 'hologram'" in output


def test_wrong_usage_and_unreadable_files(program, tmp_path):
    assert program.run("import").returncode == 2
    assert program.run("import", "x", "--format", "word").returncode == 2
    missing = program.run("import", str(tmp_path / "missing"))
    assert missing.returncode == 1
    (tmp_path / "noise").write_bytes(bytes(range(256)))
    noise = program.run("import", str(tmp_path / "noise"))
    assert noise.returncode == 1
    assert "these can be imported" in noise.stderr
    assert program.run("export", "-o", str(tmp_path / "a.pdf")).returncode == 2
    assert program.run("export", "--project", "nobody").returncode == 1


def test_export_wipe_import_export_is_the_same(program, binary, tmp_path):
    with zipfile.ZipFile(tmp_path / "in.zip", "w") as archive:
        archive.write(FIXTURES / "chatgpt.json", "conversations.json")
        archive.writestr("file-AbC123-graph.png", b"\x89PNG\r\n\x1a\n" + bytes(60))
    balance(program, tmp_path / "in.zip")
    run(program, "ask", "--project", "ChatGPT", "[[mock chunks=3]] hello")
    run(program, "export", "-o", str(tmp_path / "first.zip"))
    other = type(program)(binary, tmp_path / "other", data=tmp_path / "other-data")
    restored = balance(other, tmp_path / "first.zip")
    assert restored["conversations"]["skipped"] == 0
    run(other, "export", "-o", str(tmp_path / "second.zip"))
    assert (tmp_path / "first.zip").read_bytes() == (tmp_path / "second.zip").read_bytes()


def test_what_happens_by_itself_in_a_project_goes_along(program, binary, tmp_path):
    given = {"copy": True, "notify": False, "replies": ["Go on", "再说"]}
    wanted = {"read_aloud": None, "quick_replies": None, **given}
    with program.serve() as server:
        api = server.api
        project = api.new_project("Birds", behaviours=given)
        assert project["behaviours"] == wanted
        template = api.post("/api/v1/templates", {"name": "T", "behaviours": wanted}, 201)
        assert template["behaviours"] == wanted
        api.new_conversation(project["id"])
        for wrong, word in (
            ({"replies": ["x" * 1001]}, "at most 1000 bytes"),
            ({"replies": ["x"] * 13}, "at most 12"),
            ({"coppy": True}, "the fields are: copy, notify"),
            ({"replies": []}, "leave the list out"),
        ):
            reply = api.call("PATCH", f"/api/v1/projects/{project['id']}", {"behaviours": wrong})
            assert reply.status == 400 and word in reply.error.get("hint", "")
        assert api.get(f"/api/v1/projects/{project['id']}")["behaviours"] == wanted
    run(program, "export", "-o", str(tmp_path / "out.zip"))
    other = type(program)(binary, tmp_path / "other", data=tmp_path / "other-data")
    run(other, "import", str(tmp_path / "out.zip"))
    read = json.loads(run(other, "project", "show", "Birds", "--json"))
    assert read["behaviours"] == wanted
    made = json.loads(run(other, "project", "add", "New", "--template", "T", "--json"))
    assert made["behaviours"] == wanted


def test_an_export_holds_no_key(program, tmp_path):
    program.run("key", "set", "corp", stdin="sk-corp-key-1234567890\n")
    run(program, "ask", "[[mock chunks=3]] hello")
    for form in ["markdown", "html", "json", "zip"]:
        path = tmp_path / f"out.{form}"
        run(program, "export", "--format", form, "-o", str(path))
        data = path.read_bytes()
        if form == "zip":
            archive = zipfile.ZipFile(io.BytesIO(data))
            data = b"".join(archive.read(name) for name in archive.namelist())
        assert b"hello" in data
        assert b"sk-" not in data
    assert program.environment["OPENAI_API_KEY"].encode() not in data


def upload(port, pieces, query=""):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("POST", f"/api/v1/imports{query}", body=pieces, encode_chunked=True,
                       headers={"Transfer-Encoding": "chunked"})  # fmt: skip
    answer = connection.getresponse()
    body = json.loads(answer.read())
    connection.close()
    return answer.status, body


def get(port, path, method="GET"):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, path)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, body


def ended(port, job):
    while job["state"] in ("waiting", "running"):
        time.sleep(0.05)
        job = json.loads(get(port, f"/api/v1/imports/{job['id']}")[1])
    return job


def test_a_large_upload_goes_to_the_disk(server):
    status, job = upload(server.port, conversations(60_000), "?name=big.json")
    assert status == 202
    job = ended(server.port, job)
    assert job["state"] == "finished", job
    assert job["balance"]["conversations"]["imported"] == 60_000
    assert not list((Path(server.program.data) / "uploads").iterdir())
    status, body = get(server.port, f"/api/v1/export?format=json&project={job['project_ids'][0]}")
    assert status == 200
    assert len(json.loads(body)["conversations"]) == 60_000


def test_a_cancelled_import_leaves_whole_conversations(server):
    _, job = upload(server.port, conversations(200, messages=400))
    status, body = get(server.port, f"/api/v1/imports/{job['id']}", "DELETE")
    assert status == 200
    state = json.loads(body)["state"]
    assert state in ("cancelled", "finished")
    export = json.loads(get(server.port, "/api/v1/export?format=json")[1])
    assert all(len(found["messages"]) == 400 for found in export["conversations"])


def test_a_killed_import_is_made_good_by_the_next(program, tmp_path):
    path = tmp_path / "big.json"
    path.write_bytes(b"".join(conversations(4, messages=20_000)))
    with program.serve() as server:
        _, job = upload(server.port, iter([path.read_bytes()]))
        while not json.loads(get(server.port, f"/api/v1/imports/{job['id']}")[1])["fraction"]:
            time.sleep(0.01)
        server.kill()
    again = balance(program, path)
    found = again["conversations"]
    assert found["imported"] + found["unchanged"] == 4
    export = json.loads(run(program, "export", "--format", "json"))
    assert [len(each["messages"]) for each in export["conversations"]] == [20_000] * 4
    assert program.integrity() == "ok"


def test_an_answer_goes_on_during_an_import(server):
    api = server.api
    conversation = api.new_conversation()
    _, job = upload(server.port, conversations(20_000))
    turn = api.turn(conversation, text="[[mock chunks=50 delay=5]] hello")
    status, body = get(server.port, f"/api/v1/turns/{turn.id}/events")
    assert status == 200
    assert b"event: finished" in body
    assert ended(server.port, job)["balance"]["conversations"]["imported"] == 20_000


def test_a_deleted_message_is_in_no_export_and_the_chosen_path_is(program):
    with program.serve() as server:
        api = server.api
        conversation = api.new_conversation()
        api.answer(conversation, text="keep this")
        kept = api.messages(conversation)
        api.answer(conversation, text="hide that")
        hidden = api.messages(conversation)[2]
        api.delete(f"/api/v1/messages/{hidden['id']}")
        _, body = get(int(server.port), "/api/v1/export?format=json")
    exported = json.loads(body)["conversations"][0]
    messages = {message["id"]: message for message in exported["messages"]}
    assert hidden["id"] not in messages
    assert b"hide that" not in body
    assert messages[kept[0]["id"]]["chosen_child_id"] == kept[1]["id"]
