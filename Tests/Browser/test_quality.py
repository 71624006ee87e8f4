"""What a test can see of the look: accessibility, weight, screenshots."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from chat import Chat

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


def check(page, part=None):
    """Fails with what axe found, where, and how to mend it; only in a part that lies over others."""
    found = Axe().run(page, context=part, options=RULES)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_screen_is_accessible(chat, theme):
    page = chat.page
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    check(page)
    chat.ask("Show Markdown. [[mock chunks=120 text=md reasoning=1]]")
    check(page)
    chat.new().send("Fail. [[mock status=401]]")
    chat.wait_for("failed").get_by_text("Details").click()
    check(page)
    page.locator(".picker-button").click()
    expect(page.get_by_role("option").first).to_be_visible()
    check(page, "model-picker")
    page.keyboard.press("Escape")
    page.locator("project-switch button").click()
    check(page)
    page.keyboard.press("Escape")
    chat.settings()
    page.locator("provider-list").get_by_role("button", name="Add a provider").click()
    check(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Alt+KeyE")
    chat.dialog.get_by_text("Thinking, second model").click()
    chat.dialog.get_by_text("Memory, titles").click()
    expect(chat.dialog.get_by_label("Second model")).to_be_visible()
    check(page)


@pytest.mark.parametrize("accent", ["teal", "blue", "violet", "rose", "amber", "graphite"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_accent_has_contrast(chat, accent, theme):
    chat.page.emulate_media(reduced_motion="reduce")
    chat.page.evaluate(
        "([theme, accent]) => Object.assign(document.documentElement.dataset, { theme, accent })",
        [theme, accent],
    )
    chat.box.fill("A text, so that Send has its colour.")
    chat.settings()
    chat.page.locator("provider-list").get_by_role("button", name="Add a provider").click()
    check(chat.page)


def test_touch_targets_are_large_enough(browser, server, watch):
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, base_url=server.url
    )
    context.on("page", watch.follow)
    chat = Chat(context.new_page()).open()
    chat.box.fill("Hello. [[mock chunks=3]]")
    chat.send_button.click()
    chat.wait_for("complete")
    small = chat.page.evaluate(
        "() => [...document.querySelectorAll('button, summary, select')]"
        ".filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest('[inert]'))"
        ".map((e) => [e.className, e.getBoundingClientRect()])"
        ".filter(([, box]) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))"
        ".map(([name, box]) => `${name} ${box.width}x${box.height}`)"
    )
    assert small == []
    assert chat.page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()


def test_the_first_load_is_light(chat):
    page = chat.page
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    sizes = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.reload()
    page.locator("start-page h2").wait_for()
    page.wait_for_load_state("load")
    print(f"first load: {sum(sizes)} bytes in {len(sizes)} answers")
    assert sum(sizes) <= 120 * 1024


def test_screenshots(portrait):
    """The main screens look as they did when they were found good."""
    chat = portrait.chat
    portrait.shoot("start")
    text = "你好，请介绍一下自己。" if portrait.locale == "zh-CN" else "Hello, who are you?"
    chat.box.fill(f"{text} [[mock chunks=80 text=md]]")
    chat.send_button.click()
    chat.wait_for("complete")
    portrait.shoot("answer")
    chat.new().box.fill("[[mock status=401]]")
    chat.send_button.click()
    chat.wait_for("failed")
    portrait.shoot("failed")
    chat.page.keyboard.press("Control+Comma")
    expect(chat.dialog).to_be_visible()
    portrait.shoot("settings")
    chat.page.keyboard.press("Escape")
    chat.page.keyboard.press("Alt+KeyE")
    expect(chat.dialog).to_be_visible()
    portrait.shoot("project")
