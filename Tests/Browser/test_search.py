"""Searching what was said, and opening it at its place."""

import re
import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

from test_budgets import add_messages
from test_quality import check


def screen(chat):
    return chat.page.locator("search-screen")


def search(chat, words=""):
    chat.page.keyboard.press("Control+Shift+KeyF")
    field = screen(chat).get_by_role("searchbox")
    expect(field).to_be_focused()
    if words:
        field.fill(words)
    return field


def results(chat):
    return screen(chat).locator("a.result")


def test_results_come_as_one_types_and_open_at_their_message(chat):
    chat.ask("The heron stands in the reeds. [[mock chunks=3]]")
    chat.new().ask("Nothing of birds. [[mock chunks=3]]")
    chat.page.locator(".search-button").click()
    field = screen(chat).get_by_role("searchbox")
    expect(field).to_be_focused()
    expect(screen(chat)).to_contain_text("Find anything that was said")
    field.press_sequentially("hero")
    result = results(chat).filter(has_text="stands in")
    expect(result).to_have_count(1)
    expect(result.locator("mark").first).to_have_text(re.compile("heron", re.I))
    assert "q=hero" in chat.page.url
    result.click()
    expect(screen(chat)).to_have_count(0)
    expect(chat.page.locator(".is-found")).to_contain_text("The heron stands in the reeds.")
    expect(chat.page.locator(".is-found")).to_be_focused()
    expect(chat.page).to_have_url(re.compile(r"/c/[^?]+$"))
    chat.page.go_back()
    expect(screen(chat).get_by_role("searchbox")).to_have_value("hero")
    expect(results(chat).first).to_be_visible()


def test_the_keyboard_reaches_everything_and_escape_leads_back(chat):
    chat.ask("A first bittern. [[mock chunks=3]]")
    chat.ask("A second bittern. [[mock chunks=3]]")
    chat.box.fill("A draft")
    field = search(chat, "bittern")
    expect(results(chat).nth(1)).to_be_visible()
    field.press("ArrowDown")
    expect(results(chat).first).to_be_focused()
    chat.page.keyboard.press("ArrowDown")
    expect(results(chat).nth(1)).to_be_focused()
    chat.page.keyboard.press("ArrowUp")
    chat.page.keyboard.press("ArrowUp")
    expect(field).to_be_focused()
    field.press("Escape")
    expect(screen(chat)).to_have_count(0)
    expect(chat.box).to_be_focused()
    expect(chat.box).to_have_value("A draft")
    expect(chat.questions).to_have_count(2)
    search(chat, "second bittern")
    expect(results(chat).filter(has_text="second")).not_to_have_count(0)
    chat.page.keyboard.press("ArrowDown")
    chat.page.keyboard.press("Enter")
    expect(screen(chat)).to_have_count(0)


def test_filters_narrow_and_are_cleared(chat):
    chat.ask("Filter the kingfisher. [[mock chunks=3]]")
    search(chat, "kingfisher")
    expect(results(chat).first).to_be_visible()
    screen(chat).get_by_label("Who wrote it").select_option("Answers")
    expect(screen(chat)).to_contain_text("Nothing was found for “kingfisher”.")
    screen(chat).get_by_role("button", name="Clear the filters").click()
    expect(results(chat).first).to_be_visible()
    chat.page.reload()
    expect(screen(chat).get_by_role("searchbox")).to_have_value("kingfisher")
    expect(results(chat).first).to_be_visible()


def test_a_failed_search_says_so_and_is_tried_again(chat, watch):
    watch.allows_failed_requests = True
    chat.ask("The wren. [[mock chunks=3]]")
    chat.page.route("**/api/v1/search?*", lambda route: route.abort())
    search(chat, "wren")
    expect(screen(chat).get_by_role("status")).to_contain_text("Sotto does not answer")
    chat.page.unroute("**/api/v1/search?*")
    screen(chat).get_by_role("button", name="Try again").click()
    expect(results(chat).first).to_be_visible()


def test_an_input_method_does_not_open_a_result(chat):
    chat.ask("天气很好 [[mock chunks=3]]")
    field = search(chat)
    field.evaluate(
        """(field) => {
          const say = (type, Kind, options) =>
            field.dispatchEvent(new Kind(type, { bubbles: true, ...options }));
          say('compositionstart', CompositionEvent);
          field.value = 'tian';
          say('input', InputEvent, { isComposing: true });
          field.value = '天气';
          say('keydown', KeyboardEvent, { key: 'Enter', keyCode: 229, isComposing: true });
          say('compositionend', CompositionEvent);
        }"""
    )
    expect(results(chat).first.locator("mark").first).to_contain_text("天气")
    expect(screen(chat)).to_be_visible()


def test_a_long_conversation_opens_in_its_middle_and_goes_on_both_ways(chat, server):
    chat.ask("First. [[mock chunks=3]]")
    path = chat.page.evaluate("location.pathname")
    database = server.data / "sotto.sqlite"
    add_messages(database, path.rsplit("/", 1)[1], 600)
    with closing(sqlite3.connect(database, timeout=10)) as store, store:
        store.execute(
            "UPDATE messages SET chosen_child_id ="
            " (SELECT child.id FROM messages child WHERE child.parent_id = messages.id)"
        )
    chat.new()
    message = middle(chat, path, 300)
    chat.page.goto(f"{path}?m={message['id']}")
    found = chat.page.locator(".is-found")
    expect(found).to_be_in_viewport()
    expect(found).to_be_focused()
    expect(chat.page.locator(".jump")).to_be_visible()
    count = chat.page.locator("chat-message").count()
    place = found.bounding_box()["y"]
    assert count < 200
    chat.scroll_to(0)
    chat.page.wait_for_function(
        "(n) => document.querySelectorAll('chat-message').length > n", arg=count
    )
    count = chat.page.locator("chat-message").count()
    chat.page.locator(".transcript-scroller").evaluate("(e) => (e.scrollTop = e.scrollHeight)")
    chat.page.wait_for_function(
        "(n) => document.querySelectorAll('chat-message').length > n", arg=count
    )
    assert chat.from_end() > 100 and place > 0
    chat.page.locator(".jump").click()
    expect(chat.answers.last).to_contain_text("answer 599")
    assert chat.from_end() < 30
    expect(chat.page.locator(".jump")).to_be_hidden()


def middle(chat, path, number):
    """The message that has so many after it."""
    conversation, before = path.rsplit("/", 1)[1], ""
    for _ in range(number // 100):
        address = f"/api/v1/conversations/{conversation}/messages?limit=100{before}"
        page = chat.page.request.get(address).json()
        before = f"&before={page['messages'][0]['id']}"
    return page["messages"][0]


def test_a_message_that_is_gone_leads_to_its_conversation(chat, watch):
    watch.allows_failed_requests = True
    chat.ask("Here. [[mock chunks=3]]")
    path = chat.page.evaluate("location.pathname")
    chat.page.goto(f"{path}?m=00000000-0000-7000-8000-000000000000")
    expect(chat.questions.first).to_contain_text("Here.")
    expect(chat.toast).to_contain_text("not there any more")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_screens_are_accessible(chat, theme):
    chat.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    chat.ask("A stork. [[mock chunks=3]]")
    search(chat)
    check(chat.page)
    search(chat, "stork")
    expect(results(chat).first).to_be_visible()
    check(chat.page)
    results(chat).first.press("ArrowDown")
    screen(chat).get_by_label("Who wrote it").select_option("Answers")
    expect(screen(chat)).to_contain_text("Nothing was found")
    check(chat.page)


def test_screenshots(portrait):
    """They are for people to look at; that they can be taken is all that is checked."""
    chat = portrait.chat
    words = "部署流程是什么？" if portrait.locale == "zh-CN" else "How does the deployment work?"
    for _ in range(2):
        chat.new().box.fill(f"{words} [[mock chunks=60 text=md]]")
        chat.send_button.click()
        chat.wait_for("complete")
    search(chat)
    portrait.shoot("search-empty")
    search(chat, "部署" if portrait.locale == "zh-CN" else "deploy")
    expect(results(chat).first).to_be_visible()
    portrait.shoot("search")
    search(chat, "xyzzy")
    expect(results(chat)).to_have_count(0)
    expect(screen(chat).locator(".is-lead")).to_contain_text("xyzzy")
    portrait.shoot("search-none")
    chat.page.keyboard.press("Escape")
    chat.page.keyboard.press("Control+KeyK")
    expect(chat.page.get_by_role("option").first).to_be_visible()
    portrait.shoot("palette")
    chat.page.get_by_role("combobox").fill("set")
    portrait.shoot("palette-typed")
