"""Messages that are written while the network is away: kept, shown, and sent once."""

import pytest
from playwright.sync_api import expect

from chat import Chat
from conftest import FEW_SCREENS
from test_quality import check
from worker import kept, version_of, wait_for_shell, wait_for_worker, wait_until_kept


@pytest.fixture
def keeps_page(request):
    return getattr(request, "param", False)


@pytest.fixture
def waiting(chat):
    return chat.page.locator("chat-outbox .waiting")


def go_away(chat, server):
    server.kill()
    expect(chat.page.locator(".banner")).to_contain_text("Reconnecting")


@pytest.mark.parametrize("keeps_page", [True], indirect=True)
def test_what_is_sent_without_a_network_goes_when_it_is_back(chat, context, server, watch, waiting):
    watch.allows_failed_requests = True
    wait_for_worker(chat.page)
    wait_for_shell(chat.page, version_of(chat.page))
    chat.ask("First. [[mock chunks=3]]")
    one = chat.page.url.rsplit("/", 1)[1]
    wait_until_kept(chat.page, f"{one}/messages?render=html&limit=40", f"conversations/{one}")
    go_away(chat, server)
    chat.send("Second, misspelt.")
    expect(waiting).to_contain_text("Second, misspelt.")
    expect(waiting).to_contain_text("Waiting for the network")
    expect(chat.box).to_have_value("")
    chat.page.reload()
    waiting.get_by_role("button", name="Edit").click()
    expect(waiting).to_have_count(0)
    expect(chat.box).to_have_value("Second, misspelt.")
    chat.send("Second.")
    chat.send("Third.")
    chat.send("Not this one.")
    expect(waiting).to_have_count(3)
    waiting.nth(2).get_by_role("button", name="Cancel").click()
    expect(waiting).to_have_count(2)
    # Another tab shows the same, and only one of both sends.
    other = Chat(context.new_page()).open(chat.page.url)
    expect(other.page.locator("chat-outbox .waiting")).to_have_count(2)
    chat.box.fill("Still being written")
    server.start()
    for one in (chat, other):
        expect(one.answers).to_have_count(3)
        expect(one.page.locator("chat-outbox .waiting")).to_have_count(0)
        one.wait_for("complete")
        expect(one.questions).to_contain_text(["First.", "Second.", "Third."])
    expect(chat.box).to_have_value("Still being written")
    chat.page.reload()
    expect(chat.questions).to_have_count(3)


@pytest.mark.parametrize("keeps_page", [True], indirect=True)
def test_a_conversation_begins_with_a_file_without_a_network(chat, server, watch, waiting):
    watch.allows_failed_requests = True
    wait_for_worker(chat.page)
    wait_for_shell(chat.page, version_of(chat.page))
    go_away(chat, server)
    tray = chat.page.locator(".attachment")
    note = {"name": "note.txt", "mimeType": "text/plain", "buffer": b"The sea is blue."}
    chat.page.locator("attachment-tray input").set_input_files([note])
    expect(tray).to_contain_text("Goes when Sotto is back")
    chat.page.reload()
    expect(tray).to_contain_text("Goes when Sotto is back")
    chat.send("Read this. [[mock chunks=3]]")
    expect(waiting).to_contain_text("note.txt")
    expect(chat.page.locator("start-page")).not_to_be_visible()
    chat.send("And then?")
    expect(waiting).to_have_count(2)
    chat.box.fill("A draft")
    chat.page.reload()
    expect(waiting).to_have_count(2)
    server.start()
    expect(chat.questions).to_have_count(2)
    expect(chat.questions.first).to_contain_text("note.txt (0.1 kB)")
    chat.wait_for("complete")
    expect(chat.box).to_have_value("A draft")
    expect(chat.conversations).to_have_count(1)
    chat.page.reload()
    expect(chat.questions).to_have_count(2)
    assert [path for path, _ in kept(chat.page) if path.startswith("/waiting-files/")] == []


def test_a_message_that_waited_may_be_refused_and_is_never_two(chat, server, watch, waiting):
    watch.allows_failed_requests = True
    seen = []

    def refuse(route):
        seen.append(route.request.post_data_json["id"])
        route.fulfill(status=507, json={"error": {"code": "disk_full", "message": "The disk is full."}})

    def lose_the_first(route):
        """The server takes it, but the page does not hear of it."""
        seen.append(route.request.post_data_json["id"])
        if len(seen) == 2:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    chat.page.wait_for_function("() => customElements.get('chat-outbox')")
    go_away(chat, server)
    chat.send("Once. [[mock chunks=3]]")
    expect(waiting).to_have_count(1)
    chat.page.route("**/turns?*", refuse)
    server.start()
    expect(waiting).to_contain_text("Not sent; your text is kept. The disk is full.")
    chat.page.unroute("**/turns?*")
    chat.page.route("**/turns?*", lose_the_first)
    waiting.get_by_role("button", name="Try again").click()
    chat.wait_for("complete")
    expect(waiting).to_have_count(0)
    assert len(seen) == 3 and len(set(seen)) == 1
    chat.page.reload()
    expect(chat.questions).to_have_count(1)
    expect(chat.answers).to_have_count(1)


@pytest.mark.parametrize("portrait", FEW_SCREENS, indirect=True)
def test_the_waiting_message_is_accessible_and_looks_right(portrait, server, watch):
    watch.allows_failed_requests = True
    chat = portrait.chat
    wait_for_worker(chat.page)
    wait_for_shell(chat.page, version_of(chat.page))
    server.kill()
    expect(chat.page.locator(".banner")).not_to_be_empty()
    chat.box.fill("Is there a train to the sea on Sunday?")
    chat.send_button.click()
    expect(chat.page.locator("chat-outbox .waiting")).to_be_visible()
    check(chat.page)
    portrait.shoot("outbox")
