"""Documents and pictures that are made ready before they are sent."""

import struct
from pathlib import Path

import pytest
from playwright.sync_api import expect

from test_attachments import choose, file, png
from test_quality import check

DOCUMENTS = Path(__file__).resolve().parents[1] / "Fixtures" / "documents"


def document(name):
    return file(name, (DOCUMENTS / name).read_bytes(), "application/pdf")


def turned_jpeg(page, width, height):
    """A JPEG that is to be shown turned by a quarter, as a phone writes one."""
    data = page.evaluate(
        """async ([width, height]) => {
          const canvas = Object.assign(document.createElement('canvas'), { width, height });
          canvas.getContext('2d').fillRect(0, 0, width / 2, height);
          const blob = await new Promise((done) => canvas.toBlob(done, 'image/jpeg'));
          return [...new Uint8Array(await blob.arrayBuffer())];
        }""",
        [width, height],
    )
    entry = struct.pack(">HHIHH", 0x0112, 3, 1, 6, 0)
    tiff = b"MM\0*" + struct.pack(">IH", 8, 1) + entry + struct.pack(">I", 0)
    exif = b"Exif\0\0" + tiff
    jpeg = bytes(data)
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]


def gif(pictures):
    """A GIF of a few pixels that shows so many pictures."""
    head = b"GIF89a" + struct.pack("<HHBBB", 4, 4, 0x80, 0, 0) + b"\xff\0\0\0\0\xff"
    picture = b"\x21\xf9\4\4\x0a\0\0\0" + b"\x2c" + struct.pack("<HHHHB", 0, 0, 4, 4, 0)
    picture += b"\2\5\x84\x8f\xa9\x1b\5\0"
    return head + picture * pictures + b"\x3b"


def test_documents_say_before_they_are_sent_what_is_wrong(chat):
    tray = chat.page.locator(".attachment")
    choose(chat, document("tides.pdf"), document("locked.pdf"), document("scan.pdf"))
    if tray.filter(has_text="poppler-utils").count():
        pytest.skip("poppler-utils is not installed: nothing read a PDF")
    expect(tray.nth(0)).not_to_contain_text("text")
    expect(tray.nth(1)).to_contain_text("Protected by a password")
    expect(tray.nth(2)).to_contain_text("There is no text in it")
    check(chat.page)
    chat.page.reload()
    expect(tray.nth(1)).to_contain_text("Protected by a password")
    for _ in range(2):
        tray.last.get_by_role("button").click()
    chat.ask("What is in it? [[mock chunks=3]]")
    expect(chat.questions.last).to_contain_text("tides.pdf")


def test_the_inspector_shows_the_text_of_a_document(chat, provider):
    body = {"name": "plain", "kind": "openai-chat", "base_url": f"http://127.0.0.1:{provider}/v1"}
    chat.page.request.post("/api/v1/providers", data={**body, "default_model": "gpt-quick"})
    project = chat.page.request.get("/api/v1/projects").json()["active_project_id"]
    chat.page.request.patch(f"/api/v1/projects/{project}", data={"model": "plain/gpt-quick"})
    chat.page.reload()
    tray = chat.page.locator(".attachment")
    choose(chat, document("tides.pdf"), document("scan.pdf"))
    expect(tray).to_have_count(2)
    expect(tray.first).to_contain_text("kB")
    if tray.filter(has_text="poppler-utils").count():
        pytest.skip("poppler-utils is not installed: nothing read a PDF")
    chat.page.keyboard.press("Alt+KeyI")
    inspector = chat.page.locator("chat-inspector")
    inspector.get_by_text("Your draft").click()
    expect(inspector).to_contain_text("High water comes at noon.")
    expect(inspector).to_contain_text("has no text that could go in its place")
    chat.ask("What is in them? [[mock chunks=3]]")
    expect(chat.answers.last).to_contain_text("“scan.pdf” did not go to the model: there is no text")


def test_pictures_are_made_what_models_take(chat, context):
    tray = chat.page.locator(".attachment")
    photo = turned_jpeg(chat.page, 60, 40)
    choose(
        chat,
        file("photo.jpg", photo, "image/jpeg"),
        file("wave.gif", gif(2), "image/gif"),
        file("still.gif", gif(1), "image/gif"),
        file("plain.png", png(30, 20), "image/png"),
    )
    expect(tray.locator("img")).to_have_count(4)
    expect(tray.nth(1)).to_contain_text("first picture")
    expect(tray.nth(2)).not_to_contain_text("first picture")
    chat.ask("[[mock chunks=3]]")
    url = chat.page.url.split("/c/")[1]
    messages = context.request.get(f"/api/v1/conversations/{url}/messages").json()["messages"]
    found = [(p["media_type"], p["width"], p["height"]) for p in messages[0]["parts"] if "width" in p]
    assert found == [
        ("image/jpeg", 40, 60), ("image/png", 4, 4), ("image/png", 4, 4), ("image/png", 30, 20),
    ]  # fmt: skip


def test_what_no_model_reads_is_said_before_it_is_sent_anywhere(chat):
    sent = []
    chat.page.on("request", lambda request: sent.append(request.url))
    tray = chat.page.locator(".attachment")
    choose(chat, file("all.zip", b"PK\3\4", "application/zip"), file("x", b"\0\1\2", ""))
    expect(tray.nth(0)).to_contain_text("No model reads this kind of file")
    expect(tray.nth(1)).to_contain_text("No model reads this kind of file")
    assert not any("name=all.zip" in url for url in sent)
    chat.page.get_by_role("button", name="Attach files").hover()
    assert "12 MB" in chat.page.get_by_role("button", name="Attach files").get_attribute("title")
