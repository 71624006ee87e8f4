"""The settings beyond providers: what is kept, what left, what comes in and goes out, and the look."""

import json
import re

import pytest
from playwright.sync_api import expect

from conftest import FEW_SCREENS
from test_quality import check

DIALOG = "# Tea\n\n## User\n\nWhich tea is green?\n\n## Assistant\n\nSencha, for one.\n"


def test_the_address_names_the_section(chat):
    chat.settings("Privacy")
    expect(chat.dialog.get_by_role("heading", name="Backups")).to_be_visible()
    assert chat.page.url.endswith("#settings/privacy")
    chat.page.keyboard.press("Escape")
    expect(chat.page).not_to_have_url(re.compile("#"))
    chat.page.goto("/#settings/about")
    expect(chat.dialog.get_by_role("link", name="About")).to_have_attribute("aria-current", "page")
    with chat.page.expect_popup() as popup:
        chat.dialog.get_by_role("link", name="Licences").click()
    expect(popup.value.locator("body")).to_contain_text("License")


def test_a_backup_is_made_and_listed(chat):
    chat.ask("Hello. [[mock chunks=3]]")
    chat.settings("Privacy")
    backups = chat.page.locator("backup-list")
    backups.get_by_role("button", name="Back up now").click()
    expect(backups).to_contain_text("A backup was made.")
    expect(backups).to_contain_text("The newest is from")
    backups.get_by_label("Make one").select_option(label="Every week")
    chat.page.wait_for_function(
        "async () => (await (await fetch('/api/v1/backups')).json()).schedule.interval_hours === 168"
    )


def test_what_left_is_listed_by_host(chat):
    chat.ask("Hello. [[mock chunks=3]]")
    chat.settings("Privacy")
    ledger = chat.page.locator("egress-ledger")
    expect(ledger.locator("li").first).to_contain_text("127.0.0.1")
    expect(ledger).to_contain_text("Chat")
    ledger.get_by_label("Host").select_option(index=1)
    expect(ledger.locator("li").first).to_contain_text("done")


def test_erasing_by_age_says_first_what_would_go(chat):
    chat.ask("Hello. [[mock chunks=3]]")
    chat.settings("Privacy")
    chat.page.route(
        re.compile(r"/retention\?"),
        lambda route: route.fulfill(json={"days": 30, "conversations": 1, "backups": []}),
    )
    retention = chat.page.locator("retention-list")
    choice = retention.get_by_role("combobox").first
    choice.select_option(label="30 days")
    expect(retention).to_contain_text("1 conversation is older")
    retention.get_by_role("button", name="Cancel").click()
    expect(choice).to_have_value("0")
    choice.select_option(label="30 days")
    retention.get_by_role("button", name="Erase and keep it so").click()
    expect(retention).to_contain_text("Saved.")
    assert chat.page.request.get("/api/v1/projects").json()["projects"][0]["retention_days"] == 30


def test_everything_is_deleted_only_after_the_words_are_typed(chat):
    chat.ask("Hello. [[mock chunks=3]]")
    chat.box.fill("A draft that goes too.")
    chat.settings("Privacy")
    eraser = chat.page.locator("data-eraser")
    eraser.get_by_role("button", name="Delete everything…").click()
    go = eraser.get_by_role("button", name="Delete for good")
    expect(go).to_be_disabled()
    eraser.get_by_label("Type “delete everything”").fill("delete everything")
    go.click()
    expect(chat.toast).to_contain_text("Everything was deleted.")
    expect(chat.conversations).to_have_count(0)
    assert "A draft" not in chat.page.evaluate("JSON.stringify(localStorage)")


def test_a_file_is_imported_with_its_balance_and_exported_again(chat):
    chat.settings("Import and export")
    part = chat.page.locator("data-import")
    file = {"name": "tea.md", "mimeType": "text/markdown", "buffer": DIALOG.encode()}
    part.locator("input[type=file]").set_input_files(file)
    expect(part).to_contain_text("tea.md was imported.")
    expect(part.get_by_role("row", name="Conversations")).to_contain_text("1")
    part.get_by_role("button", name="Show it").click()
    expect(chat.conversations.first).to_contain_text("Tea")
    chat.settings("Import and export")
    part.locator("input[type=file]").set_input_files(file)
    expect(part.get_by_role("row", name="Conversations").locator("td").nth(2)).to_have_text("1")
    with chat.page.expect_download() as download:
        export = chat.page.locator("data-export")
        export.get_by_label("Format").select_option(label="To read and edit (Markdown)")
        export.get_by_role("link", name="Export").click()
    assert "Sencha" in download.value.path().read_text(errors="replace")


def test_a_file_that_cannot_be_read_says_why(chat):
    chat.settings("Import and export")
    part = chat.page.locator("data-import")
    part.locator("input[type=file]").set_input_files(
        {"name": "noise.bin", "mimeType": "application/octet-stream", "buffer": b"\x00\x01\x02"}
    )
    expect(part).to_contain_text("noise.bin could not be imported.")


def test_a_history_that_can_only_be_read_says_so_over_the_page(chat):
    status = chat.page.request.get("/api/v1/status").json()
    status["read_only"] = {"reason": "the disk is full", "hint": "make room and start again"}
    chat.page.route("**/api/v1/status", lambda route: route.fulfill(body=json.dumps(status)))
    chat.page.reload()
    banner = chat.page.locator(".banner")
    expect(banner).to_contain_text("nothing new can be saved")
    banner.get_by_role("button", name="What to do").click()
    expect(chat.dialog).to_contain_text("make room and start again")


def test_the_look_stays(chat):
    chat.settings("Appearance")
    dialog, html = chat.dialog, chat.page.locator("html")
    dialog.get_by_role("radio", name="High contrast").check(force=True)
    dialog.get_by_role("radio", name="Larger").check(force=True)
    dialog.get_by_role("radio", name="Serif", exact=True).check(force=True)
    accent = dialog.get_by_role("group", name="Accent")
    accent.get_by_role("radio", name="Your own").check(force=True)
    dialog.get_by_label("Your own colour").fill("#ffee00")
    expect(dialog).to_contain_text("Made a little stronger")
    check(chat.page)
    for _ in range(2):
        expect(html).to_have_attribute("data-contrast", "high")
        expect(html).to_have_css("font-size", "20px")
        expect(html).to_have_css("font-family", re.compile("serif"))
        assert chat.page.evaluate("document.documentElement.style.getPropertyValue('--accent-strong')")
        chat.page.reload()


def test_fonts_of_ones_own_stay_from_the_first_paint_on(chat):
    chat.ask("Code. [[mock chunks=40 text=md]]")
    chat.settings("Appearance")
    dialog, page = chat.dialog, chat.page
    text = dialog.get_by_role("group", name="Typeface")
    code = dialog.get_by_role("group", name="Font of code")
    text.get_by_role("radio", name="Sans serif").check(force=True)
    expect(page.locator("html")).to_have_css("font-family", re.compile("Helvetica"))
    text.get_by_role("radio", name="Your own").check(force=True)
    code.get_by_role("radio", name="Your own").check(force=True)
    dialog.get_by_label("Name of the text’s font").fill('No "such; font')
    expect(dialog).to_contain_text("finds no font of that name")
    dialog.get_by_label("Name of the text’s font").fill("DejaVu Sans")
    expect(dialog).not_to_contain_text("finds no font of that name")
    dialog.get_by_label("Name of the code’s font").fill("DejaVu Sans Mono")
    check(page)
    # Before the page's own code runs, or another font would show first.
    page.add_init_script(
        "new MutationObserver((_, watch) => { if (document.body) { watch.disconnect();"
        " globalThis.first = getComputedStyle(document.documentElement).getPropertyValue('--font-own') } })"
        ".observe(document, { childList: true, subtree: true })"
    )
    for _ in range(2):
        expect(page.locator("html")).to_have_css("font-family", re.compile('^"DejaVu Sans", system-ui'))
        block = page.locator("pre code").first
        expect(block).to_have_css("font-family", re.compile('^"DejaVu Sans Mono", ui-monospace'))
        page.reload()
    assert page.evaluate("globalThis.first") == '"DejaVu Sans"'


def test_enter_can_break_the_line(chat):
    chat.settings("Appearance")
    chat.dialog.get_by_role("radio", name="Breaks the line").check(force=True)
    chat.page.keyboard.press("Escape")
    chat.box.fill("One")
    chat.box.press("Enter")
    chat.box.press_sequentially("two [[mock chunks=3]]")
    chat.box.press("Control+Enter")
    chat.wait_for("complete")
    expect(chat.questions.first).to_contain_text("two")


def settle(chat):
    """Until what the section asked the server for is shown."""
    if "privacy" in chat.page.url:
        expect(chat.page.locator("backup-list select")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_section_is_accessible(chat, theme):
    chat.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    chat.ask("Hello. [[mock chunks=3]]")
    chat.settings()
    for name in ("Appearance", "Behaviours", "Privacy", "Import and export", "Shortcuts", "About"):
        chat.dialog.get_by_role("link", name=name, exact=True).click()
        settle(chat)
        check(chat.page)


@pytest.mark.parametrize("portrait", FEW_SCREENS, indirect=True)
def test_screenshots(portrait):
    """They are for people to look at."""
    chat = portrait.chat
    for name in ("providers", "appearance", "behaviours", "privacy", "data", "shortcuts", "about"):
        chat.page.goto("about:blank")
        chat.page.goto(f"/#settings/{name}")
        expect(chat.dialog).to_be_visible()
        settle(chat)
        portrait.shoot(f"settings-{name}", is_kept=name != "privacy")
        small = chat.page.evaluate(
            "() => document.querySelector('.settings-place').scrollWidth"
            " - document.querySelector('.settings-place').clientWidth"
        )
        assert small <= 0, name
    chat.page.keyboard.press("Escape")
    chat.page.keyboard.press("Alt+KeyT")
    expect(chat.page.locator(".template-card").first).to_be_visible()
    portrait.shoot("templates")
    chat.page.locator(".template-card").first.click()
    portrait.shoot("template")
