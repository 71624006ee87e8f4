"""A data folder that opens with a key in the key store, without a question."""

import json
import os
import shutil

import pytest

QUESTION = "Where did the captain bury the treasure?"


def succeed(program, *arguments, **options):
    result = program.run(*arguments, **options)
    assert result.returncode == 0, result.stderr
    return result


def refuse(program, *words, command=("project", "list")):
    """The folder does not open, and it says why and what to do."""
    result = program.run(*command)
    assert result.returncode == 1, result.stdout
    for word in words:
        assert word in result.stderr, result.stderr


def status(program):
    return json.loads(succeed(program, "vault", "--json").stdout)


def vault_file(program):
    with open(os.path.join(program.data, "vault.json")) as file:
        return json.load(file)


def readable(program):
    """The files of the folder that have the question in them."""
    return [
        name
        for folder, _, names in os.walk(program.data)
        for name in names
        if b"captain" in open(os.path.join(folder, name), "rb").read()
    ]


@pytest.fixture
def answered(desktop):
    """The program with a conversation, in the clear."""
    desktop.environment["OPENAI_API_KEY"] = "sk-environment"
    succeed(desktop, "project", "add", "Islands")
    succeed(desktop, "ask", "--project", "Islands", f"[[mock chunks=2]] {QUESTION}")
    assert readable(desktop)
    return desktop


def test_a_key_in_the_keyring_opens_the_folder_unasked(answered, keyring):
    succeed(answered, "vault", "encrypt", "--key-store")
    assert readable(answered) == []
    assert status(answered) == {"encrypted": True, "lock": "key-store", "store": "secret-service"}
    assert "Islands" in succeed(answered, "project", "list").stdout
    assert "by a key in the secret-service" in answered.run("doctor").stdout
    # It is no provider's key, and cannot be taken for one.
    assert succeed(answered, "key", "list").stdout == ""
    name = vault_file(answered)["name"]
    assert answered.run("key", "remove", name).returncode == 1
    keyring.stop()
    keyring.start()
    with answered.serve() as server:
        assert server.api.get("/api/v1/vault")["lock"] == "key-store"
        conversation = server.api.new_conversation()
        assert server.api.answer(conversation, text=QUESTION)[1].last.name == "finished"
        server.kill()
    assert readable(answered) == []

    # Both ways, while the pages stay as they are.
    with open(os.path.join(answered.data, "sotto.sqlite"), "rb") as file:
        pages = file.read(8192)
    succeed(answered, "vault", "passphrase", stdin="four words in a row\n")
    assert status(answered)["lock"] == "passphrase"
    refuse(answered, "SOTTO_PASSPHRASE_FILE")
    succeed(answered, "vault", "key-store", stdin="four words in a row\n")
    with open(os.path.join(answered.data, "sotto.sqlite"), "rb") as file:
        assert file.read(8192) == pages
    assert "Islands" in succeed(answered, "project", "list").stdout
    succeed(answered, "vault", "decrypt", "--remove-key")
    assert readable(answered)
    assert status(answered)["encrypted"] is False


def test_a_keyring_that_is_locked_gone_or_another_says_what_to_do(answered, keyring):
    succeed(answered, "vault", "encrypt", "--key-store")
    keyring.lock()
    refuse(answered, "keyring of this desktop is locked", "unlock it")
    refuse(answered, "unlock it", command=("serve", "--port", "0"))
    refuse(answered, "unlock it", command=("vault", "decrypt"))
    refuse(answered, "unlock it", command=("restore", "latest", "--yes"))
    keyring.stop()
    refuse(answered, "there is no keyring to talk to", "sotto vault passphrase")
    # Another person's, or a new one.
    shutil.rmtree(os.path.join(keyring.environment["HOME"], ".local"))
    keyring.start()
    refuse(answered, vault_file(answered)["name"], "is not in the secret-service", "nothing can be read")
    assert readable(answered) == []


def test_a_folder_is_not_encrypted_where_no_keyring_takes_the_key(answered, keyring):
    keyring.stop()
    result = answered.run("vault", "encrypt", "--key-store")
    assert result.returncode == 1 and "without --key-store" in result.stderr
    assert status(answered)["encrypted"] is False
    wrong = (["passphrase", "--key-store"], ["status", "--remove-key"], ["decrypt", "--remove-key"])
    for arguments in wrong:
        assert answered.run("vault", *arguments).returncode == 2
    assert "Islands" in succeed(answered, "project", "list").stdout


def test_a_copy_of_the_folder_opens_with_the_key_of_its_time(answered, tmp_path):
    """What happens to the one must not lock the other out, unless that is asked for."""
    succeed(answered, "vault", "encrypt", "--key-store")
    copy = tmp_path / "copy.sqlite"
    made = succeed(answered, "backup", "--output", str(copy))
    assert "vault.json" in made.stderr and "secret-service" in made.stderr
    twin = {"SOTTO_DATA": str(tmp_path / "twin")}
    shutil.copytree(answered.data, twin["SOTTO_DATA"])
    succeed(answered, "vault", "decrypt")
    assert "Islands" in succeed(answered, "project", "list", environment=twin).stdout

    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    refused = answered.run("restore", str(copy), "--yes", "--data", str(elsewhere))
    assert refused.returncode == 1 and "vault.json" in refused.stderr, refused.stderr
    shutil.copy(os.path.join(twin["SOTTO_DATA"], "vault.json"), elsewhere)
    succeed(answered, "restore", str(copy), "--yes", "--data", str(elsewhere))
    assert "Islands" in succeed(answered, "project", "list", "--data", str(elsewhere)).stdout

    succeed(answered, "vault", "passphrase", "--remove-key", stdin="four words\n", environment=twin)
    refused = answered.run("project", "list", "--data", str(elsewhere))
    assert refused.returncode == 1 and "is not in the secret-service" in refused.stderr


def test_the_sealed_file_can_have_the_key(program):
    """One passphrase for the keys and the folder; `SOTTO_KEY_STORE` names the file."""
    succeed(program, "project", "add", "Islands")
    succeed(program, "vault", "encrypt", "--key-store")
    assert status(program)["store"] == "sealed-file"
    assert "Islands" in succeed(program, "project", "list").stdout
    succeed(program, "key", "set", "openai", stdin="sk-a-key")
    assert succeed(program, "key", "list").stdout == "openai\n"
    path = program.environment.pop("SOTTO_PASSPHRASE_FILE")
    refuse(program, "the keys are locked", "SOTTO_PASSPHRASE_FILE")
    program.environment["SOTTO_PASSPHRASE_FILE"] = path
    succeed(program, "vault", "decrypt", "--remove-key")
    assert "Islands" in succeed(program, "project", "list").stdout
    assert program.integrity() == "ok"
