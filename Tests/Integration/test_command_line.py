"""The command line, from the scripts in `cli/`, and its help texts, from `cli/help/`.

`SOTTO_UPDATE_HELP=1` writes the help texts anew, for a reader to review.
"""

import json
import os
import subprocess
from pathlib import Path

import pytest

from .support import script

FOLDER = Path(__file__).parent / "cli"
SCRIPTS = sorted(FOLDER.glob("*.txt"))
COMMANDS = [
    "",
    "serve",
    "ask",
    "chat",
    "project",
    "provider",
    "key",
    "search",
    "models",
    "tokens",
    "usage",
    "import",
    "export",
    "decode",
    "backup",
    "restore",
    "vault",
    "doctor",
    "template",
    "erase",
]


@pytest.mark.parametrize("path", SCRIPTS, ids=[path.stem for path in SCRIPTS])
def test_script(path, program, mock, tmp_path):
    (tmp_path / "note.txt").write_text("a note to attach\n")
    (tmp_path / "bytes.bin").write_bytes(b"\xff\xfe\x00")
    values = {"MOCK": mock.base_url, "DATA": program.data, "FOLDER": tmp_path}
    script.run(path.read_text(), program, values)


def test_there_are_scripts():
    assert len(SCRIPTS) >= 7


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_as_reviewed(program, command):
    result = program.run(*([command, "--help"] if command else ["help"]))
    assert result.returncode == 0 and result.stderr == ""
    path = FOLDER / "help" / f"{command or 'sotto'}.txt"
    if os.environ.get("SOTTO_UPDATE_HELP"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(result.stdout)
    assert result.stdout == path.read_text(), f"the help of '{command}' changed; see {path.name}"
    if command:
        assert program.run("help", command).stdout == result.stdout
        assert program.run(command, "-h").stdout == result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 110


def test_help_names_every_command(program):
    shown = program.run("--help").stdout
    for command in COMMANDS[1:]:
        assert f"\n  {command} " in shown


def test_help_and_version_make_no_data_folder(program):
    for arguments in (
        ["--help"],
        ["--version"],
        ["help", "ask"],
        [],
        ["nonsense"],
        ["ask", "--bad"],
    ):
        program.run(*arguments)
    assert not os.path.exists(program.data)


def test_ask_as_json(program):
    result = program.run("ask", "--json", "[[mock chunks=4 csize=5]] hello")
    assert result.returncode == 0, result
    answer = json.loads(result.stdout)
    assert answer["text"] and answer["stop_reason"] == "stop"
    assert answer["model"].startswith("openai/")
    assert answer["usage"]["output_tokens"] == 4
    assert answer.get("error") is None
    assert len(answer["conversation_id"]) == 36


def test_ask_as_json_names_the_model_that_answered_in_place(program):
    program.run("provider", "add", "away", "--base-url", "http://127.0.0.1:1/v1")
    edited = program.run("project", "edit", "Default", "--model", "away/m", "--fallback", "openai")
    assert edited.returncode == 0, edited
    answer = json.loads(program.run("ask", "--json", "[[mock chunks=1]] hello").stdout)
    assert answer["fallback"]["model"] == answer["model"]
    assert answer["model"].startswith("openai/")
    assert answer["fallback"]["error"]["code"] == "connection_failed"


def test_ask_as_json_when_it_fails(program):
    result = program.run("ask", "--json", "[[mock close=2]] hello")
    assert result.returncode == 1
    answer = json.loads(result.stdout)
    assert answer["error"]["code"] == "stream_cut"
    assert answer["text"], "what came before the failure is part of the answer"


def test_ask_prints_the_same_streamed_or_whole(program):
    question = "[[mock chunks=30 text=zh]] hello"
    streamed = program.run("ask", question)
    whole = program.run("ask", "--no-stream", question)
    assert streamed.returncode == whole.returncode == 0
    assert streamed.stderr == whole.stderr == ""
    assert streamed.stdout.strip()
    assert b"\x1b" not in streamed.stdout.encode(), "no colour beyond a terminal"
    # The mock counts bytes in one and characters in the other.
    assert streamed.stdout.startswith(whole.stdout.rstrip("\n"))


def test_ask_sends_files_then_arguments_then_standard_input(program, mock, tmp_path):
    (tmp_path / "a.txt").write_text("from the file")
    program.run(
        "ask",
        "--attach",
        str(tmp_path / "a.txt"),
        "--system",
        "be brief",
        "[[mock chunks=1]]",
        "two",
        "words",
        stdin="from standard input\n",
    )
    messages = mock.last_messages()
    assert messages[0]["content"] == "be brief"
    sent = messages[-1]["content"]
    places = [
        sent.index(t)
        for t in ("from the file", "[[mock chunks=1]] two words", "from standard input")
    ]
    assert places == sorted(places)


def test_every_json_output_is_one_json_value(program):
    program.run("project", "add", "Zweites")
    for arguments in (
        ["project", "list"],
        ["project", "show"],
        ["provider", "list"],
        ["key", "list"],
        ["models"],
        ["doctor"],
    ):
        result = program.run(*arguments, "--json")
        assert result.returncode == 0, result
        assert isinstance(json.loads(result.stdout), dict if "show" in arguments else list)


def test_a_project_by_its_name(program, mock):
    assert program.run("project", "add", "Brief", "--system", "answer in one word").returncode == 0
    program.run("ask", "--project", "Brief", "[[mock chunks=1]]")
    assert mock.last_messages()[0]["content"] == "answer in one word"
    result = program.run("ask", "--project", "Nobody", "hello")
    assert result.returncode == 1
    assert "Nobody" in result.stderr


def test_a_reader_that_closes_early_is_no_crash(program):
    child = program.start(
        "ask",
        "[[mock chunks=5000 csize=100]]",
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
    )
    child.stdout.read(10)
    child.stdout.close()
    status = child.wait(30)
    message = child.stderr.read().decode()
    child.stderr.close()
    assert status >= 0, f"it died of signal {-status}: {message}"
    assert "Fatal" not in message
