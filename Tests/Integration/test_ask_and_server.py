"""The command line and the server on the same data, each seeing what the other does."""

import signal
import socket
import subprocess

from .support.api import text_of_message
from .support.events import EventStream


def conversations(api):
    project = api.active_project()
    return api.get(f"/api/v1/projects/{project}/conversations?limit=200")["conversations"]


def start_asking(program, text):
    return program.start(
        "ask", text, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def wait_for_running_turn(server, changes):
    """The turn of another process, found as a page finds it: by the hints of changes."""
    while True:
        for conversation in conversations(server.api):
            if conversation["running_turn_id"]:
                return conversation["id"], conversation["running_turn_id"]
        assert changes.read(), "the stream of changes ended"


def end(child):
    output, errors = child.communicate(timeout=60)
    return child.returncode, output.decode(), errors.decode()


def test_what_was_asked_before_the_server_started_is_there(program):
    asked = program.run("ask", "[[mock chunks=8]] before the server")
    assert asked.returncode == 0, asked
    with program.serve() as server:
        (conversation,) = conversations(server.api)
        user, answer = server.api.messages(conversation["id"])
        assert text_of_message(user) == "[[mock chunks=8]] before the server"
        assert text_of_message(answer) + "\n" == asked.stdout
        assert answer["status"] == "complete"
        assert conversation["title"]


def test_what_is_asked_while_the_server_runs_is_there(server, program):
    asked = program.run("ask", "[[mock chunks=8]] beside the server")
    assert asked.returncode == 0, asked
    (conversation,) = conversations(server.api)
    assert text_of_message(server.api.messages(conversation["id"])[1]) + "\n" == asked.stdout
    _, stream = server.api.answer(conversation["id"], text="and on")
    assert stream.last.name == "finished"


def test_the_server_follows_an_answer_that_the_command_line_writes(server, program):
    changes = EventStream(server.port, "/api/v1/events")
    child = start_asking(program, "[[mock chunks=300 delay=10]] watched")
    conversation, turn = wait_for_running_turn(server, changes)
    stream = server.api.watch(turn)
    stream.read_until(lambda event: event.name == "text")
    assert child.poll() is None, "the events came only after the end"
    stream.read_to_end()
    status, output, errors = end(child)
    assert status == 0, errors
    assert stream.last.name == "finished"
    assert stream.text + "\n" == output
    assert text_of_message(server.api.messages(conversation)[1]) == stream.text


def test_an_answer_whose_process_was_killed_is_interrupted_soon(server, program):
    changes = EventStream(server.port, "/api/v1/events")
    child = start_asking(program, "[[mock chunks=100000 delay=5]] killed")
    conversation, turn = wait_for_running_turn(server, changes)
    stream = server.api.watch(turn, timeout=15)
    stream.read_until(lambda event: len(stream.text) > 20)
    child.kill()
    _, output, _ = end(child)
    stream.read_to_end()
    assert stream.last.name == "interrupted"
    answer = server.api.messages(conversation)[1]
    assert answer["status"] == "interrupted"
    assert text_of_message(answer) == stream.text
    assert stream.text.startswith(output), "the terminal showed more than was kept"
    reply = server.api.try_turn(conversation, continue_message_id=answer["id"])
    assert reply.status == 202, reply
    server.api.stop(reply.json["turn"]["id"])


def test_an_answer_of_another_process_is_not_stopped_here(server, program):
    changes = EventStream(server.port, "/api/v1/events")
    child = start_asking(program, "[[mock chunks=100000 delay=5]] elsewhere")
    conversation, turn = wait_for_running_turn(server, changes)
    reply = server.api.stop(turn)
    assert reply.status == 409 and reply.error["hint"], reply
    refused = server.api.try_turn(conversation, text="in between")
    assert refused.status == 409 and refused.error["code"] == "turn_running"
    child.send_signal(signal.SIGINT)
    status, _, errors = end(child)
    assert status == 130, errors
    assert server.api.watch(turn).read_to_end().last.name == "stopped"


def test_ctrl_c_keeps_what_was_printed(program):
    child = start_asking(program, "[[mock chunks=100000 delay=5]] stopped")
    first = child.stdout.read(20)
    child.send_signal(signal.SIGINT)
    status, output, errors = end(child)
    assert status == 130
    assert "Fatal" not in errors
    with program.serve() as server:
        (conversation,) = conversations(server.api)
        answer = server.api.messages(conversation["id"])[1]
        assert answer["status"] == "stopped"
        assert text_of_message(answer).startswith((first.decode() + output).rstrip("\n"))


def test_no_ctrl_c_is_lost(program):
    """From the moment the request is out, however soon after: a signal has been ignored while the
    program was getting ready to watch for it."""
    with socket.create_server(("127.0.0.1", 0)) as provider:
        port = provider.getsockname()[1]
        program.environment["OPENAI_BASE_URL"] = f"http://127.0.0.1:{port}/v1"
        for _ in range(40):
            child = start_asking(program, "Wait")
            connection, _ = provider.accept()
            with connection:
                connection.recv(1)
                child.send_signal(signal.SIGINT)
                status, _, errors = end(child)
            assert (status, errors) == (130, "sotto: stopped\n")


def test_ctrl_c_stops_each_answer_of_a_chat_and_then_the_chat(program):
    child = program.start(
        "chat", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    for _ in range(3):
        child.stdin.write(b"[[mock chunks=100000 delay=5]] long\n")
        child.stdin.flush()
        assert child.stdout.read(20)
        child.send_signal(signal.SIGINT)
        assert child.stderr.readline() == b"sotto: stopped\n"
        # What was on its way when it stopped ends with its line.
        child.stdout.readline()
    child.send_signal(signal.SIGINT)
    assert child.wait(60) == 130
    child.communicate()


def test_projects_of_the_command_line_are_the_servers(server, program):
    assert program.run("project", "add", "From the terminal").returncode == 0
    assert program.run("project", "use", "From the terminal").returncode == 0
    listed = server.api.projects()
    project = next(p for p in listed["projects"] if p["name"] == "From the terminal")
    assert listed["active_project_id"] == project["id"]
    server.api.patch(f"/api/v1/projects/{project['id']}", {"name": "From the page"})
    assert "From the page" in program.run("project", "list").stdout


def test_many_commands_at_once_beside_the_server(server, program):
    children = [start_asking(program, f"[[mock chunks=40 delay=2]] {n}") for n in range(8)]
    conversation = server.api.new_conversation()
    for _ in range(5):
        _, stream = server.api.answer(conversation, text="[[mock chunks=40 delay=1]]")
        assert stream.last.name == "finished", stream.last
    ends = [end(child) for child in children]
    assert [status for status, _, _ in ends] == [0] * 8, ends
    assert len(conversations(server.api)) == 9
    server.terminate()
    assert program.integrity() == "ok"
