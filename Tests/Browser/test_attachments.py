"""Files with a message: chosen, pasted, dropped."""

import base64
import struct
import zlib

import pytest
from playwright.sync_api import expect


def png(width, height):
    """A picture of one colour."""
    rows = (b"\0" + b"\x20\x80\xa0" * width) * height
    chunk = lambda kind, data: (  # noqa: E731
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    )
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def file(name, content, kind):
    return {"name": name, "mimeType": kind, "buffer": content}


@pytest.fixture
def tray(chat):
    return chat.page.locator(".attachment")


def choose(chat, *files):
    chat.page.locator("attachment-tray input").set_input_files(list(files))


def hand_over(chat, event, target, name, content, kind):
    """A drop or a paste of a file, which Playwright cannot do itself."""
    chat.page.evaluate(
        """([event, target, name, content, kind]) => {
          const bytes = Uint8Array.from(atob(content), (one) => one.charCodeAt(0));
          const data = new DataTransfer();
          data.items.add(new File([bytes], name, { type: kind }));
          const options = { bubbles: true, cancelable: true };
          const made = event === 'paste'
            ? new ClipboardEvent(event, { ...options, clipboardData: data })
            : new DragEvent(event, { ...options, dataTransfer: data });
          document.querySelector(target).dispatchEvent(made);
        }""",
        [event, target, name, base64.b64encode(content).decode(), kind],
    )


def test_a_picture_goes_with_the_message(chat, tray):
    choose(chat, file("sea.png", png(60, 40), "image/png"))
    expect(tray.locator("img")).to_be_visible()
    chat.ask("What is this? [[mock chunks=3]]")
    expect(tray).to_have_count(0)
    picture = chat.questions.last.locator("img")
    expect(picture).to_have_attribute("alt", "sea.png")
    assert picture.evaluate("(one) => one.decode().then(() => one.naturalWidth)") == 60
    chat.page.reload()
    expect(chat.questions.last.locator("img")).to_have_attribute("alt", "sea.png")
    expect(chat.questions.last).to_contain_text("What is this?")


def test_a_file_alone_is_a_message(chat, tray):
    choose(chat, file("note.txt", b"The sea is blue.", "text/plain"))
    expect(tray).to_contain_text("note.txt")
    expect(tray).to_contain_text("kB")
    chat.send_button.click()
    chat.wait_for("complete")
    expect(chat.questions.last).to_contain_text("note.txt")
    expect(chat.conversations.first).to_contain_text("note.txt")


def test_a_large_picture_is_made_as_large_as_models_see(chat, tray):
    choose(chat, file("wide.png", png(5000, 1000), "image/png"))
    tray.locator("img").wait_for()
    chat.ask("[[mock chunks=3]]")
    picture = chat.questions.last.locator("img")
    assert picture.evaluate("(one) => one.decode().then(() => one.naturalWidth)") == 2048


def test_files_are_pasted_and_dropped(chat, tray):
    hand_over(chat, "paste", "chat-composer textarea", "a.png", png(8, 8), "image/png")
    expect(tray).to_have_count(1)
    hand_over(chat, "dragover", "chat-transcript", "b.txt", b"b", "text/plain")
    expect(chat.page.locator("html")).to_have_class("is-dropping")
    hand_over(chat, "drop", "chat-transcript", "b.txt", b"b", "text/plain")
    expect(tray).to_have_count(2)
    expect(chat.page.locator("html")).not_to_have_class("is-dropping")


def test_what_cannot_be_sent_says_why(chat, tray):
    choose(
        chat,
        file("photo.heic", b"\0\0\0\x18ftypheic" + b"\0" * 40, "image/heic"),
        file("empty.txt", b"", "text/plain"),
        file("huge.bin", b"\0" * 12_000_001, "application/octet-stream"),
    )
    expect(tray.nth(0)).to_contain_text("HEIC")
    expect(tray.nth(1)).to_contain_text("empty")
    expect(tray.nth(2)).to_contain_text("12 MB")
    chat.send("Hello. [[mock chunks=3]]")
    expect(chat.hint).to_contain_text("Remove the file")
    expect(chat.questions).to_have_count(0)
    for _ in range(3):
        tray.first.get_by_role("button").click()
    chat.box.press("Enter")
    chat.wait_for("complete")


def test_files_stay_with_their_draft(chat, tray):
    chat.ask("First. [[mock chunks=3]]")
    choose(chat, file("note.txt", b"kept", "text/plain"))
    expect(tray).to_contain_text("kB")
    chat.new()
    expect(tray).to_have_count(0)
    chat.conversations.first.click()
    expect(tray).to_contain_text("note.txt")
    chat.page.reload()
    expect(tray).to_contain_text("note.txt")
    tray.get_by_role("button", name="Remove note.txt").click()
    chat.page.reload()
    chat.wait_for("complete")
    expect(tray).to_have_count(0)


def test_files_come_back_when_the_message_was_not_sent(chat, watch, tray):
    watch.allows_failed_requests = True
    choose(chat, file("note.txt", b"kept", "text/plain"))
    expect(tray).to_contain_text("kB")
    refusal = {"error": {"code": "disk_full", "message": "The disk is full."}}
    chat.page.route("**/turns?*", lambda route: route.fulfill(status=507, json=refusal))
    chat.send("Read this.")
    expect(chat.hint).to_contain_text("Not sent")
    expect(tray).to_contain_text("note.txt")
    expect(chat.box).to_have_value("Read this.")
