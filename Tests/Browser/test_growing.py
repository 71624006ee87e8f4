"""A block that grows keeps what it has: its nodes, what is selected in it, and where the reader is."""

import pytest
from playwright.sync_api import expect

from conftest import provider_of

ROWS = 120
TABLE = "| Name | Value |\n|---|---|\n" + "".join(f"| **row {i}** | `{i}` |\n" for i in range(ROWS))
LIST = "".join(f"- item {i} with **bold**\n" for i in range(ROWS))
CODE = "1. first\n\n   ```swift\n" + "".join(f"   let a{i} = {i}\n" for i in range(ROWS)) + "   ```\n\n2. second\n"

GROWN = """async ([server, page]) => {
  const { growTo } = await import(server);
  const place = document.createElement('div');
  const parts = page.map((html) => {
    const template = document.createElement('template');
    template.innerHTML = html;
    return template.content;
  });
  const wanted = page.at(-1);
  growTo(place, parts[0]);
  const first = place.querySelector('li, td, p');
  for (const part of parts.slice(1)) growTo(place, part);
  return [place.innerHTML === wanted, place.contains(first)];
}"""


@pytest.fixture
def provider(tmp_path, request):
    yield from provider_of(getattr(request, "param", TABLE), tmp_path)


def stream(chat, text):
    chat.send(f"Go. [[mock text=file bytes={len(text.encode())} csize=16 delay_us=6000]]")


@pytest.mark.parametrize(
    ("provider", "kind", "count"),
    [(TABLE, "tbody tr", ROWS), (LIST, "li", ROWS)],
    indirect=["provider"],
    ids=["table", "list"],
)
def test_what_is_there_stays_while_more_comes(chat, provider, kind, count):
    text = TABLE if kind == "tbody tr" else LIST
    stream(chat, text)
    rows = chat.answers.last.locator(kind)
    expect(rows.nth(3)).to_be_attached()
    chat.page.evaluate(
        """(kind) => {
          const row = document.querySelector(`chat-message.is-answer ${kind}`);
          window.row = row;
          getSelection().selectAllChildren(row);
          window.selected = String(getSelection());
        }""",
        kind,
    )
    chat.wait_for("complete")
    expect(rows).to_have_count(count)
    assert chat.page.evaluate("window.row.isConnected")
    assert chat.page.evaluate("String(getSelection()) === window.selected && window.selected !== ''")


@pytest.mark.parametrize("provider", [CODE], indirect=True, ids=["code"])
def test_code_within_a_list_is_coloured_once_and_copied_whole(chat, provider):
    chat.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    stream(chat, CODE)
    chat.wait_for("complete")
    answer = chat.answers.last
    expect(answer.locator("code span").first).to_be_attached()
    answer.locator('[data-action="copy-code"]').click()
    expect(answer.locator('[data-action="copy-code"]')).to_contain_text("Copied")
    copied = chat.page.evaluate("navigator.clipboard.readText()")
    assert copied.count("let a") == ROWS


@pytest.mark.parametrize(
    ("steps", "stays"),
    [
        (["<ul><li>a</li></ul>", "<ul><li>a</li><li>b</li></ul>"], True),
        (["<ul><li>a</li></ul>", "<ul><li>ab</li></ul>", "<ul><li>ab</li><li>c</li></ul>"], True),
        (["<p>a</p>", "<p>a <strong>b</strong></p>", "<p>a <strong>b</strong> c</p>"], True),
        (["<p>a</p>", "<h2>a</h2>"], False),
        (["<p>a</p>", "<ul><li>b</li></ul>", "<p>c</p>"], False),
        (["<p>a</p><p>b</p>", "<p>a</p>"], True),
        (['<ol><li>a</li></ol>', '<ol start="2"><li>a</li></ol>'], False),
    ],
)
def test_any_change_ends_as_it_was_wanted(chat, steps, stays):
    module = f"{chat.files}lib/growing.js"
    assert chat.page.evaluate(GROWN, [module, steps]) == [True, stays]
