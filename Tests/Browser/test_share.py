"""What other apps share with the installed one."""

import re

import pytest
from playwright.sync_api import expect

from test_attachments import png
from test_quality import check
from worker import kept, wait_for_worker


@pytest.fixture
def keeps_page(request):
    return getattr(request, "param", True)


FORM = """<form method="post" enctype="multipart/form-data" action="{url}/share">
  <input name="title" value="A page"><textarea name="text">Read https://sea.test/tides</textarea>
  <input name="url" value="https://sea.test/tides"><input name="files" type="file" multiple>
  <button>Share</button></form>"""


def share(page, server, *files):
    """As the system does it: a POST that no web page began."""
    page.goto("about:blank")
    page.set_content(FORM.format(url=server.url))
    page.locator("[type=file]").set_input_files(list(files))
    page.get_by_text("Share").click()


def test_what_is_shared_goes_into_a_new_chat_after_a_yes(chat, server, watch):
    wait_for_worker(chat.page)
    chat.box.fill("A thought.")
    picture = {"name": "sea.png", "mimeType": "image/png", "buffer": png(30, 20)}
    share(chat.page, server, picture)
    expect(chat.dialog).to_contain_text("Read https://sea.test/tides")
    expect(chat.dialog).to_contain_text("sea.png")
    check(chat.page)
    chat.dialog.get_by_role("button", name="Put into a new chat").click()
    expect(chat.box).to_have_value("A page\nRead https://sea.test/tides\n\nA thought.")
    expect(chat.page.locator(".attachment img")).to_be_visible()
    expect(chat.page).to_have_url(re.compile("/p/[^?]+$"))
    chat.page.reload()
    expect(chat.page.locator(".attachment img")).to_be_visible()
    expect(chat.questions).to_have_count(0)
    expect(chat.dialog).to_have_count(0)


def test_another_site_stores_and_sends_nothing(chat, server, watch):
    """A form of any page can be posted here, with or without an origin."""
    wait_for_worker(chat.page)
    page = chat.page
    form = FORM.format(url=server.url)
    answer = {"content_type": "text/html", "body": form}
    page.route("http://elsewhere.test/", lambda route: route.fulfill(**answer))
    page.goto("http://elsewhere.test/")
    page.get_by_text("Share").click()
    page.locator("start-page h2").wait_for()
    expect(page).to_have_url(re.compile("/p/"))
    expect(chat.dialog).to_have_count(0)
    share(page, server)  # As from a frame without an origin: what another app shares looks the same.
    chat.dialog.get_by_role("button", name="Leave it").click()
    expect(chat.box).to_have_value("")
    assert page.evaluate("JSON.stringify({ ...localStorage }).includes('tides')") is False
    assert [path for path, text in kept(page) if "sea.test/tides" in text] == []
    expect(chat.conversations).to_have_count(0)
    watch.foreign.clear()


@pytest.mark.parametrize("keeps_page", [False], indirect=True)
def test_without_the_worker_nothing_is_taken_and_the_page_says_so(chat, server):
    share(chat.page, server, {"name": "a.txt", "mimeType": "text/plain", "buffer": b"a" * 1000})
    expect(chat.toast).to_contain_text("did not arrive")
    expect(chat.box).to_have_value("")
