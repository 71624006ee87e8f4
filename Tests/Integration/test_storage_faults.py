"""A data folder that cannot be used is said to be so, and never makes anything worse."""

import hashlib
import os
import sqlite3
import subprocess
import threading

import pytest

from .support.api import text_of_message
from .support.server import Program


def assert_refused(result, *words):
    """Status 1 and an error with a hint, nothing on standard output."""
    assert result.returncode == 1, result
    assert result.stdout == ""
    lines = result.stderr.strip().splitlines()
    assert lines and lines[0].startswith("sotto: "), result.stderr
    assert len(lines) == 2, f"one line and a hint: {result.stderr}"
    for word in words:
        assert word in result.stderr, result.stderr


def fill(program):
    with program.serve() as server:
        conversation = server.api.new_conversation()
        server.api.answer(conversation, text="[[mock chunks=3]] kept")
        server.terminate()
    return conversation


def test_a_file_in_place_of_the_data_folder(binary, tmp_path, mock):
    place = tmp_path / "occupied"
    place.write_text("not a folder")
    program = Program(binary, tmp_path, mock.base_url, data=place)
    for command in (["serve", "--port", "0"], ["ask", "hello"], ["project", "list"]):
        assert_refused(program.run(*command), str(place))
    assert place.read_text() == "not a folder"


def test_a_database_of_a_newer_version(program):
    fill(program)
    database = program.database()
    connection = sqlite3.connect(database)
    connection.execute("PRAGMA journal_mode=DELETE")
    connection.execute("PRAGMA user_version=9999")
    connection.close()
    before = hashlib.sha256(open(database, "rb").read()).hexdigest()
    for command in (["serve", "--port", "0"], ["ask", "hello"]):
        assert_refused(program.run(*command), "newer")
    assert hashlib.sha256(open(database, "rb").read()).hexdigest() == before


DAMAGE = {
    "text": lambda data: b"this is no database at all, but long enough to look at\n" * 100,
    "a broken header": lambda data: bytes(100) + data[100:],
    "noise": lambda data: data[:4096] + os.urandom(len(data) - 4096),
    "cut short": lambda data: data[: len(data) // 2],
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_database_is_refused_and_left_alone(program, damage):
    fill(program)
    database = program.database()
    for suffix in ("-wal", "-shm"):
        if os.path.exists(database + suffix):
            os.remove(database + suffix)
    data = DAMAGE[damage](open(database, "rb").read())
    open(database, "wb").write(data)
    result = program.run("ask", "hello")
    assert result.returncode == 1, result
    assert result.stderr.startswith("sotto: ")
    assert "damaged" in result.stderr or "not a database" in result.stderr, result.stderr
    assert open(database, "rb").read() == data, "a damaged database was written to"


def test_a_port_in_use(server, program):
    result = program.run("serve", "--port", str(server.port))
    assert_refused(result, str(server.port))
    assert server.api.call("GET", "/healthz").status == 200


def test_two_servers_on_one_folder(server, program):
    """The second one serves the same history; neither breaks the other."""
    with program.serve() as second:
        conversation = server.api.new_conversation()
        turn = server.api.turn(conversation, text="[[mock chunks=200 delay=2]]")
        other = second.api.watch(turn.id).read_to_end()
        assert other.last.name == "finished"
        assert other.text == text_of_message(server.api.message(conversation, turn.assistant))


def test_two_servers_write_to_one_folder_at_once(server, program):
    with program.serve() as second:
        failures = []

        def write(api):
            try:
                for number in range(15):
                    conversation = api.new_conversation()
                    _, stream = api.answer(conversation, text=f"[[mock chunks=30]] {number}")
                    assert stream.last.name == "finished", stream.last
            except AssertionError as error:
                failures.append(error)

        threads = [
            threading.Thread(target=write, args=(s.api,)) for s in (server, second) for _ in "ab"
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert not failures
        project = server.api.active_project()
        listed = server.api.get(f"/api/v1/projects/{project}/conversations?limit=200")
        assert len(listed["conversations"]) == 60
    assert program.integrity() == "ok"


def test_a_full_disk_loses_nothing_that_was_shown(binary, tmp_path, small_disk, mock):
    program = Program(binary, tmp_path, mock.base_url, data=small_disk / "data")
    with program.serve() as server:
        api = server.api
        project = api.new_project("Full")["id"]
        kept = api.new_conversation(project)
        _, whole = api.answer(kept, text="[[mock chunks=20]] before")
        conversation = api.new_conversation(project)
        turn = api.turn(conversation, text="[[mock chunks=20000 csize=1000 delay_us=300]] too much")
        stream = api.watch(turn.id).read_to_end()
        assert stream.last.name == "failed", stream.last
        assert len(stream.text) > 100_000
        assert api.call("GET", "/healthz").status == 200
        assert text_of_message(api.messages(kept)[1]) == whole.text
        reply = api.try_turn(kept, text="one more " + "x" * 3_000_000)
        assert reply.status == 507, reply
        assert reply.error["code"] == "disk_full" and reply.error["hint"]
        server.kill()
    subprocess.run(["mount", "-o", "remount,size=64m", str(small_disk)], check=True)
    with program.serve() as server:
        answer = server.api.message(conversation, turn.assistant)
        assert text_of_message(answer).startswith(stream.text)
        assert answer["status"] in ("failed", "interrupted")
        assert text_of_message(server.api.messages(kept)[1]) == whole.text
        _, again = server.api.answer(kept, text="again")
        assert again.last.name == "finished"
        server.terminate()
    assert program.integrity() == "ok"


def test_a_server_whose_disk_is_full_goes_on_when_there_is_room_again(
    binary, tmp_path, small_disk, mock
):
    program = Program(binary, tmp_path, mock.base_url, data=small_disk / "data")
    with program.serve() as server:
        api = server.api
        conversation = api.new_conversation()
        filler = small_disk / "filler"
        with open(filler, "wb", buffering=0) as file:
            try:
                while file.write(b"x" * 4096):
                    pass
            except OSError:
                pass  # full
        reply = api.try_turn(conversation, text="no room " + "x" * 200_000)
        assert reply.status == 507, reply
        filler.unlink()
        _, stream = api.answer(conversation, text="[[mock chunks=2]] room")
        assert stream.last.name == "finished"
        assert len(api.messages(conversation)) == 2
