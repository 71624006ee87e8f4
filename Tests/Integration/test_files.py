"""Files of a message: documents as text, texts in other encodings, pictures that few models read."""

import base64
import json
import shutil
from pathlib import Path

import pytest

from .support.server import Program
from .test_context import add_provider, context
from .test_key_stores import at_terminal
from .test_requests import last_body

DOCUMENTS = Path(__file__).resolve().parents[1] / "Fixtures/documents"
needs_reader = pytest.mark.skipif(
    not shutil.which("pdftotext"), reason="poppler-utils is not installed: nothing read a PDF"
)


@pytest.fixture
def attach(api):
    """Keeps a file and returns what the server says of it."""

    def keep(name, data=None, kind="application/octet-stream"):
        data = (DOCUMENTS / name).read_bytes() if data is None else data
        headers = {"Content-Type": kind}
        reply = api.call("POST", f"/api/v1/files?name={name}", raw=data, headers=headers)
        assert reply.status == 201, reply
        return reply.json

    return keep


@pytest.fixture
def conversations(api):
    """Makes conversations whose titles ask no model, so that the last request is the question's."""
    project = api.new_project("Files", model="openai/m", titles={"by": "first_message"})["id"]
    return lambda: api.new_conversation(project)


def named(file, name):
    return [{"digest": file["digest"], "name": name}]


@needs_reader
def test_a_pdf_goes_as_text_to_whom_takes_none_and_as_it_is_to_whom_does(
    api, mock, attach, conversations
):
    add_provider(api, "plain", "openai-chat", mock.base_url)
    file = attach("tides.pdf")
    assert file["media_type"] == "application/pdf"
    assert file["document"]["state"] == "read" and file["document"]["trouble"] is None
    attached = named(file, "tides.pdf")
    conversation = conversations()
    path = f"/api/v1/conversations/{conversation}"

    def tokens(**message):
        return api.post(f"{path}/estimate", {"model": "plain/m", **message})["input_tokens"]

    assert tokens(text="x", attachments=attached) > tokens(text="x") + 20
    shown = api.post(f"{path}/context", {"attachments": attached, "model": "plain/m"})
    assert "High water comes at noon." in shown["blocks"][-1]["parts"][0]["text"]
    assert 'name=\\"tides.pdf\\"' in shown["body"] and "[page 2]" in shown["body"]
    assert shown["omitted"] == []

    turn, _ = api.answer(
        conversation, text="[[mock chunks=1]]", attachments=attached, model="plain/m"
    )
    assert "High water comes at noon." in str(mock.last_messages()[-1]["content"])
    assert "notes" not in api.message(conversation, turn.assistant)
    data = base64.b64encode((DOCUMENTS / "tides.pdf").read_bytes()).decode()
    for kind in ("anthropic", "gemini", "openai-responses"):
        add_provider(api, kind, kind, mock.base_url)
        message = {"attachments": attached, "model": f"{kind}/m"}
        body = api.post(f"{path}/context", message)["body"]
        assert data in body.replace("\\/", "/") and "[page 2]" not in body.split(data)[-1]


@needs_reader
def test_a_pdf_without_text_says_so_before_it_is_sent_and_after(api, mock, attach, conversations):
    add_provider(api, "bare", "openai-chat", mock.base_url)
    for name, state in (("locked.pdf", "encrypted"), ("scan.pdf", "no_text")):
        file = attach(name)
        assert file["document"]["state"] == state and file["document"]["trouble"]
        conversation = conversations()
        turn, stream = api.answer(
            conversation,
            text="[[mock chunks=1]]", attachments=named(file, name), model="bare/m",
        )  # fmt: skip
        assert stream.last.name == "finished"
        assert file["document"]["trouble"] in str(mock.last_messages()[-1]["content"])
        note = api.message(conversation, turn.assistant)["notes"][0]
        assert (note["code"], note["file"]["code"]) == ("file_not_sent", state)
        left = context(api, conversation, "next", model="bare/m")["omitted"]
        assert [one["reason"] for one in left if "file" in one] == ["file_unreadable"]
    broken = attach("broken.pdf", b"%PDF-1.4 and nothing more")
    assert broken["document"]["state"] == "damaged"


def test_a_text_in_another_encoding_becomes_utf8(api, mock, attach, conversations):
    for text, encoding in (
        ("今天天气很好，我们去公园散步。", "gb18030"),
        ("Grüße aus der Straße – „schön“", "cp1252"),
        ("Zoë 好\r\n", "utf-16"),
    ):
        file = attach("note.txt", text.encode(encoding), "text/plain")
        assert file["media_type"] == "text/plain", encoding
        reply = api.call("GET", f"/api/v1/files/{file['digest']}")
        assert reply.body.decode() == text
        api.answer(
            conversations(), text="[[mock chunks=1]]", attachments=named(file, "note.txt")
        )
        assert text in mock.last_messages()[-1]["content"]


def test_a_photo_that_the_provider_refuses_is_named_and_not_sent(api, mock, attach, conversations):
    photo = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + b"\0" * 40
    file = attach("photo.heic", photo)
    assert file["media_type"] == "image/heic"
    conversation = conversations()
    turn, stream = api.answer(
        conversation, text="[[mock chunks=1]]", attachments=named(file, "photo.heic")
    )
    assert stream.last.name == "finished"
    assert "image_url" not in json.dumps(last_body(mock))
    note = api.message(conversation, turn.assistant)["notes"][0]["file"]
    assert note["name"] == "photo.heic" and note["code"] == "file_not_supported"


@needs_reader
def test_the_terminal_takes_them_too(program, mock, tmp_path):
    note = tmp_path / "note.txt"
    note.write_bytes("今天天气很好，我们去公园散步。".encode("gb18030"))
    program.run("provider", "add", "plain", "--base-url", mock.base_url)
    asked = program.run(
        "ask", "--model", "plain/m", "--attach", str(note),
        "--attach", str(DOCUMENTS / "tides.pdf"), "[[mock chunks=1]]",
    )  # fmt: skip
    assert asked.returncode == 0, asked.stderr
    sent = str(mock.last_messages()[-1]["content"])
    assert "我们去公园散步" in sent and "High water comes at noon." in sent


def test_where_the_data_is_and_how_large(api, shared_program, attach):
    before = api.get("/api/v1/data")
    assert before["folder"] == shared_program.data and before["encrypted"] is False
    assert before["schema"] >= 4 and before["database_bytes"] > 4096 < before["free_bytes"]
    attach("large.txt", b"word " * 40_000)
    after = api.get("/api/v1/data")
    assert after["files_bytes"] - before["files_bytes"] >= 200_000
    api.post("/api/v1/backups", status=201)
    backed = api.get("/api/v1/data")
    # The copy has the same files, which are on the disk once.
    assert 100_000 < backed["backups_bytes"] < 200_000 + after["database_bytes"]
    assert backed["files_bytes"] == after["files_bytes"]
    parts = ("database_bytes", "files_bytes", "backups_bytes")
    assert backed["total_bytes"] >= sum(backed[part] for part in parts)


def test_a_new_host_is_asked_about_at_the_terminal_and_remembered(binary, tmp_path):
    program = Program(binary, tmp_path, "https://provider.invalid/v1")
    assert program.run("provider", "confirm", "on").returncode == 0
    ask = ("ask", "--model", "openai/gpt", "Hello")
    status, shown = at_terminal(program, *ask, answers=[("[y/N] ", "n")])
    assert status == 1 and "provider.invalid" in shown and "sotto provider allow" in shown
    status, shown = at_terminal(program, *ask, answers=[("[y/N] ", "y")])
    assert "earlier messages" in shown and "was not found" in shown
    status, shown = at_terminal(program, *ask, answers=[])
    assert "[y/N]" not in shown and "was not found" in shown
