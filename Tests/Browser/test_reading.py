"""Reading along: the end of the transcript, older messages, other tabs, a lost connection."""

import uuid

from playwright.sync_api import expect

from chat import Chat


def test_the_end_stays_in_sight_while_the_reader_is_there(chat):
    chat.send("Long. [[mock chunks=300 delay=8 csize=20 text=md]]")
    chat.page.wait_for_function(
        "() => { const e = document.querySelector('.transcript-scroller');"
        " return e.scrollHeight > e.clientHeight + 200; }"
    )
    assert chat.from_end() < 30
    chat.wait_for("complete")
    assert chat.from_end() < 30


def test_a_reader_who_scrolled_up_is_left_alone(chat):
    chat.send("Long. [[mock chunks=500 delay=10 csize=20 text=md]]")
    chat.page.wait_for_function(
        "() => { const e = document.querySelector('.transcript-scroller');"
        " return e.scrollHeight > e.clientHeight + 400; }"
    )
    chat.scroll_to(40)
    button = chat.page.get_by_role("button", name="New text below")
    expect(button).to_be_visible()
    top = chat.page.locator(".transcript-scroller").evaluate("(e) => e.scrollTop")
    assert top == 40
    button.click()
    assert chat.from_end() < 30
    expect(button).to_be_hidden()


def test_older_messages_come_in_at_the_top_and_keep_the_place(chat):
    chat.ask("Number 0 [[mock chunks=2]]")
    conversation = chat.page.url.rsplit("/", 1)[1]
    for number in range(1, 30):
        made = chat.page.request.post(
            f"/api/v1/conversations/{conversation}/turns",
            data={"id": str(uuid.uuid4()), "text": f"Number {number} [[mock chunks=2]]"},
        )
        assert made.status == 202
        # The stream ends when the turn does; the next one may begin then.
        chat.page.request.get(f"/api/v1/turns/{made.json()['turn']['id']}/events")
    chat.page.reload()
    expect(chat.questions.last).to_contain_text("Number 29")
    assert chat.from_end() < 30
    assert chat.page.locator("chat-message").count() < 60
    chat.page.evaluate(
        "() => { const e = document.querySelector('.transcript-scroller');"
        " const first = document.querySelector('chat-message');"
        " window.first = first; e.scrollTop = 300; window.before = first.getBoundingClientRect().top; }"
    )
    chat.page.wait_for_function("() => document.querySelectorAll('chat-message').length === 60")
    moved = chat.page.evaluate("Math.abs(window.first.getBoundingClientRect().top - window.before)")
    assert moved < 2


def test_a_second_tab_follows(chat, context):
    chat.ask("Hello.")
    other = Chat(context.new_page()).open(chat.page.url)
    expect(other.answers).to_have_count(1)
    chat.send("And now? [[mock chunks=200 delay=15]]")
    expect(other.questions).to_have_count(2)
    other.wait_for_text()
    expect(other.stop_button).to_be_enabled()
    other.stop_button.click()
    chat.wait_for("stopped")
    other.wait_for("stopped")


def test_a_name_changed_in_one_tab_is_seen_in_the_other(chat, context):
    chat.ask("Hello. [[mock chunks=3]]")
    other = Chat(context.new_page()).open(chat.page.url)
    chat.conversation_menu(0, "Rename")
    chat.page.locator(".rename").fill("A quiet talk")
    chat.page.locator(".rename").press("Enter")
    expect(other.conversations.first).to_have_text("A quiet talk")
    expect(other.page.locator(".topbar-title")).to_have_text("A quiet talk")


def test_a_server_that_goes_away_is_noticed_and_found_again(chat, server, watch):
    watch.allows_failed_requests = True
    chat.send("Long. [[mock chunks=600 delay=30]]")
    chat.wait_for_text()
    seen = chat.answers.last.locator(".block").first.text_content()
    server.kill()
    expect(chat.page.locator(".banner")).to_contain_text("Sotto does not answer")
    expect(chat.answers.last.locator(".message-state")).to_contain_text("Reconnecting")
    server.start()
    answer = chat.wait_for("interrupted")
    expect(chat.page.locator(".banner")).to_be_empty()
    expect(answer.locator(".prose")).to_contain_text(seen)
    expect(answer.get_by_role("button", name="Continue")).to_be_visible()


def test_the_live_region_speaks_whole_sentences(chat):
    chat.ask("Speak. [[mock chunks=200 delay=10 text=en]]")
    log = chat.page.locator("live-announcer [role=log]")
    expect(log.locator("p").last).to_have_text("The answer is complete.")
    assert log.locator("p").count() >= 2
