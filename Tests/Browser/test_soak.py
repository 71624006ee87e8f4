"""Answers that stream while tabs are loaded again, the network goes and another device looks on.

Twenty seconds; SOTTO_SOAK gives another number of seconds.
"""

import os
import random
import time

import pytest
from playwright.sync_api import expect

from chat import Chat

SECONDS = float(os.environ.get("SOTTO_SOAK", 20))
LONG_WAIT = 60_000


def words(chat):
    return chat.page.locator("chat-message").evaluate_all(
        "(all) => all.map((one) => one.querySelector('.bubble, .message-body').textContent)"
    )


# The last answer has ended, or its page knows that the connection is away.
NOTICED = """() => {
  const last = [...document.querySelectorAll('chat-message.is-answer')].at(-1);
  return last?.dataset.status === 'complete'
    || last?.querySelector('.message-state').textContent.includes('Reconnecting');
}"""


def lose_the_network(chat):
    """Until the page has noticed; it goes on by itself."""
    context = chat.page.context
    context.set_offline(True)
    try:
        chat.page.wait_for_function(NOTICED)
    finally:
        context.set_offline(False)


def leave_and_return(chat):
    path = chat.page.evaluate("location.pathname")
    chat.page.get_by_role("button", name="New chat").first.click()
    expect(chat.page.locator("start-page")).to_be_visible()
    chat.page.locator(f"a.conversation[href='{path}']").click()


def load_again(chat):
    chat.page.reload()


@pytest.mark.timeout(SECONDS + 180)
def test_every_tab_and_device_ends_with_the_same_text(browser, context, server, watch, capsys):
    watch.allows_failed_requests = True
    chance = random.Random(20)
    first = Chat(context.new_page()).open()
    first.ask("Begin. [[mock chunks=120 delay=15 text=md csize=9]]")
    place = first.page.url
    second = Chat(context.new_page()).open(place)
    device = browser.new_context(base_url=server.url, locale="en-US")
    device.on("page", watch.follow)
    third = Chat(device.new_page()).open(place)
    all_three = [first, second, third]
    end = time.monotonic() + SECONDS
    rounds = 0
    while time.monotonic() < end:
        rounds += 1
        asking = chance.choice(all_three)
        asking.send(f"Round {rounds}.")
        expect(asking.questions.last).to_contain_text(f"Round {rounds}.")
        for _ in range(chance.randrange(1, 4)):
            chance.choice([load_again, lose_the_network, leave_and_return])(chance.choice(all_three))
        for chat in all_three:
            expect(chat.questions.last).to_contain_text(f"Round {rounds}.", timeout=LONG_WAIT)
            expect(chat.answers.last).to_have_attribute("data-status", "complete", timeout=LONG_WAIT)
        seen = [words(chat)[-6:] for chat in all_three]
        assert seen[0] == seen[1] == seen[2], f"round {rounds}"
    first.page.reload()
    expect(first.answers.last).to_have_attribute("data-status", "complete")
    for chat in all_three[1:]:
        count = min(chat.questions.count(), first.questions.count())
        assert words(chat)[-2 * count :] == words(first)[-2 * count :]
    identifier = place.rsplit("/", 1)[1]
    stored = first.page.request.get(f"/api/v1/conversations/{identifier}/messages?limit=2").json()
    assert stored["messages"][0]["parts"][0]["text"] == f"Round {rounds}."
    device.close()
    with capsys.disabled():
        print(f"\n  soak: {rounds} answers in {SECONDS:.0f} s, the same in two tabs and on another device", end="")
