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


def test_a_worker_of_another_version_leaves_no_blank_page(chat):
    """T093: what an older worker kept names files that are gone; the page of now is shown."""
    wait_for_worker(chat.page)
    chat.page.evaluate(
        """async () => {
          const cache = await caches.open('shell-of-before');
          const page = '<!doctype html><script type="module" src="/~0000000000/app.js"></script>';
          await cache.put('/', new Response(page, { headers: { 'content-type': 'text/html' } }));
        }"""
    )
    chat.page.reload()
    expect(chat.page.locator("start-page h2")).to_be_visible()
    chat.box.fill("It works.")
    expect(chat.box).to_have_value("It works.")


def test_a_file_that_is_gone_is_not_answered_with_the_page(chat):
    """T094: else a worker would keep HTML in the place of a script."""
    for path in ("/~0000000000/parts/gone.js", f"{chat.files}parts/gone.js", "/parts/gone.js"):
        answer = chat.page.request.get(path)
        assert answer.status == 404, path
        assert not answer.headers.get("content-type", "").startswith("text/html"), path


def test_a_touch_is_enough_to_write(chat):
    """T091: also after the page was in the background, as an installed one often is."""
    session = chat.page.context.new_cdp_session(chat.page)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    chat.page.locator("start-page h2").click()
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    session.send("Page.setWebLifecycleState", {"state": "active"})
    box = chat.box.bounding_box()
    point = {"x": box["x"] + 40, "y": box["y"] + 10}
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(chat.box).to_be_focused()
    session.send("Input.insertText", {"text": "你好"})
    expect(chat.box).to_have_value("你好")
