"""An encrypted data folder: what is on the disk, who can open it, and conversions that are killed."""

import json
import os
import random
import shutil
import sqlite3
import time

import pytest

PASSPHRASE = "correct horse battery staple"
QUESTION = "Where did the captain bury the treasure?"
NOT_ENCRYPTED = {"encrypted": False, "lock": None, "store": None}
CANARIES = ["captain", "treasure", "Cinnamon", "peppercorn", "island.txt", "SQLite format", "CREATE"]


def passphrase_file(program, text=PASSPHRASE):
    path = os.path.join(program.folder, "passphrase")
    with open(path, "w") as file:
        file.write(text + "\n")
    program.environment["SOTTO_PASSPHRASE_FILE"] = path
    return path


def no_passphrase_file(program):
    """The one that the fixture gives for the keys would open the folder too."""
    program.environment.pop("SOTTO_PASSPHRASE_FILE", None)


def leaks(program):
    """The files of the data folder that have one of the texts in them, or in their name."""
    found = []
    for folder, _, names in os.walk(program.data):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                content = file.read()
            for text in CANARIES:
                wide = text.encode("utf-16-le")
                if text.encode() in content or wide in content or text in name:
                    found.append((os.path.relpath(path, program.data), text))
    return found


def fill(server):
    """A project and a file with the words that must not be found."""
    server.api.post("/api/v1/projects", {"name": "Cinnamon trade"}, status=201)
    sent = {"Content-Type": "text/plain"}
    reply = server.api.call("POST", "/api/v1/files?name=island.txt", raw=b"peppercorn " * 40, headers=sent)
    assert reply.status in (200, 201), reply


def ask(program, text):
    result = program.run("ask", f"[[mock chunks=5]] {text}")
    assert result.returncode == 0, result.stderr


def test_nothing_readable_is_on_the_disk(program):
    passphrase_file(program)
    assert program.run("vault", "encrypt").returncode == 0
    with program.serve() as server:
        fill(server)
        ask(program, QUESTION)
        assert leaks(program) == []
        assert server.api.get("/api/v1/vault") == {
            "encrypted": True,
            "lock": "passphrase",
            "store": None,
        }
        server.kill()
    assert leaks(program) == []
    with program.serve() as server:
        names = [project["name"] for project in server.api.projects()["projects"]]
        assert "Cinnamon trade" in names
        server.terminate()
    assert leaks(program) == []


def test_a_folder_is_encrypted_and_decrypted_with_all_that_is_in_it(program):
    no_passphrase_file(program)
    with program.serve() as server:
        fill(server)
        server.terminate()
    ask(program, QUESTION)
    assert leaks(program) != []
    status = json.loads(program.run("vault", "--json").stdout)
    assert status == NOT_ENCRYPTED

    result = program.run("vault", "encrypt", stdin=PASSPHRASE + "\n")
    assert result.returncode == 0, result.stderr
    assert leaks(program) == []
    assert json.loads(program.run("vault", "status", "--json").stdout)["encrypted"] is True

    passphrase_file(program)
    assert "Cinnamon trade" in program.run("project", "list").stdout
    assert program.run("doctor", "--json").returncode == 0
    result = program.run("vault", "passphrase", stdin="another passphrase\n")
    assert result.returncode == 0, result.stderr
    refused = program.run("project", "list")
    assert refused.returncode == 1
    assert "passphrase does not open" in refused.stderr

    passphrase_file(program, "another passphrase")
    assert program.run("vault", "decrypt").returncode == 0
    del program.environment["SOTTO_PASSPHRASE_FILE"]
    assert "Cinnamon trade" in program.run("project", "list").stdout
    assert program.integrity() == "ok"


def test_without_the_passphrase_the_server_says_what_to_do(program):
    no_passphrase_file(program)
    assert program.run("vault", "encrypt", stdin=PASSPHRASE + "\n").returncode == 0
    for command in (["serve", "--port", "0"], ["project", "list"]):
        result = program.run(*command)
        assert result.returncode == 1
        assert "is encrypted" in result.stderr and "SOTTO_PASSPHRASE_FILE" in result.stderr
    given = program.run("vault", "encrypt", "a passphrase as an argument")
    assert given.returncode == 2
    assert "a passphrase as" not in given.stdout


def test_a_folder_in_use_is_not_converted(program):
    no_passphrase_file(program)
    with program.serve() as server:
        result = program.run("vault", "encrypt", stdin=PASSPHRASE + "\n")
        assert result.returncode == 1
        assert "open" in result.stderr
        assert server.api.get("/api/v1/vault") == NOT_ENCRYPTED


@pytest.mark.timeout(300)
def test_a_conversion_that_is_killed_leaves_the_one_or_the_other(program, seed):
    """Killed at any moment, in both directions; the next command opens what there is, whole."""
    chosen = random.Random(seed)
    with program.serve() as server:
        fill(server)
        server.terminate()
    ask(program, QUESTION)
    database = sqlite3.connect(program.database())
    database.execute("CREATE TABLE ballast (bytes BLOB)")
    database.executemany("INSERT INTO ballast VALUES (zeroblob(1000000))", [()] * 30)
    database.commit()
    database.close()
    passphrase_file(program)

    for _ in range(16):
        is_encrypted = json.loads(program.run("vault", "--json").stdout)["encrypted"]
        action = "decrypt" if is_encrypted else "encrypt"
        child = program.start("vault", action)
        time.sleep(chosen.uniform(0.3, 3.0))
        child.kill()
        child.wait()
        now = json.loads(program.run("vault", "--json").stdout)["encrypted"]
        assert "Cinnamon trade" in program.run("project", "list").stdout
        left = [name for name in os.listdir(program.data) if name in ("vault.new", "vault.old")]
        assert left == []
        if now:
            assert leaks(program) == []


def test_copies_of_the_history_are_encrypted_and_come_back(program):
    with program.serve() as server:
        fill(server)
        server.terminate()
    ask(program, QUESTION)
    assert program.run("backup").returncode == 0
    passphrase_file(program)
    assert program.run("vault", "encrypt").returncode == 0
    assert leaks(program) == []
    elsewhere = os.path.join(program.folder, "elsewhere")
    copy = os.path.join(program.folder, "copy.sqlite")
    for command in (["backup"], ["backup", "--output", copy]):
        result = program.run(*command)
        assert result.returncode == 0, result.stderr
    assert "vault.json" in result.stderr
    assert leaks(program) == []
    with open(copy, "rb") as file:
        content = file.read()
    assert not any(text.encode() in content for text in CANARIES)

    result = program.run("restore", "latest", "--yes")
    assert result.returncode == 0, result.stderr
    assert "Cinnamon trade" in program.run("project", "list").stdout
    assert leaks(program) == []

    os.mkdir(elsewhere)
    shutil.copy(os.path.join(program.data, "vault.json"), elsewhere)
    result = program.run("restore", copy, "--yes", "--data", elsewhere)
    assert result.returncode == 0, result.stderr
    assert "Cinnamon trade" in program.run("project", "list", "--data", elsewhere).stdout


def test_one_passphrase_opens_the_folder_and_the_keys(program):
    passphrase_file(program)
    program.environment["SOTTO_KEY_STORE"] = "sealed-file"
    assert program.run("vault", "encrypt").returncode == 0
    result = program.run("key", "set", "openai", stdin="sk-a-key-of-a-provider")
    assert result.returncode == 0, result.stderr
    assert program.run("vault", "passphrase", stdin="another passphrase\n").returncode == 0
    passphrase_file(program, "another passphrase")
    result = program.run("key", "list")
    assert result.returncode == 0, result.stderr
    assert "openai" in result.stdout
    # They keep theirs, which is told as a lock and not as a mistake.
    with program.serve() as server:
        assert server.api.get("/api/v1/keys")["locked"] is True
