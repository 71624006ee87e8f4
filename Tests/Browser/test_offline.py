"""The page and the recent history without the server, and through updates."""

import re
import subprocess
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from chat import Chat
from front import Front
from worker import (
    kept,
    version_of,
    wait_for_shell,
    wait_for_worker,
    wait_until,
    wait_until_forgotten,
    wait_until_kept,
)

EARLIER = Path(__file__).parent / "texts" / "earlier-worker.js"


@pytest.fixture
def keeps_page():
    return True


@pytest.fixture
def front(server, watch):
    front = Front(server)
    watch.url = front.url
    yield front
    front.close()


def test_the_recent_history_can_be_read_without_the_server(chat, server, watch):
    watch.allows_failed_requests = True
    api = chat.page.request
    project = chat.page.url.rsplit("/", 1)[1]
    wait_for_worker(chat.page)
    chat.ask("Remember the sea. [[mock chunks=12]]")
    text = chat.answers.last.locator(".prose").text_content()
    sea = chat.page.url.rsplit("/", 1)[1]
    # Another one is begun elsewhere, and never opened here.
    other = api.post(f"/api/v1/projects/{project}/conversations", data={}).json()["id"]
    turn = {"id": "0197c1a0-0000-7000-8000-00000000000a", "text": "Remember the hills. [[mock chunks=3]]"}
    events = api.post(
        f"/api/v1/conversations/{other}/turns", data=turn, headers={"Accept": "text/event-stream"}
    )
    assert "event: finished" in events.text()
    expect(chat.conversations).to_have_count(2)
    for one in (sea, other):
        wait_until_kept(chat.page, f"{one}/messages?render=html&limit=40", f"conversations/{one}")
    server.kill()
    chat.page.reload()
    expect(chat.questions.last).to_contain_text("Remember the sea.")
    expect(chat.answers.last.locator(".prose")).to_have_text(text)
    expect(chat.page.locator(".banner")).to_contain_text("Reconnecting")
    chat.page.locator(f"a[href$='{other}']").click()
    expect(chat.questions.last).to_contain_text("Remember the hills.")
    chat.page.keyboard.press("Control+Shift+KeyF")
    chat.page.locator("search-screen").get_by_role("searchbox").fill("hills")
    expect(chat.page.locator("search-screen").get_by_role("status")).to_contain_text("needs the network")
    server.start()
    expect(chat.page.locator("search-screen li").first).to_contain_text("hills")
    expect(chat.page.locator(".banner")).to_be_empty()


def test_an_answer_streams_through_as_ever(chat):
    wait_for_worker(chat.page)
    chat.page.reload()
    chat.send("At length. [[mock chunks=60 delay=20]]")
    chat.wait_for_text()
    chat.wait_for("complete")


def test_what_is_deleted_or_erased_is_not_kept_here_either(chat, server, watch):
    watch.allows_failed_requests = True
    page, api = chat.page, chat.page.request
    wait_for_worker(page)
    chat.ask("The first kingfisher. [[mock chunks=3]]")
    first = page.url.rsplit("/", 1)[1]
    wait_until_kept(page, f"{first}/messages?render=html&limit=40")
    chat.new().ask("The second kingfisher. [[mock chunks=3]]")
    second = page.url.rsplit("/", 1)[1]
    wait_until_kept(page, f"{second}/messages?render=html&limit=40")
    chat.conversation_menu(1, "Delete")
    wait_until_forgotten(page, first)
    wait_until_kept(page, f"{second}/messages?render=html&limit=40")
    # Erased elsewhere: the next look at the projects tells.
    assert api.post("/api/v1/erase", data={"confirm": "delete everything"}).ok
    wait_until_forgotten(page, second)
    assert [url for url, text in kept(page) if "kingfisher" in text] == []


def test_an_encrypted_history_is_not_kept_in_the_clear(chat, server, watch):
    watch.allows_failed_requests = True
    wait_for_worker(chat.page)
    chat.ask("A secret. [[mock chunks=3]]")
    wait_until_kept(chat.page, "messages?render=html&limit=40")
    server.process.terminate()
    server.process.wait()
    command = [server.binary, "vault", "encrypt", "--data", str(server.data)]
    subprocess.run(command, env=server.environment, check=True, capture_output=True)
    server.start()
    chat.page.reload()
    chat.wait_for("complete")
    wait_until(chat.page, "!(await caches.has('history'))")
    chat.page.reload()
    chat.wait_for("complete")
    assert not chat.page.evaluate("caches.has('history')")


def test_an_update_shows_the_new_page_and_the_old_one_goes_on(context, front):
    """T093: the old worker and the new files, with a tab of the old version left open."""
    front.version = "one"
    chat = Chat(context.new_page()).open(front.url)
    wait_for_worker(chat.page)
    wait_for_shell(chat.page, "one")
    chat.ask("Before. [[mock chunks=3]]")
    front.version = "two"
    other = Chat(context.new_page()).open(chat.page.url)
    assert version_of(other.page) == "two"
    expect(other.questions.last).to_contain_text("Before.")
    wait_for_shell(other.page, "two")
    # The tab of the old version loads what it has not needed so far, and says what happened.
    expect(chat.toast).to_contain_text("Sotto was updated.")
    expect(other.toast).to_have_count(0)
    chat.settings()
    expect(chat.dialog).to_contain_text("Providers")
    chat.page.keyboard.press("Escape")
    chat.toast.get_by_role("button", name="Reload").click()
    chat.wait_for("complete")
    assert version_of(chat.page) == "two"


@pytest.mark.parametrize("kind", ["missing", "another page"])
def test_half_an_update_is_none(context, front, server, watch, kind):
    """T094: a file of the new version does not come, or something else in its place."""
    watch.allows_failed_requests = True
    front.version = "one"
    chat = Chat(context.new_page()).open(front.url)
    wait_for_worker(chat.page)
    wait_for_shell(chat.page, "one")
    chat.ask("Kept. [[mock chunks=3]]")
    wait_until_kept(chat.page, "messages?render=html&limit=40")
    front.version = "two"
    lost = "/~two/parts/template-use.js"
    nothing, page = (500, "text/plain", b""), (200, "text/html", b"<p>Log in</p>")
    front.answers[lost] = nothing if kind == "missing" else page
    chat.page.reload()
    chat.wait_for("complete")
    assert version_of(chat.page) == "two"
    chat.page.evaluate("navigator.serviceWorker.ready.then((one) => one.update()).catch(() => {})")
    wait_until(chat.page, "!(await navigator.serviceWorker.ready).installing")
    assert lost in front.asked
    server.kill()
    chat.page.reload()
    expect(chat.questions.last).to_contain_text("Kept.")
    assert version_of(chat.page) == "one"
    assert lost not in [url for url, _ in kept(chat.page)]
    server.start()
    front.answers.clear()
    chat.page.reload()
    chat.wait_for("complete")
    wait_for_shell(chat.page, "two")


def test_a_worker_of_an_earlier_version_gives_way(context, front, server, watch):
    watch.allows_failed_requests = True
    front.version = "one"
    text = filled(front, EARLIER.read_text(), "one")
    front.answers["/sw.js"] = (200, "text/javascript", text.encode())
    chat = Chat(context.new_page()).open(front.url)
    wait_for_worker(chat.page)
    chat.page.reload()
    chat.ask("Long kept. [[mock chunks=3]]")
    wait_until_kept(chat.page, "messages?render=html&limit=40")
    del front.answers["/sw.js"]
    front.version = "two"
    chat.page.reload()
    chat.wait_for("complete")
    assert version_of(chat.page) == "two"
    wait_for_shell(chat.page, "two")
    wait_until(chat.page, "(await navigator.serviceWorker.ready).active.state === 'activated'")
    server.kill()
    chat.page.reload()
    expect(chat.questions.last).to_contain_text("Long kept.")
    assert version_of(chat.page) == "two"


def filled(front, worker, version):
    """A worker with a version and the files of today in their places."""
    today = urlopen(f"{front.url}/sw.js").read().decode()
    listed = re.search(r"const files = '([^']+)'", today)[1]
    return worker.replace("{{version}}", version).replace("{{files}}", listed)


def test_a_server_that_is_silent_is_not_waited_for(context, front, watch):
    watch.allows_failed_requests = True
    front.edits["patience = 5000"] = "patience = 200"
    chat = Chat(context.new_page()).open(front.url)
    wait_for_worker(chat.page)
    chat.ask("Before. [[mock chunks=3]]")
    wait_until_kept(chat.page, "messages?render=html&limit=40")
    front.speaks.clear()
    chat.page.goto(chat.page.url)
    expect(chat.questions.last).to_contain_text("Before.")
    front.speaks.set()
    chat.ask("After. [[mock chunks=3]]")


def test_a_page_that_slept_comes_back_by_itself(chat, server, watch):
    watch.allows_failed_requests = True
    wait_for_worker(chat.page)
    session = chat.page.context.new_cdp_session(chat.page)
    chat.ask("Before. [[mock chunks=3]]")
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    api = chat.page.request
    server.kill()
    server.start()
    path = chat.page.url.rsplit("/", 1)[1]
    turn = {"id": "0197c1a0-0000-7000-8000-00000000000b", "text": "Meanwhile. [[mock chunks=3]]"}
    headers = {"Accept": "text/event-stream"}
    assert api.post(f"/api/v1/conversations/{path}/turns", data=turn, headers=headers).ok
    session.send("Page.setWebLifecycleState", {"state": "active"})
    expect(chat.questions.last).to_contain_text("Meanwhile.")
    expect(chat.answers).to_have_count(2)
    expect(chat.page.locator(".banner")).to_be_empty()
    # The network of the browser goes and comes back.
    chat.page.context.set_offline(True)
    expect(chat.page.locator(".banner")).to_contain_text("Reconnecting")
    chat.page.context.set_offline(False)
    expect(chat.page.locator(".banner")).to_be_empty()


def test_the_page_can_be_installed(chat):
    request = chat.page.request
    manifest = request.get("/manifest.webmanifest").json()
    assert manifest["display"] == "standalone"
    assert manifest["id"] == manifest["scope"] == manifest["start_url"] == "/"
    icons = [*manifest["icons"], *(icon for one in manifest["shortcuts"] for icon in one["icons"])]
    icons.append({"src": "/favicon.ico", "type": "image/x-icon"})
    icons.append({"src": "/apple-touch-icon.png", "type": "image/png"})
    for icon in icons:
        answer = request.get(icon["src"])
        assert answer.ok and answer.headers["content-type"] == icon["type"], icon
        if icon["type"] == "image/png" and "sizes" in icon:
            width, height = (int.from_bytes(answer.body()[at : at + 4]) for at in (16, 20))
            assert icon["sizes"] == f"{width}x{height}"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"] if icon["purpose"] == "any"}
    assert [icon["sizes"] for icon in manifest["icons"] if icon["purpose"] == "maskable"] == ["512x512"]
    session = chat.page.context.new_cdp_session(chat.page)
    assert session.send("Page.getAppManifest")["errors"] == []
    wait_for_worker(chat.page)
    problems = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one["errorId"] for one in problems if one["errorId"] != "in-incognito"] == []
    chat.page.goto(manifest["shortcuts"][1]["url"])
    expect(chat.page.locator("search-screen").get_by_role("searchbox")).to_be_focused()


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
