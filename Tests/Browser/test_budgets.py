"""Figures of the page beside their budgets. They are printed, not asserted: they belong to the machine."""

import sqlite3
import time
import uuid

import pytest
from playwright.sync_api import expect

from chat import Chat

# Asked in every frame; other waits of the driver look again only after a while.
USABLE = "() => document.querySelector('chat-composer textarea') && document.querySelector('start-page h2')"
AT_END = "() => [...document.querySelectorAll('.is-answer')].at(-1)?.textContent.includes('answer 9999')"


@pytest.fixture
def report(capsys):
    def show(name, figure, budget):
        with capsys.disabled():
            print(f"\n  {name}: {figure:.0f} ms (budget {budget})", end="")

    return show


def test_the_page_is_soon_usable(context, server, report):
    page = context.new_page()
    start = time.monotonic()
    page.goto("/", wait_until="commit")
    page.wait_for_function(USABLE)
    report("first load to a usable composer", (time.monotonic() - start) * 1000, "400 ms")
    expect(page.locator("chat-composer textarea")).to_be_enabled()


def test_a_long_conversation_opens_at_its_end(chat, server, report):
    chat.ask("First. [[mock chunks=3]]")
    path = chat.page.evaluate("location.pathname")
    add_messages(server.data / "sotto.sqlite", path.rsplit("/", 1)[1], 10_000)

    def opens(figure, page, go):
        start = time.monotonic()
        go()
        page.page.wait_for_function(AT_END)
        report(figure, (time.monotonic() - start) * 1000, "300 ms")
        assert page.from_end() < 30

    page = Chat(chat.page.context.new_page()).open()
    opens("opening 10,000 messages", page, page.conversations.first.click)
    page = Chat(chat.page.context.new_page())
    opens("  in a new tab, with the page", page, lambda: page.page.goto(path, wait_until="commit"))


def test_typing_goes_on_while_an_answer_streams(chat, report):
    chat.send("Stream. [[mock chunks=600 delay=5 text=md csize=6]]")
    chat.wait_for_text()
    chat.page.evaluate(
        """() => {
          window.longest = 0;
          window.busy = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) {
              window.longest = Math.max(window.longest, entry.duration);
              window.busy += entry.duration;
            }
          }).observe({ entryTypes: ['longtask'] });
        }"""
    )
    chat.box.press_sequentially("typing all the while", delay=20)
    chat.wait_for("complete")
    report("longest task at 200 tokens/s", chat.page.evaluate("window.longest"), "50 ms")
    expect(chat.box).to_have_value("typing all the while")


def add_messages(database, conversation, count):
    """Writes a path of messages as the program would, straight into its file."""
    store = sqlite3.connect(database, timeout=10)
    leaf, created = store.execute(
        "SELECT leaf_id, (SELECT created_at FROM messages WHERE id = leaf_id) "
        "FROM conversations WHERE id = ?",
        [conversation],
    ).fetchone()
    with store:
        for index in range(count):
            role = ("user", "assistant")[index % 2]
            text = f'[{{"type":"text","text":"{("question", "answer")[index % 2]} {index}"}}]'
            message = str(uuid.UUID(int=(created + index + 1) << 80 | 7 << 76 | 2 << 62 | index))
            store.execute(
                "INSERT INTO messages (id, conversation_id, parent_id, role, status, created_at, "
                "parts) VALUES (?, ?, ?, ?, 'complete', ?, ?)",
                [message, conversation, leaf, role, created + index + 1, text],
            )
            leaf = message
        store.execute("UPDATE conversations SET leaf_id = ? WHERE id = ?", [leaf, conversation])
    store.close()
