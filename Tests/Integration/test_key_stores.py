"""Where keys are kept: the desktop's keyring, the sealed file, and the way out of the plain one."""

import os
import pty
import select
import subprocess

import pytest

from .support.server import PASSPHRASE

KEY = "sk-store-canary-1f0e9d8c7b6a5f4e"


def holds(folder, text):
    """The files of a folder that have a text in them."""
    found = []
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            if os.path.isfile(path) and text.encode() in open(path, "rb").read():
                found.append(os.path.relpath(path, folder))
    return sorted(found)


@pytest.fixture
def locked(program):
    """The program without a passphrase at hand."""
    del program.environment["SOTTO_PASSPHRASE_FILE"]
    del program.environment["OPENAI_API_KEY"]
    return program


# The keyring


def test_the_keyring_keeps_a_key_and_the_data_folder_only_its_name(desktop, keyring):
    assert desktop.run("key", "set", "openai", stdin=KEY).returncode == 0
    assert desktop.run("key", "list").stdout == "openai\n"
    assert holds(desktop.folder, KEY) == []
    assert desktop.run("ask", "hello").returncode == 0
    with desktop.serve() as server:
        assert server.api.get("/api/v1/keys") == {
            "store": "secret-service",
            "locked": False,
            "has_passphrase": False,
            "names": ["openai"],
        }
        body = {"passphrase": "long enough"}
        refused = server.api.call("POST", "/api/v1/keys/passphrase", body)
        assert (refused.status, refused.error["code"]) == (400, "invalid_input")
    assert "openai (in the secret-service)" in desktop.run("doctor").stdout
    # It outlives the keyring's own process.
    keyring.stop()
    keyring.start()
    assert desktop.run("ask", "hello").returncode == 0
    assert desktop.run("key", "remove", "openai").returncode == 0
    assert desktop.run("key", "list").stdout == ""
    assert desktop.run("ask", "hello").returncode == 1


def test_two_data_folders_share_no_key(desktop):
    assert desktop.run("key", "set", "openai", stdin=KEY).returncode == 0
    other = {"SOTTO_DATA": os.path.join(desktop.folder, "other")}
    assert desktop.run("key", "list", environment=other).stdout == ""
    assert desktop.run("key", "set", "openai", stdin="sk-other", environment=other).returncode == 0
    assert desktop.run("key", "remove", "openai", environment=other).returncode == 0
    assert desktop.run("ask", "hello").returncode == 0


def test_a_locked_keyring_says_so_and_loses_nothing(desktop, keyring):
    assert desktop.run("key", "set", "openai", stdin=KEY).returncode == 0
    keyring.lock()
    for command in (["ask", "hello"], ["key", "set", "b"], ["key", "remove", "openai"]):
        result = desktop.run(*command, stdin="sk-b" if "set" in command else "")
        assert result.returncode == 1, command
        assert "keyring of this desktop is locked" in result.stderr, result.stderr
        assert "unlock it" in result.stderr
    assert desktop.run("key", "list").stdout == "openai\n"
    with desktop.serve() as server:
        assert server.api.get("/api/v1/keys")["locked"] is True
        conversation = server.api.new_conversation()
        _, stream = server.api.answer(conversation, text="hello", model="openai/gpt-quick")
        assert stream.last.data["error"]["code"] == "keys_locked"


def test_a_keyring_that_has_gone_is_told_from_one_without_keys(desktop, keyring):
    assert desktop.run("key", "set", "openai", stdin=KEY).returncode == 0
    keyring.stop()
    result = desktop.run("ask", "hello")
    assert result.returncode == 1
    assert "there is no keyring to talk to" in result.stderr
    assert desktop.run("key", "list").stdout == "openai\n"
    with desktop.serve() as server:
        reply = server.api.call("GET", "/api/v1/keys")
        assert (reply.status, reply.error["code"]) == (503, "key_store")
        assert "SOTTO_KEY_STORE" in reply.error["hint"]
        # Whose key is in the environment is not concerned.
    key = {"OPENAI_API_KEY": "sk-environment", "SOTTO_DATA": desktop.folder + "/other"}
    assert desktop.run("ask", "hello", environment=key).returncode == 0


def test_keys_of_the_plain_file_move_into_the_keyring(desktop):
    assert desktop.run("project", "list").returncode == 0
    path = os.path.join(desktop.data, "keys.json")
    with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
        file.write(f'{{"openai": "{KEY}"}}')
    result = desktop.run("ask", "hello")
    assert result.returncode == 0
    assert "moved the keys of keys.json (openai) into the secret-service" in result.stderr
    assert holds(desktop.folder, KEY) == []
    assert not os.path.exists(path)
    assert desktop.run("ask", "hello").stderr == ""


# The sealed file


def test_the_page_chooses_a_passphrase_and_unlocks_after_a_restart(locked, mock):
    provider = {"name": "work", "base_url": mock.base_url, "key": KEY}
    with locked.serve() as server:
        api = server.api
        refused = api.call("POST", "/api/v1/providers", provider)
        assert (refused.status, refused.error["code"]) == (423, "keys_locked")
        assert "passphrase" in refused.error["hint"]
        api.post("/api/v1/keys/passphrase", {"passphrase": "four words in a row"})
        api.post("/api/v1/providers", provider, status=201)
        server.kill()
    assert holds(locked.folder, KEY) == []
    assert holds(locked.data, "four words in a row") == []
    with locked.serve() as server:
        api = server.api
        assert "the keys are locked" in server.output
        assert api.get("/api/v1/keys") == {
            "store": "sealed-file",
            "locked": True,
            "has_passphrase": True,
            "names": ["work"],
        }
        conversation = api.new_conversation()
        _, stream = api.answer(conversation, text="hello", model="work/gpt-quick")
        assert stream.last.data["error"]["code"] == "keys_locked"
        wrong = api.call("POST", "/api/v1/keys/unlock", {"passphrase": "three words only"})
        assert (wrong.status, wrong.error["code"]) == (403, "wrong_passphrase")
        api.post("/api/v1/keys/unlock", {"passphrase": "four words in a row"})
        _, stream = api.answer(conversation, text="hello", model="work/gpt-quick")
        assert stream.last.name == "finished"


def test_a_key_in_the_environment_needs_no_store(program):
    del program.environment["SOTTO_PASSPHRASE_FILE"]
    assert program.run("ask", "hello").returncode == 0
    assert not any("key" in name for name in os.listdir(program.data))


def test_systemd_hands_over_the_passphrase(locked):
    folder = os.path.join(locked.folder, "credentials")
    os.mkdir(folder)
    with open(os.path.join(folder, "sotto-passphrase"), "w") as file:
        file.write(PASSPHRASE)
    locked.environment["CREDENTIALS_DIRECTORY"] = folder
    assert locked.run("key", "set", "openai", stdin=KEY).returncode == 0
    assert locked.run("ask", "hello").returncode == 0


def test_a_plain_key_works_until_there_is_a_passphrase(locked):
    assert locked.run("project", "list").returncode == 0
    path = os.path.join(locked.data, "keys.json")
    with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
        file.write(f'{{"openai": "{KEY}"}}')
    result = locked.run("ask", "hello")
    assert result.returncode == 0
    assert "'sotto key passphrase'" in result.stderr
    result = locked.run("key", "passphrase", stdin="four words in a row\n")
    assert "moved the keys of keys.json (openai)" in result.stderr, result.stderr
    assert holds(locked.folder, KEY) == []
    assert locked.run("key", "list").stdout == "openai\n"


# At a terminal


def at_terminal(program, *arguments, answers):
    """Runs a command on a terminal, answers each question, and returns all that was shown."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [program.binary, *arguments],
        stdin=theirs, stdout=theirs, stderr=theirs, env=program.environment,
    )  # fmt: skip
    os.close(theirs)
    shown, waiting = b"", list(answers)
    while True:
        ready, _, _ = select.select([ours], [], [], 30)
        assert ready, shown
        try:
            piece = os.read(ours, 4096)
        except OSError:
            break
        if not piece:
            break
        shown += piece
        while waiting and waiting[0][0].encode() in shown:
            question, answer = waiting.pop(0)
            os.write(ours, answer.encode() + b"\n")
    os.close(ours)
    assert waiting == [], shown
    return process.wait(), shown.decode()


def test_a_terminal_is_asked_without_showing_what_is_typed(locked):
    status, shown = at_terminal(
        locked, "key", "set", "openai",
        answers=[
            ("Key for openai: ", KEY),
            ("New passphrase: ", "four words in a row"),
            ("The same again: ", "four words in a row"),
        ],
    )  # fmt: skip
    assert status == 0, shown
    assert KEY not in shown and "four words" not in shown
    status, shown = at_terminal(
        locked, "ask", "hello", answers=[("Passphrase of the keys: ", "four words in a row")]
    )
    assert status == 0, shown
    assert "four words" not in shown
    status, shown = at_terminal(locked, "ask", "hello", answers=[("Passphrase of the keys: ", "")])
    assert status == 1 and "the keys are locked" in shown


def test_two_passphrases_that_differ_change_nothing(locked):
    status, shown = at_terminal(
        locked, "key", "passphrase",
        answers=[("New passphrase: ", "four words in a row"), ("The same again: ", "four words")],
    )  # fmt: skip
    assert status == 1 and "differ" in shown
    assert not os.path.exists(os.path.join(locked.data, "keys.sealed"))
