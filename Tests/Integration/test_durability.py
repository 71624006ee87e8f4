"""Backups, restores, and what happens to a history under a running server: nothing is lost."""

import json
import os
import shutil
import sqlite3
import subprocess

import pytest

from .support.api import text_of_message
from .support.server import Program
from .support.waiting import until


def ask(api, text="[[mock chunks=3]] kept"):
    """A conversation with an answer."""
    conversation = api.new_conversation()
    _, stream = api.answer(conversation, text=text)
    assert stream.last.name == "finished"
    return conversation, stream.text


def history(program):
    """Every row of every table that a person's history is in."""
    connection = sqlite3.connect(program.database())
    try:
        return {
            table: connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
            for table in ("projects", "conversations", "messages", "turns", "files", "providers")
        }
    finally:
        connection.close()


def test_a_server_makes_a_backup_by_itself(program):
    with program.serve() as server:
        backups = until(lambda: server.api.get("/api/v1/backups")["backups"])
        status = server.api.get("/api/v1/status")
        assert status["backups"] == {
            "newest_at": backups[0]["created_at"],
            "count": 1,
            "failure": None,
        }
        assert status["read_only"] is None
        assert status["integrity"]["result"] == "not_needed"
        server.terminate()
    # Not a second one on the same day.
    with program.serve() as server:
        ask(server.api)
        assert len(server.api.get("/api/v1/backups")["backups"]) == 1


def test_the_schedule_and_a_backup_by_the_api(server):
    api = server.api
    until(lambda: api.get("/api/v1/backups")["backups"])
    schedule = api.patch("/api/v1/backups/schedule", {"interval_hours": None, "kept": 2})
    assert schedule == {"interval_hours": None, "kept": 2}
    made = [api.post("/api/v1/backups", status=201) for _ in range(3)]
    assert api.get("/api/v1/backups") == {"backups": made[:0:-1], "schedule": schedule}
    for wrong in ({"kept": 0}, {"interval_hours": 0.001}, {"often": 1}, {"kept": "many"}):
        reply = api.call("PATCH", "/api/v1/backups/schedule", wrong)
        assert reply.status == 400 and reply.error["code"] == "invalid_input", wrong


def test_backup_wipe_restore_compare(program, tmp_path):
    """T121."""
    (tmp_path / "note.txt").write_text("a note to attach\n")
    assert program.run("ask", "--attach", str(tmp_path / "note.txt"), "hello").returncode == 0
    with program.serve() as server:
        ask(server.api)
        server.terminate()
    before = history(program)
    copy = tmp_path / "copy.sqlite"
    result = program.run("backup", "-o", str(copy))
    assert result.returncode == 0 and result.stdout.strip() == str(copy), result
    assert program.run("backup", "-o", str(copy)).returncode == 1, "a file was overwritten"

    shutil.rmtree(program.data)
    result = program.run("restore", str(copy), "--yes", "--json")
    assert result.returncode == 0, result
    assert json.loads(result.stdout) == {"restored": str(copy), "replaced": None}
    assert history(program) == before
    digest = before["files"][0][0]
    kept = os.path.join(program.data, "files", digest[:2], digest[2:])
    assert open(kept).read() == "a note to attach\n"
    assert program.integrity() == "ok"
    assert program.run("ask", "and on").returncode == 0


def test_restore_of_the_latest_keeps_what_was_there(program):
    with program.serve() as server:
        first, text = ask(server.api)
        server.api.post("/api/v1/backups", status=201)
        second, _ = ask(server.api)
        # Not while somebody uses it.
        result = program.run("restore", "latest", "--yes")
        assert result.returncode == 1 and "stop it" in result.stderr, result
        server.terminate()
    assert program.run("restore", "latest").returncode == 2, "it must be confirmed"
    result = program.run("restore", "latest", "--yes")
    assert result.returncode == 0, result
    with program.serve() as server:
        assert text_of_message(server.api.messages(first)[1]) == text
        assert server.api.call("GET", f"/api/v1/conversations/{second}").status == 404
        server.terminate()
    (replaced,) = [n for n in os.listdir(program.data + "/backups") if n.startswith("replaced-")]
    assert program.run("restore", replaced, "--yes").returncode == 0
    with program.serve() as server:
        assert len(server.api.messages(second)) == 2


def test_a_server_looks_through_the_history_after_a_kill(program):
    with program.serve() as server:
        ask(server.api)
        server.kill()
    with program.serve() as server:
        integrity = until(
            lambda: (
                (found := server.api.get("/api/v1/status")["integrity"])["result"] == "ok" and found
            )
        )
        assert integrity["checked_at"] > 0 and integrity["damage"] is None
        server.terminate()
    with program.serve() as server:
        assert server.api.get("/api/v1/status")["integrity"]["result"] == "not_needed"


def test_damage_that_a_kill_left_is_told_with_what_to_do(program):
    with program.serve() as server:
        for _ in range(40):
            server.api.new_conversation()
        server.kill()
    database = program.database()
    connection = sqlite3.connect(database)
    (page,) = connection.execute(
        "SELECT rootpage FROM sqlite_schema WHERE name = 'conversations_by_time'"
    ).fetchone()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    with open(database, "r+b") as file:
        # The places of its cells, which nothing reads until a list is asked for.
        file.seek((page - 1) * 4096 + 8)
        file.write(b"Z" * 20)
    with program.serve() as server:
        integrity = until(
            lambda: (
                (found := server.api.get("/api/v1/status")["integrity"])["result"] != "unchecked"
                and found
            )
        )
        assert integrity["result"] == "damaged" and "restore" in integrity["hint"]
        assert server.api.call("GET", "/healthz").status == 200
    assert "restore" in program.run("doctor").stdout


def test_an_upgrade_without_room_leaves_a_history_to_read(binary, tmp_path, mock, small_disk):
    program = Program(binary, tmp_path, mock.base_url, data=small_disk / "data")
    os.makedirs(program.data)
    fixture = os.path.join(os.path.dirname(__file__), "../Fixtures/stores/v2.sqlite")
    shutil.copy(fixture, program.data + "/sotto.sqlite")
    filler = small_disk / "filler"
    with open(filler, "wb", buffering=0) as file:
        try:
            while file.write(b"x" * 4096):
                pass
        except OSError:
            pass  # full
        # Room for the log's index, not for a copy.
        file.truncate(os.path.getsize(filler) - 80 * 1024)
    with program.serve() as server:
        api = server.api
        status = api.get("/api/v1/status")
        assert "space" in status["read_only"]["reason"], status
        assert status["read_only"]["hint"]
        assert api.call("GET", "/healthz").status == 200
        project = api.active_project()
        (conversation,) = api.get(f"/api/v1/projects/{project}/conversations")["conversations"]
        assert len(api.messages(conversation["id"])) == 4
        for method, path, body in (
            ("POST", f"/api/v1/projects/{project}/conversations", {}),
            ("PATCH", f"/api/v1/conversations/{conversation['id']}", {"title": "x"}),
            ("DELETE", f"/api/v1/projects/{project}", None),
        ):
            reply = api.call(method, path, body)
            assert reply.status == 503 and reply.error["code"] == "read_only", reply
            assert reply.error["hint"]
        reply = api.try_turn(conversation["id"], text="hello")
        assert reply.status == 503 and reply.error["code"] == "read_only", reply
        assert "can only be read" in server.output
        server.terminate()
    assert "can only be read" in program.run("doctor").stdout
    filler.unlink()
    with program.serve() as server:
        assert server.api.get("/api/v1/status")["read_only"] is None
        assert len(server.api.messages(conversation["id"])) == 4
        server.api.answer(server.api.new_conversation(), text="[[mock chunks=2]] on")


def test_a_backup_without_room_leaves_nothing_behind(binary, tmp_path, mock, small_disk):
    program = Program(binary, tmp_path, mock.base_url, data=small_disk / "data")
    with program.serve() as server:
        api = server.api
        (first,) = until(lambda: api.get("/api/v1/backups")["backups"])
        with open(small_disk / "filler", "wb", buffering=0) as file:
            try:
                while file.write(b"x" * 4096):
                    pass
            except OSError:
                pass  # full
        reply = api.call("POST", "/api/v1/backups")
        assert reply.status == 507 and reply.error["hint"], reply
        status = api.get("/api/v1/status")["backups"]
        assert status["count"] == 1 and "space" in status["failure"]["reason"]
        assert os.listdir(program.data + "/backups") == [first["name"]]
        (small_disk / "filler").unlink()
        api.post("/api/v1/backups", status=201)
        assert api.get("/api/v1/status")["backups"]["failure"] is None


def test_backups_on_another_disk(program, tmp_path, small_disk):
    """No file can have a name there and here: they are copied."""
    os.makedirs(program.data)
    os.symlink(small_disk, program.data + "/backups")
    (tmp_path / "note.txt").write_text("a note to attach\n")
    assert program.run("ask", "--attach", str(tmp_path / "note.txt"), "hello").returncode == 0
    before = history(program)
    assert program.run("backup").returncode == 0
    shutil.rmtree(program.data + "/files")
    assert program.run("restore", "latest", "--yes").returncode == 0
    assert history(program) == before
    (digest,) = [row[0] for row in before["files"]]
    assert os.path.exists(os.path.join(program.data, "files", digest[:2], digest[2:]))
    assert [n for n in os.listdir(small_disk) if n.startswith("replaced-")]


def test_a_folder_that_cannot_be_written(binary, tmp_path, mock, small_disk):
    program = Program(binary, tmp_path, mock.base_url, data=small_disk / "data")
    with program.serve() as server:
        conversation, text = ask(server.api)
        server.terminate()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    for command in (["serve", "--port", "0"], ["ask", "hello"], ["backup"]):
        result = program.run(*command)
        assert result.returncode == 1, result
        assert len(result.stderr.strip().splitlines()) == 2 and "data folder" in result.stderr
    subprocess.run(["mount", "-o", "remount,rw", str(small_disk)], check=True)
    with program.serve() as server:
        assert text_of_message(server.api.messages(conversation)[1]) == text


def test_one_value_that_is_too_large(program):
    """T119: it is refused, and one that another program wrote spoils nothing else."""
    with program.serve() as server:
        api = server.api
        conversation, text = ask(api)
        other, _ = ask(api)
        reply = api.try_turn(conversation, text="x" * 11_000_000)
        assert reply.status == 400 and reply.error["hint"], reply
        server.terminate()
    connection = sqlite3.connect(program.database())
    parts = json.dumps([{"type": "text", "text": "y" * 200_000_000}])
    connection.execute(
        "UPDATE messages SET parts = ? WHERE conversation_id = ? AND role = 'assistant'",
        (parts, other),
    )
    connection.commit()
    connection.close()
    del parts
    with program.serve() as server:
        api = server.api
        assert text_of_message(api.messages(conversation)[1]) == text
        assert len(api.get(f"/api/v1/projects/{api.active_project()}/conversations")) == 2
        answer = api.messages(other)[1]
        assert len(text_of_message(answer)) == 200_000_000
        assert api.call("GET", "/healthz").status == 200
        server.terminate()
    assert program.integrity() == "ok"


@pytest.mark.parametrize("ending", ["terminate", "kill"])
def test_a_log_that_is_removed_under_a_server(program, ending):
    """T126."""
    with program.serve() as server:
        api = server.api
        conversation, text = ask(api)
        os.remove(program.data + "/sotto.sqlite-wal")
        os.remove(program.data + "/sotto.sqlite-shm")
        # The first that would not last is refused; what came before it is brought into safety.
        project = api.active_project()
        reply = api.call("POST", f"/api/v1/projects/{project}/conversations", {})
        assert reply.status == 500 and "removed" in reply.error["message"], reply
        assert "start sotto again" in reply.error["hint"]
        assert api.get("/api/v1/status")["read_only"]["hint"]
        reply = api.try_turn(conversation, text="more")
        assert reply.status == 503 and reply.error["code"] == "read_only"
        assert text_of_message(api.messages(conversation)[1]) == text
        if ending == "kill":
            # The rescue ends when the file has grown beyond what an empty history has.
            until(lambda: os.path.getsize(program.data + "/sotto.sqlite") > 100_000)
        getattr(server, ending)()
    with program.serve() as server:
        assert text_of_message(server.api.messages(conversation)[1]) == text
        ask(server.api)
        server.terminate()
    assert program.integrity() == "ok"


def test_logs_of_helpers_may_be_removed(program):
    """T126, of the files that are only read by people."""
    with program.serve() as server:
        ask(server.api)
        for name in ("local-model.log", "local-model.json", "opening.lock"):
            path = os.path.join(program.data, name)
            if os.path.exists(path):
                os.remove(path)
        ask(server.api)
        assert program.run("ask", "hello").returncode == 0
        server.terminate()
    assert program.run("ask", "hello").returncode == 0


def test_the_folder_of_the_command_line_counts(program, tmp_path):
    """T125."""
    other = tmp_path / "other"
    assert program.run("ask", "--data", str(other), "hello").returncode == 0
    assert os.path.exists(other / "sotto.sqlite") and not os.path.exists(program.data)
    assert program.run("backup", "--data", str(other)).returncode == 0
    assert program.run("restore", "latest", "--yes", "--data", str(other)).returncode == 0
    assert not os.path.exists(program.data)
