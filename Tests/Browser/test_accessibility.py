"""What axe does not see: the keyboard alone, a page made twice as large, stillness, and scripts that run to the left."""

import pytest
from playwright.sync_api import expect

# What has the focus: its name, whether all of it is on the screen and whether one sees that it has it.
FOCUS = """
() => {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const { top, left, bottom, right, width, height } = focused.getBoundingClientRect();
  const style = getComputedStyle(focused);
  const ring = (element) => {
    const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(element);
    return [outlineStyle !== 'none' && outlineWidth !== '0px', boxShadow, borderColor].join();
  };
  const frame = focused.closest('.composer-card, .search-box, .picker-search') ?? focused;
  const [own, around] = [ring(focused), ring(frame)];
  focused.blur();
  const shows = own !== ring(focused) || around !== ring(frame);
  focused.focus({ preventScroll: true, focusVisible: true });
  return {
    name: focused.ariaLabel || focused.innerText?.trim() || focused.title || focused.placeholder || '',
    tag: focused.tagName.toLowerCase(),
    isSeen: width > 0 && height > 0 && style.visibility === 'visible'
      && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth,
    shows,
  };
}
"""


def walk(page, key="Tab", most=80):
    """Every place that Tab comes to, once around."""
    places = []
    for _ in range(most):
        page.keyboard.press(key)
        place = page.evaluate(FOCUS)
        if places and place == places[0]:
            return places
        if place:
            places.append(place)
    raise AssertionError(f"Tab never leaves: {places[-6:]}")


def test_tab_comes_to_everything_and_shows_where_it_is(chat):
    chat.page.emulate_media(reduced_motion="reduce")
    chat.ask("Hello. [[mock chunks=8 text=md]]")
    chat.page.evaluate("document.activeElement.blur()")
    places = walk(chat.page)
    assert len(places) > 12
    for place in places:
        assert place["name"] and place["isSeen"] and place["shows"], place
    names = " ".join(place["name"] for place in places)
    for name in ("Search", "New chat", "Settings", "Your message", "Copy"):
        assert name in names, names


def test_a_whole_chat_by_the_keyboard_alone(chat):
    page, press = chat.page, chat.page.keyboard.press
    expect(chat.box).to_be_focused()
    for _ in range(8):
        press("Tab")
        if page.evaluate("document.activeElement.classList.contains('skip-link')"):
            break
    press("Enter")
    expect(chat.box).to_be_focused()
    page.keyboard.type("Which birds sing at night? [[mock chunks=5]]")
    press("Enter")
    chat.wait_for("complete")
    # The answer's actions are before the composer.
    for _ in range(12):
        press("Shift+Tab")
        if page.evaluate("document.activeElement.closest('chat-message') !== null"):
            break
    for _ in range(12):
        if page.evaluate("document.activeElement.getAttribute('aria-haspopup') === 'menu'"):
            break
        press("Shift+Tab")
    press("Enter")
    menu = page.get_by_role("menu")
    expect(menu).to_be_visible()
    expect(menu.get_by_role("menuitem").first).to_be_focused()
    press("Escape")
    expect(menu).to_have_count(0)
    # The model is chosen with its arrows.
    press("Control+KeyK")
    expect(chat.dialog.get_by_role("combobox")).to_be_focused()
    page.keyboard.type("gpt slow")
    expect(chat.dialog.get_by_role("option").first).to_contain_text("gpt-slow")
    press("Enter")
    expect(page.locator(".picker-button")).to_contain_text("gpt-slow")
    # A dialog keeps the focus, and gives it back.
    chat.box.focus()
    press("Control+Comma")
    expect(chat.dialog).to_be_visible()
    for _ in range(40):
        press("Tab")
        assert page.evaluate(
            "document.activeElement === document.body || !!document.activeElement.closest('dialog')"
        )
    press("Escape")
    expect(chat.dialog).to_have_count(0)
    expect(chat.box).to_be_focused()


# 1280 x 800 at 200 %, and what WCAG asks of the width: 320 pixels.
@pytest.mark.parametrize("size", [(640, 400), (320, 640)], ids=["200%", "320px"])
def test_a_page_made_larger_keeps_everything_within_reach(chat, size):
    page = chat.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    chat.ask("Show Markdown. [[mock chunks=60 text=md]]")

    def is_too_wide():
        return page.evaluate(
            "() => [document.documentElement, ...document.querySelectorAll('dialog[open], main')]"
            ".filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.tagName)"
        )

    assert is_too_wide() == []
    for control in (chat.box, chat.send_button, page.locator(".picker-button")):
        expect(control).to_be_in_viewport(ratio=1)
    for key in ("Control+Comma", "Control+KeyK", "Alt+KeyE", "Shift+Slash"):
        if key == "Shift+Slash":
            page.locator(".transcript-scroller").focus()
        page.keyboard.press(key)
        expect(chat.dialog).to_be_visible()
        assert is_too_wide() == [], key
        page.keyboard.press("Escape")
        expect(chat.dialog).to_have_count(0)


def test_nothing_moves_where_stillness_is_wished(chat):
    page = chat.page
    page.emulate_media(reduced_motion="reduce")
    chat.send("Hello. [[mock chunks=40 delay=20]]")
    chat.wait_for_text()
    assert page.evaluate("document.getAnimations().length") == 0
    page.keyboard.press("Control+Comma")
    expect(chat.dialog).to_be_visible()
    assert page.evaluate("document.getAnimations().length") == 0
    page.keyboard.press("Escape")
    chat.wait_for("complete")


def test_scripts_that_run_to_the_left_do(chat):
    arabic = "ما هي عاصمة فرنسا؟"
    chat.ask(f"{arabic} [[mock chunks=3]]").ask(f"{arabic}\n\nAnd in English.")
    question = chat.questions.last.locator(".bubble")
    direction, lines = question.evaluate(
        "(e) => [getComputedStyle(e).direction, getComputedStyle(e).unicodeBidi]"
    )
    assert (direction, lines) == ("rtl", "plaintext")  # Each line by its own words.
    title = chat.conversations.first.locator("[dir=auto]").first
    expect(title).to_contain_text("فرنسا")
    assert title.evaluate("(e) => getComputedStyle(e).direction") == "rtl"
    chat.box.fill(arabic)
    assert chat.box.evaluate("(e) => getComputedStyle(e).direction") == "rtl"
