"""The page and the recent history without the server."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def keeps_page():
    return True


def wait_for_worker(page):
    """Until the worker answers for the page and has its files."""
    page.evaluate(
        """async () => {
          await navigator.serviceWorker.ready;
          while (!navigator.serviceWorker.controller) {
            await new Promise((resolve) =>
              navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
          }
        }"""
    )


def test_what_was_read_can_be_read_without_the_server(chat, server, watch):
    watch.allows_failed_requests = True
    wait_for_worker(chat.page)
    chat.ask("Remember the sea. [[mock chunks=12]]")
    text = chat.answers.last.locator(".prose").text_content()
    chat.page.reload()
    chat.wait_for("complete")
    server.kill()
    chat.page.reload()
    expect(chat.questions.last).to_contain_text("Remember the sea.")
    expect(chat.answers.last.locator(".prose")).to_have_text(text)
    expect(chat.conversations.first).to_contain_text("Remember the sea.")
    chat.box.fill("A thought to keep.")
    server.start()
    chat.page.reload()
    expect(chat.box).to_have_value("A thought to keep.")
    chat.box.press("Enter")
    chat.wait_for("complete")
    expect(chat.answers).to_have_count(2)


def test_an_answer_streams_through_as_ever(chat):
    wait_for_worker(chat.page)
    chat.page.reload()
    chat.send("At length. [[mock chunks=60 delay=20]]")
    chat.wait_for_text()
    chat.wait_for("complete")


def test_the_page_can_be_installed(chat):
    manifest = chat.page.request.get("/manifest.webmanifest").json()
    assert manifest["display"] == "standalone" and manifest["start_url"] == "/"
    for icon in manifest["icons"]:
        assert chat.page.request.get(icon["src"]).ok
