"""What is erased is gone from every file, also while turns run."""

import sqlite3
import threading
from pathlib import Path

WORDS = "an unmistakable private question"
EVERYTHING = {"confirm": "delete everything", "backups": True}


def files_with(program, text):
    return [
        path
        for path in Path(program.data).rglob("*")
        if path.is_file() and text.encode() in path.read_bytes()
    ]


def test_erasing_everything_leaves_no_word_in_any_file(program):
    with program.serve() as server:
        api = server.api
        project = api.new_project("A private project", system_prompt="A private prompt")["id"]
        conversation = api.new_conversation(project)
        api.answer(conversation, text=WORDS)
        backup = api.post("/api/v1/backups", status=201)["name"]
        answer = api.post("/api/v1/erase", {"confirm": "delete everything"})
        # The server makes copies of its own as well.
        kept = [copy["name"] for copy in answer["backups"]]
        assert backup in kept
        for text in (WORDS, "private project", "private prompt"):
            assert {path.name for path in files_with(program, text)} <= set(kept), text
        assert backup in {path.name for path in files_with(program, WORDS)}
        answer = api.post("/api/v1/erase", EVERYTHING)
        assert answer["backups"] == []
        for text in (WORDS, "private project", "private prompt"):
            assert files_with(program, text) == []
        assert [project["name"] for project in api.projects()["projects"]] == ["Default"]
        # It is as good as new.
        _, stream = api.answer(api.new_conversation(), text="Hello again")
        assert stream.events[-1].name == "finished"
    assert program.integrity() == "ok"


def test_erasing_while_turns_stream_ends_them(program):
    with program.serve() as server:
        api = server.api
        turns = [api.turn(api.new_conversation(), text=f"{WORDS} {index}") for index in range(8)]
        streams = [api.watch(turn.id) for turn in turns]
        threads = [threading.Thread(target=stream.read_to_end) for stream in streams]
        for thread in threads:
            thread.start()
        api.post("/api/v1/erase", EVERYTHING)
        for thread in threads:
            thread.join(60)
            assert not thread.is_alive()
        assert files_with(program, WORDS) == []
        assert server.terminate() == 0
    assert program.integrity() == "ok"


def test_another_process_erases_while_a_server_answers(program):
    with program.serve() as server:
        api = server.api
        turn = api.turn(api.new_conversation(), text=f"{WORDS} [[mock chunks=100000 delay=5]]")
        stream = api.watch(turn.id)
        stream.read_until(lambda event: event.name == "text")
        assert program.run("erase", "--everything", "--backups", "--yes").returncode == 0
        stream.read_to_end()
        _, stream = api.answer(api.new_conversation(), text="Hello again")
        assert stream.events[-1].name == "finished"
        assert server.terminate() == 0
    assert files_with(program, WORDS) == []
    assert program.integrity() == "ok"


def test_the_command_asks_and_scripts_say_yes(program):
    assert program.run("ask", WORDS).returncode == 0
    assert program.run("erase").returncode == 2
    asked = program.run("erase", "--everything")
    assert asked.returncode == 2 and "--yes" in asked.stderr
    assert files_with(program, WORDS)
    assert program.run("erase", "--everything", "--yes").returncode == 0
    assert files_with(program, WORDS) == []


def test_keys_go_only_when_they_are_meant(program):
    assert program.run("key", "set", "other", stdin="sk-0123456789abcdef\n").returncode == 0
    program.run("erase", "--everything", "--yes")
    assert "other" in program.run("key", "list").stdout
    program.run("erase", "--everything", "--keys", "--yes")
    assert "other" not in program.run("key", "list").stdout


def test_a_project_erases_old_conversations_when_it_is_opened(program):
    assert program.run("ask", WORDS).returncode == 0
    project = program.run("project", "edit", "Default", "--retention-days", "1", "--json")
    assert project.returncode == 0 and '"retention_days":1' in project.stdout
    assert "0 conversations are older" in project.stderr
    assert program.run("project", "list").returncode == 0
    assert files_with(program, WORDS)
    age(program, days=2)
    assert program.run("project", "list").returncode == 0
    assert files_with(program, WORDS) == []
    kept = program.run("project", "edit", "Default", "--keep-forever", "--json")
    assert '"retention_days":null' in kept.stdout


def age(program, days):
    """Makes every conversation so many days older."""
    with sqlite3.connect(program.database()) as connection:
        connection.execute(
            "UPDATE conversations SET updated_at = updated_at - ?", [days * 24 * 3600 * 1000]
        )
    connection.close()
