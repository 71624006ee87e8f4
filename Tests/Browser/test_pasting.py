"""Rich text becomes Markdown when it is pasted, and what the page changes in a field can be undone."""

import pytest
from playwright.sync_api import expect

from pastes import PASTES, PLAIN

RICH = '<h2>Plan</h2><ul><li>one <b>two</b></li><li><a href="https://a.b">three</a></li></ul>'
RICH_TEXT = "Plan\n\n  • one two\n  • three"
MARKDOWN = "## Plan\n\n- one **two**\n- [three](https://a.b)"

# As a program copies, with the HTML as it is.
COPY = """([html, text]) => {
  addEventListener('copy', (event) => {
    event.preventDefault();
    event.clipboardData.setData('text/html', html);
    event.clipboardData.setData('text/plain', text);
  }, { once: true, capture: true });
  document.execCommand('copy');
}"""


def copy(chat, html, text):
    chat.page.evaluate(COPY, [html, text])


def test_what_programs_copy_becomes_markdown(chat):
    made = chat.page.evaluate(
        """async ([files, pastes]) => {
          const { markdownOf } = await import(`${files}lib/rich-text.js`);
          return pastes.map(([html, text]) => markdownOf(html, text));
        }""",
        [chat.files, [(html, PLAIN.get(name, "")) for name, html, _ in PASTES]],
    )
    expected = {name: markdown for name, _, markdown in PASTES}
    assert dict(zip(expected, made)) == expected
    assert chat.page.evaluate("window.ran") is None


def editor(chat):
    chat.ask("Change me. [[mock chunks=2]]")
    chat.box.press("ArrowUp")
    return chat.page.locator("message-editor textarea")


@pytest.mark.parametrize("field", [lambda chat: chat.box, editor], ids=["composer", "editor"])
def test_rich_text_is_pasted_as_markdown_and_undone(chat, field):
    box = field(chat)
    copy(chat, RICH, RICH_TEXT)
    box.fill("Before. After.")
    box.evaluate("(e) => e.setSelectionRange(8, 8)")
    box.press("Control+v")
    pasted = f"Before. {MARKDOWN}After."
    expect(box).to_have_value(pasted)
    box.press("Control+z")
    expect(box).to_have_value("Before. After.")
    box.press("Control+Shift+z")
    expect(box).to_have_value(pasted)
    box.press("Control+a")
    box.press("Control+Shift+v")
    expect(box).to_have_value(RICH_TEXT)


def test_code_of_an_editor_and_large_pastes_keep_their_lines(chat):
    html = next(html for name, html, _ in PASTES if name == "code of an editor")
    copy(chat, html, "let x\n\ty")
    chat.box.press("Control+v")
    expect(chat.box).to_have_value("let x\n\ty")
    chat.box.fill("")
    lines = [f"line {number}" for number in range(3000)]
    copy(chat, "<ul>" + "".join(f"<li>{line}</li>" for line in lines) + "</ul>", "\n".join(lines))
    chat.box.press("Control+v")
    expect(chat.box).to_have_value("\n".join(f"- {line}" for line in lines))
    chat.box.press("Control+z")
    expect(chat.box).to_have_value("")
    chat.box.press("Control+Shift+z")
    expect(chat.box).to_have_value("\n".join(f"- {line}" for line in lines))


def test_what_the_page_puts_in_can_be_undone(chat):
    chat.box.fill("Mine.")
    chat.page.locator(".example").first.click()
    expect(chat.box).to_have_value("Explain how a binary search works, with a small example.")
    chat.box.press("Control+z")
    expect(chat.box).to_have_value("Mine.")
    chat.box.press("Control+Shift+z")
    expect(chat.box).not_to_have_value("Mine.")
    chat.ask("What was sent. [[mock chunks=2]]")
    expect(chat.box).to_have_value("")
    chat.box.press("Control+z")
    expect(chat.box).to_have_value("What was sent. [[mock chunks=2]]")
