"""The palette reaches everything by its name."""

import pytest
from playwright.sync_api import expect

from conftest import PUBLIC
from test_quality import check


def palette(chat, words=""):
    chat.page.keyboard.press("Control+KeyK")
    field = chat.dialog.get_by_role("combobox")
    expect(field).to_be_focused()
    if words:
        field.fill(words)
    return field


def test_every_command_is_in_it_with_its_key(chat):
    palette(chat)
    commands = chat.dialog.get_by_role("group", name="Commands").get_by_role("option")
    listed = (PUBLIC / "lib" / "commands.js").read_text().count("    { id: '") - 1
    expect(commands).to_have_count(listed)  # All but the palette itself.
    expect(commands.filter(has_text="Settings").locator("kbd")).to_have_text(["Ctrl", ","])
    chat.page.keyboard.press("Control+KeyK")
    expect(chat.dialog).to_have_count(0)


def test_a_command_runs_by_part_of_its_name_and_is_recent_then(chat):
    palette(chat, "keyboard").press("Enter")
    expect(chat.dialog.get_by_role("heading", name="Keyboard shortcuts")).to_be_visible()
    chat.page.keyboard.press("Escape")
    palette(chat)
    first = chat.dialog.get_by_role("group").first
    expect(first).to_have_attribute("aria-label", "Recent")
    expect(first.get_by_role("option")).to_have_text(["Keyboard shortcuts?"])


def test_a_command_is_found_before_the_other_language_is_there(chat, watch):
    watch.allows_failed_requests = True
    chat.page.route("**/locales/zh*", lambda route: route.abort())
    palette(chat, "keyboard").press("Enter")
    expect(chat.dialog.get_by_role("heading", name="Keyboard shortcuts")).to_be_visible()


def test_it_goes_to_conversations_projects_and_models(chat):
    chat.ask("Talk about wagtails. [[mock chunks=3]]")
    expect(chat.conversations.first).to_contain_text("wagtails")
    chat.new_project("Marshes")
    # Also what belongs to another project.
    palette(chat, "wagtails")
    option = chat.dialog.get_by_role("group", name="Conversations").get_by_role("option")
    expect(option).to_have_count(1)
    option.click()
    expect(chat.questions.first).to_contain_text("wagtails")
    palette(chat, "marsh").press("Enter")
    expect(chat.page.locator(".project-name")).to_have_text("Marshes")
    palette(chat, "gpt slow").press("Enter")
    expect(chat.page.locator(".picker-button")).to_contain_text("gpt-slow")


def test_what_is_typed_can_be_searched_for(chat):
    palette(chat, "zzz yyy")
    expect(chat.dialog.get_by_role("option")).to_have_text(["Search for “zzz yyy”"])
    chat.page.keyboard.press("Enter")
    expect(chat.page.locator("search-screen").get_by_role("searchbox")).to_have_value("zzz yyy")


def test_names_of_both_languages_are_found(chat):
    palette(chat, "设置")
    expect(chat.dialog.get_by_role("option").first).to_contain_text("Settings")


@pytest.fixture
def slow_palette(chat):
    """Keeps the palette's code back until it is called."""
    waiting = []
    chat.page.route("**/parts/command-palette.js", lambda route: waiting.append(route))

    def release():
        chat.page.wait_for_timeout(1)  # Playwright hears of the request.
        while waiting:
            waiting.pop().continue_()

    return release


def test_what_is_typed_before_it_is_there_arrives_in_it(chat, slow_palette):
    keys = chat.page.keyboard
    keys.press("Control+KeyK")
    keys.type("keybard")
    for _ in range(3):
        keys.press("ArrowLeft")
    keys.type("o")
    slow_palette()
    field = chat.dialog.get_by_role("combobox")
    expect(field).to_have_value("keyboard")
    expect(field).to_be_focused()
    expect(chat.box).to_have_value("")
    keys.press("Enter")
    expect(chat.dialog.get_by_role("heading", name="Keyboard shortcuts")).to_be_visible()


def test_enter_and_escape_before_it_is_there_are_meant(chat, slow_palette):
    keys = chat.page.keyboard
    keys.press("Control+KeyK")
    keys.type("nothing")
    keys.press("Escape")
    keys.type("mine")
    expect(chat.box).to_have_value("mine")
    keys.press("Control+KeyK")
    keys.press("Control+KeyK")
    keys.type("!")
    expect(chat.box).to_have_value("mine!")
    keys.press("Control+KeyK")
    keys.type("keyboard")
    keys.press("Enter")
    slow_palette()
    expect(chat.dialog.get_by_role("heading", name="Keyboard shortcuts")).to_be_visible()


def test_an_input_method_keeps_its_enter(chat):
    field = palette(chat)
    field.evaluate(
        """(field) => {
          const say = (type, Kind, options) =>
            field.dispatchEvent(new Kind(type, { bubbles: true, ...options }));
          say('compositionstart', CompositionEvent);
          field.value = '设置';
          say('input', InputEvent, { isComposing: true });
          say('keydown', KeyboardEvent, { key: 'Enter', keyCode: 229, isComposing: true });
          say('compositionend', CompositionEvent);
          say('keydown', KeyboardEvent, { key: 'Enter', code: 'Enter', keyCode: 13 });
        }"""
    )
    expect(field).to_be_focused()
    expect(chat.dialog.get_by_role("option").first).to_contain_text("Settings")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_accessible(chat, theme):
    chat.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    palette(chat)
    check(chat.page)
    chat.dialog.get_by_role("combobox").fill("set")
    check(chat.page)
