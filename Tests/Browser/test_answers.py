"""Sending, streaming, stopping, failing, and coming back to it."""

import re

from playwright.sync_api import expect

from chat import Chat

LONG = "Write at length. [[mock chunks=160 delay=25 csize=12]]"


def test_an_answer_streams_and_ends_complete(chat):
    chat.send("Hello. [[mock chunks=60 delay=20]]")
    expect(chat.questions).to_have_count(1)
    chat.wait_for_text()
    answer = chat.wait_for("complete")
    expect(answer.locator(".message-model")).not_to_be_empty()
    expect(chat.page).to_have_url(re.compile(r"/p/[^/]+/c/[^/]+$"))
    expect(chat.conversations).to_have_count(1)
    expect(chat.page.locator(".running")).to_have_count(0)


def test_an_empty_message_is_not_sent(chat):
    chat.box.press("Enter")
    expect(chat.hint).to_have_text("Write something first.")
    expect(chat.questions).to_have_count(0)


def test_a_message_over_the_limit_is_not_sent(chat):
    chat.box.evaluate("(e) => { e.value = 'a'.repeat(200_003); e.dispatchEvent(new Event('input')); }")
    expect(chat.hint).to_have_text("3 characters too many.")
    chat.box.press("Enter")
    expect(chat.questions).to_have_count(0)


def test_shift_enter_breaks_the_line(chat):
    chat.box.fill("one")
    chat.box.press("Shift+Enter")
    chat.box.press_sequentially("two")
    expect(chat.box).to_have_value("one\ntwo")
    expect(chat.questions).to_have_count(0)


def test_stop_keeps_the_text_and_continue_goes_on(chat):
    chat.send(LONG)
    chat.wait_for_text()
    chat.stop_button.click()
    answer = chat.wait_for("stopped")
    text = answer.locator(".block").first.text_content()
    assert text.strip()
    expect(answer).to_contain_text("You stopped this answer.")
    expect(chat.send_button).to_be_visible()
    answer.get_by_role("button", name="Continue").click()
    expect(chat.answers).to_have_count(1)
    expect(chat.answers.last).to_have_attribute("data-status", re.compile("streaming|complete"))
    expect(answer.locator(".prose")).to_contain_text(text)


def test_a_reload_in_the_middle_shows_all_of_the_answer(chat):
    chat.send(LONG)
    chat.wait_for_text()
    seen = chat.answers.last.locator(".block").first.text_content()
    chat.page.reload()
    chat.wait_for_text()
    expect(chat.answers.last.locator(".prose")).to_contain_text(seen)
    expect(chat.questions).to_have_count(1)
    expect(chat.stop_button).to_be_enabled()
    chat.wait_for("complete")


def test_what_streamed_is_what_is_stored(chat):
    chat.ask("Show Markdown. [[mock chunks=80 delay=5 text=md]]")
    prose = chat.answers.last.locator(".prose")
    coloured = prose.locator(".hljs-keyword").first
    coloured.wait_for()
    streamed = prose.inner_html()
    chat.page.reload()
    chat.wait_for("complete")
    coloured.wait_for()
    assert prose.inner_html() == streamed


def test_finished_blocks_are_not_touched_again(chat):
    chat.send("Paragraphs. [[mock chunks=300 delay=15 text=md]]")
    chat.page.wait_for_function("() => document.querySelectorAll('.block').length >= 3")
    chat.page.evaluate("document.querySelector('.block').dataset.mark = 'kept'")
    chat.wait_for("complete")
    assert chat.page.locator(".block").first.get_attribute("data-mark") == "kept"


def test_a_failure_says_why_and_can_be_retried(chat):
    chat.send("Please fail. [[mock fail_first=20 id=retry status=401]]")
    answer = chat.wait_for("failed")
    expect(answer.locator(".failure-words")).not_to_be_empty()
    answer.get_by_text("Details").click()
    expect(answer.locator(".failure-details pre")).to_contain_text("code:")
    expect(answer.get_by_role("button", name="Try with another model")).to_be_visible()
    answer.locator(".failure").get_by_role("button", name="Try again").click()
    expect(chat.questions).to_have_count(1)
    expect(chat.answers).to_have_count(1)


def test_another_model_can_answer_after_a_failure(chat):
    chat.send("Please fail. [[mock status=401]]")
    answer = chat.wait_for("failed")
    answer.get_by_role("button", name="Try with another model").click()
    chat.page.get_by_role("option").nth(1).click()
    expect(chat.answers).to_have_count(1)
    expect(chat.answers.last.locator(".message-model")).not_to_be_empty()


def test_a_broken_stream_keeps_what_came(chat):
    chat.send("Break. [[mock chunks=40 delay=5 rst=10]]")
    answer = chat.wait_for("failed")
    assert answer.locator(".prose").inner_text().strip()
    expect(answer.get_by_role("button", name="Continue")).to_be_visible()


def test_reasoning_is_folded_and_timed(chat):
    chat.ask("Think. [[mock chunks=60 delay=30 reasoning=1]]")
    reasoning = chat.answers.last.locator("details.reasoning")
    expect(reasoning.locator("summary")).to_contain_text("Thought for")
    expect(reasoning.locator(".prose")).to_be_hidden()
    reasoning.locator("summary").click()
    expect(reasoning.locator(".prose")).to_be_visible()


def test_copy_gives_the_markdown(chat):
    chat.ask("Show Markdown. [[mock chunks=80 text=md]]")
    chat.answers.last.get_by_role("button", name="Copy as Markdown").click()
    expect(chat.toast).to_have_text("Copied")
    copied = chat.page.evaluate("navigator.clipboard.readText()")
    identifier = chat.page.url.rsplit("/", 1)[1]
    messages = chat.page.request.get(f"/api/v1/conversations/{identifier}/messages").json()["messages"]
    assert copied == messages[-1]["parts"][-1]["text"]


def test_another_conversation_leaves_the_answer_running(chat):
    chat.send(LONG)
    chat.wait_for_text()
    chat.page.get_by_role("button", name="New chat").first.click()
    expect(chat.page.locator("start-page")).to_be_visible()
    expect(chat.page.locator(".running")).to_have_count(1)
    chat.conversations.first.click()
    chat.wait_for_text()
    chat.wait_for("complete")
    expect(chat.questions).to_have_count(1)


def test_an_answer_goes_into_its_own_conversation(chat):
    """T063: the reader is elsewhere, and asks there, while it is being written."""
    chat.send(LONG)
    chat.wait_for_text()
    first = chat.page.url
    chat.new().ask("Elsewhere. [[mock chunks=4]]")
    expect(chat.questions.locator(".bubble")).to_have_text(["Elsewhere. [[mock chunks=4]]"])
    expect(chat.answers).to_have_count(1)
    chat.page.locator(f"a.conversation[href='{first.removeprefix(chat.origin)}']").click()
    chat.wait_for("complete")
    expect(chat.questions.locator(".bubble")).to_have_text([LONG])
    assert len(chat.stored()) == 2


def test_another_device_neither_ends_an_answer_nor_misses_it(chat, browser, server, watch):
    """T059: who opens the conversation, and who leaves it again, changes nothing."""
    chat.send("Very long. [[mock chunks=2000 delay=25 csize=12]]")
    chat.wait_for_text()
    device = browser.new_context(base_url=server.url, locale="en-US")
    device.on("page", watch.follow)
    leaving, other = Chat(device.new_page()), Chat(device.new_page())
    for one in (leaving, other):
        one.open(chat.page.url)
        one.wait_for_text()
    leaving.page.close()
    assert chat.answers.last.get_attribute("data-status") == "streaming"
    other.stop_button.click()
    chat.wait_for("stopped")
    other.wait_for("stopped")
    text = chat.answers.last.locator(".prose").text_content()
    expect(other.answers.last.locator(".prose")).to_have_text(text)
    device.close()


def test_a_server_that_ended_in_the_middle_leaves_no_dots(chat, server, watch):
    """T065: the answer says that it was interrupted, and can go on."""
    watch.allows_failed_requests = True
    chat.send(LONG)
    chat.wait_for_text()
    server.kill()
    server.start()
    answer = chat.wait_for("interrupted")
    expect(answer.locator(".dots")).to_be_hidden()
    expect(answer).to_contain_text("What came is kept.")
    answer.get_by_role("button", name="Continue").click()
    chat.wait_for("complete")


def test_stopping_before_the_first_word_keeps_the_question(chat):
    """T069: also after a reload."""
    chat.send("Wait. [[mock chunks=3 ttft=60000]]")
    expect(chat.answers.last).to_have_attribute("data-status", "waiting")
    expect(chat.stop_button).to_be_enabled()
    chat.stop_button.click()
    chat.wait_for("stopped")
    chat.page.reload()
    chat.wait_for("stopped")
    expect(chat.questions.locator(".bubble")).to_have_text(["Wait. [[mock chunks=3 ttft=60000]]"])


def test_a_chosen_model_stays_over_a_reload_in_the_middle(chat):
    """T058: what was chosen for the conversation is not reset."""
    chat.page.locator(".picker-button").click()
    chat.page.get_by_role("combobox").fill("slow")
    chat.page.get_by_role("combobox").press("Enter")
    chat.send(LONG)
    chat.wait_for_text()
    chat.page.reload()
    chat.wait_for_text()
    expect(chat.page.locator(".picker-label")).to_have_text("gpt-slow")
    expect(chat.answers.last.locator(".message-model")).to_have_text("gpt-slow")
