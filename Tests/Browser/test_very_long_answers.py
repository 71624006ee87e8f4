"""Of a very long answer only what is near the window is in the document, and nobody notices."""

import re

import pytest
from playwright.sync_api import expect

from conftest import provider_of

COUNT = 1500
TEXT = "\n\n".join(
    f"```swift\nlet number = {index} // n{index}.\n```" if index % 7 == 0
    else f"Paragraph n{index}. " + "And so on and on. " * (index % 11)
    for index in range(COUNT)
)  # fmt: skip

# What is seen, by its numbers, and where the first of it is.
SEEN = r"""() => {
  const box = document.querySelector('.transcript-scroller').getBoundingClientRect();
  const seen = [...document.querySelectorAll('chat-message.is-answer .block')].filter((block) => {
    const { top, bottom } = block.getBoundingClientRect();
    return bottom > box.top && top < box.bottom;
  });
  const number = (block) => Number(/n(\d+)\./.exec(block.textContent)[1]);
  return { numbers: seen.map(number), top: seen[0]?.getBoundingClientRect().top ?? null };
}"""
# Scrolls and waits until what is in the window is there.
SCROLL = """async (by) => {
  const scroller = document.querySelector('.transcript-scroller');
  scroller.scrollTop += by;
  const box = scroller.getBoundingClientRect();
  const isEmpty = (group) => {
    const { top, bottom } = group.getBoundingClientRect();
    return bottom > box.top && top < box.bottom;
  };
  do await new Promise(requestAnimationFrame);
  while ([...document.querySelectorAll('.is-folded')].some(isEmpty));
  return scroller.scrollTop;
}"""


@pytest.fixture
def provider(tmp_path):
    """A mock provider that answers with the text."""
    yield from provider_of(TEXT, tmp_path)


@pytest.fixture
def answer(chat):
    """The long answer, streamed while its end is looked at."""
    size = len(TEXT.encode())
    chat.ask(f"Go. [[mock text=file bytes={size} csize=200 delay_us=1000]]")
    wait_until_folded(chat)
    return chat.answers.last


def there(chat):
    return chat.page.locator("chat-message.is-answer .block").count()


def wait_until_folded(chat):
    """What is far away is gone, but for its words."""
    chat.page.wait_for_function("""() => document.querySelectorAll('.is-answer .block').length < 500
      && !document.querySelector('.is-folded:empty')""")


def numbers(text):
    return [int(found) for found in re.findall(r"n(\d+)\.", text)]


def everything_by_scrolling(chat):
    """The numbers that are seen on the way from the end to the beginning."""
    page = chat.page
    seen = page.evaluate(SEEN)
    found, most, top = set(seen["numbers"]), 0, None
    while top != 0:
        top = page.evaluate(SCROLL, -400)
        after = page.evaluate(SEEN)
        # What was seen first has gone down by as much as was scrolled, and no further.
        assert top == 0 or seen["numbers"][0] in after["numbers"]
        found.update(after["numbers"])
        most = max(most, there(chat))
        seen = after
    return found, most


def test_all_of_it_is_seen_by_scrolling(chat, answer):
    assert numbers(answer.locator(".prose").text_content()) == list(range(COUNT))
    found, most = everything_by_scrolling(chat)
    assert found == set(range(COUNT))
    assert most < 500


def test_after_a_reload_it_comes_as_it_is_scrolled_to(chat, answer):
    chat.page.reload()
    chat.wait_for("complete")
    wait_until_folded(chat)
    found, most = everything_by_scrolling(chat)
    assert found == set(range(COUNT))
    assert most < 500


def test_it_is_copied_and_printed_whole(chat, answer):
    page = chat.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("() => getSelection().selectAllChildren(document.querySelector('.is-answer .prose'))")
    page.keyboard.press("Control+c")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert numbers(copied) == list(range(COUNT))
    page.evaluate("() => getSelection().removeAllRanges()")
    printed = page.evaluate("""() => {
      dispatchEvent(new Event('beforeprint'));
      return document.querySelectorAll('.is-answer .block').length;
    }""")
    assert printed == COUNT
    wait_until_folded(chat)


def test_what_is_far_away_is_found(chat, answer):
    """The browser's own search opens it."""
    page = chat.page
    assert page.locator(".block", has_text="Paragraph n3.").count() == 0
    found = page.evaluate("""() => {
      const words = [...document.querySelectorAll('.is-folded > [hidden]')]
        .find((one) => one.textContent.includes('Paragraph n3.'));
      words.dispatchEvent(new Event('beforematch', { bubbles: true }));
      return words.isConnected;
    }""")
    assert not found
    expect(page.locator(".block", has_text="Paragraph n3.")).to_be_attached()


def test_what_is_selected_stays(chat, answer):
    page = chat.page
    page.evaluate("""() => {
      const block = [...document.querySelectorAll('.is-answer .block')].at(-1);
      getSelection().selectAllChildren(block);
    }""")
    for _ in range(30):
        page.evaluate(SCROLL, -1000)
    assert page.evaluate("String(getSelection())").strip().startswith(f"Paragraph n{COUNT - 1}.")
