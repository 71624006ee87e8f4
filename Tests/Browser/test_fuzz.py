"""Hostile and broken Markdown, streamed into the page: nothing of it runs, and what is finished stays."""

import random

import pytest
from playwright.sync_api import expect

from conftest import provider_of

# Each is tried at every place of a document; definitions are left out, for they may change a block
# that stands before them.
HOSTILE = [
    "<script>window.ran = 1</script>", "<img src=x onerror=window.ran=1>", "<svg/onload=window.ran=1>",
    "<iframe srcdoc='<script>parent.ran=1</script>'></iframe>", "[x](javascript:window.ran=1)",
    "![x](javascript:window.ran=1)", "<javascript:window.ran=1>", "[x](data:text/html,<script>1</script>)",
    "<style>*{display:none}</style>", "<a href='javascript:window.ran=1'>x</a>", "<base href='//evil.test'>",
    "<meta http-equiv=refresh content='0;url=//evil.test'>", "<form action=//evil.test><button>x</form>",
    "```js\"><img src=x onerror=window.ran=1>\nx\n```\n", "$\\href{javascript:window.ran=1}{x}$",
    "$\\htmlData{x=1}{y}$", "`<script>window.ran=1</script>`", "<!--", "-->", "<![CDATA[", "<details open ontoggle=window.ran=1>",
    "</div></div></chat-message>", "<chat-composer></chat-composer>", "\u202e\u2066rtl", "\u0000",
]  # fmt: skip
PIECES = [
    "word ", "真，**她** ", "**", "*", "_", "`", "``", "```", "```swift\nlet a = 1\n", "~~~\n", "| a | b |\n|---|---|\n",
    "| x | y |\n", "- item\n", "  - inner\n", "1. one\n", "> quote\n", "# Head\n", "---\n", "\n", "\n\n", "    code\n", "[",
    "](https://a.b)", "![", "<", ">", "&amp;", "$x^2$ ", "$$\\frac{1}{2}$$\n", "\\(", "\\)", "$5 ", "- [x] done\n", "😀", "\t",
]  # fmt: skip

# Notes each block when it is not near the end any more, and whether it is the same later. Code is
# coloured and formulas are typeset in their places, so of those the element is compared, not its words.
WATCH = """() => {
  const known = new Map();
  window.changed = [];
  window.events = [];
  for (const name of ['securitypolicyviolation', 'error', 'unhandledrejection']) {
    addEventListener(name, (event) => window.events.push(`${name} ${event.blockedURI ?? event.message ?? ''}`), true);
  }
  window.look = () => {
    const blocks = [...document.querySelectorAll('chat-message.is-answer:last-of-type .prose > .blocks > .block')];
    for (const block of blocks.slice(0, -3)) {
      const words = block.querySelector('.math') ? '' : block.textContent;
      const before = known.get(block);
      if (before !== undefined && before !== words) window.changed.push([before, words]);
      known.set(block, words);
    }
    window.watched = known.size;
    for (const block of known.keys()) if (!block.isConnected) window.changed.push([known.get(block), null]);
  };
  new MutationObserver(window.look).observe(document.querySelector('chat-transcript'), {
    childList: true, subtree: true, characterData: true,
  });
}"""

FOREIGN = """() => [...document.querySelectorAll('.prose *')].filter((element) =>
  element.matches('script, style, iframe, img, form, base, meta, object, embed, link, svg:not(.icon):not(.katex svg), chat-composer')
  || [...element.attributes].some(({ name, value }) => /^on/.test(name) || /^\\s*(javascript|data):/i.test(value))
).map((element) => element.outerHTML.slice(0, 200))"""


def document(chance, length):
    text = ""
    while len(text) < length:
        text += chance.choice(HOSTILE) if chance.random() < 0.12 else chance.choice(PIECES)
        if chance.random() < 0.08:
            text += "\n\n"
    return text


@pytest.fixture
def provider(tmp_path, request):
    """A mock provider that answers with the documents of this test."""
    yield from provider_of(document(random.Random(request.param), 12_000), tmp_path)


@pytest.mark.parametrize("provider", [1, 2], indirect=True)
def test_nothing_runs_and_finished_blocks_stay(chat, tmp_path):
    size = (tmp_path / "answer.md").stat().st_size
    for piece in (7, 61):
        chat.new().send(f"Go. [[mock text=file bytes={size} csize={piece} delay_us={piece * 120}]]")
        chat.wait_for_text()
        chat.page.evaluate(WATCH)
        chat.wait_for("complete")
        chat.page.evaluate("window.look()")
        assert chat.page.evaluate("window.changed") == []
        assert chat.page.evaluate("window.watched") > 30
        assert chat.page.evaluate("window.events") == []
        assert chat.page.evaluate("window.ran") is None
        assert chat.page.evaluate(FOREIGN) == []
        words = chat.answers.last.locator(".prose").text_content()
        chat.page.reload()
        chat.wait_for("complete")
        assert len(words) > size / 4
        expect(chat.box).to_be_visible()
