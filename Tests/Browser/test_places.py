"""Projects, conversations, settings, languages, and addresses."""

import re

from playwright.sync_api import expect

from conftest import PUBLIC


def test_projects_keep_their_conversations_apart(chat):
    chat.ask("In the first. [[mock chunks=3]]")
    chat.new_project("Novel")
    expect(chat.conversations).to_have_count(0)
    expect(chat.page.locator(".conversations-empty")).to_be_visible()
    chat.ask("In the second. [[mock chunks=3]]")
    expect(chat.conversations).to_have_count(1)
    chat.page.go_back()
    chat.page.go_back()
    expect(chat.conversations.first).to_contain_text("In the first.")


def test_the_last_open_project_opens_again(chat):
    first = chat.page.request.get("/api/v1/projects").json()["active_project_id"]

    def is_of_the_new_one(response):
        # The page says of the first one too that it is open.
        return response.url.endswith("/activate") and first not in response.url

    with chat.page.expect_response(is_of_the_new_one):
        chat.new_project("Novel")
    chat.page.goto("/")
    expect(chat.page.locator(".project-name")).to_have_text("Novel")


def test_a_deleted_project_can_be_undone(chat):
    chat.new_project("Novel")
    chat.project_menu("Delete project")
    expect(chat.page.locator(".project-name")).not_to_have_text("Novel")
    chat.toast.get_by_role("button", name="Undo").click()
    expect(chat.page.locator(".project-name")).to_have_text("Novel")


def test_a_project_is_checked_before_it_is_saved(chat):
    chat.project_menu("Edit this project…")
    dialog = chat.dialog
    dialog.get_by_label("Name", exact=True).fill("  ")
    dialog.get_by_label("Temperature").fill("3")
    dialog.get_by_label("Output limit").fill("1.5")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_contain_text("A project needs a name.")
    expect(dialog).to_contain_text("A number from 0 to 2, or nothing.")
    expect(dialog).to_contain_text("A whole number from 1 to 1,000,000, or nothing.")
    expect(dialog.get_by_label("Name", exact=True)).to_be_focused()
    dialog.get_by_label("Name", exact=True).fill("Work")
    dialog.get_by_label("Temperature").fill("0,7")
    dialog.get_by_label("Output limit").fill("500")
    dialog.get_by_label("System prompt").fill("Be brief.")
    dialog.get_by_role("button", name="Save").click()
    expect(chat.dialog).to_have_count(0)
    identifier = re.search(r"/p/([^/]+)", chat.page.url).group(1)
    project = chat.page.request.get(f"/api/v1/projects/{identifier}").json()
    assert (project["name"], project["temperature"]) == ("Work", 0.7)
    assert (project["max_output_tokens"], project["system_prompt"]) == (500, "Be brief.")


def test_a_conversation_is_renamed_deleted_and_restored(chat):
    chat.ask("Hello. [[mock chunks=3]]")
    chat.conversation_menu(0, "Rename")
    chat.page.locator(".rename").fill("Renamed")
    chat.page.locator(".rename").press("Enter")
    expect(chat.conversations.first).to_have_text("Renamed")
    chat.conversation_menu(0, "Delete")
    expect(chat.conversations).to_have_count(0)
    expect(chat.page.locator("start-page")).to_be_visible()
    chat.toast.get_by_role("button", name="Undo").click()
    expect(chat.conversations.first).to_have_text("Renamed")
    expect(chat.answers).to_have_count(1)


def test_a_name_can_be_left_as_it_was(chat):
    chat.ask("Hello. [[mock chunks=3]]")
    title = chat.conversations.first.locator(".conversation-title").inner_text()
    chat.conversation_menu(0, "Rename")
    chat.page.locator(".rename").fill("Not this")
    chat.page.locator(".rename").press("Escape")
    expect(chat.conversations.first).to_have_text(title)


def test_more_conversations_come_as_one_scrolls(chat):
    project = re.search(r"/p/([^/]+)", chat.page.url).group(1)
    for number in range(70):
        path = f"/api/v1/projects/{project}/conversations"
        assert chat.page.request.post(path, data={"title": f"Talk {number}"}).status == 201
    chat.page.reload()
    expect(chat.conversations.first).to_have_text("Talk 69")
    while chat.conversations.count() < 70:
        before = chat.conversations.count()
        chat.page.locator("conversation-list").evaluate("(e) => (e.scrollTop = e.scrollHeight)")
        chat.page.wait_for_function(
            "(n) => document.querySelectorAll('a.conversation').length > n", arg=before
        )
    expect(chat.conversations.last).to_have_text("Talk 0")


def test_an_address_of_nothing_leads_somewhere(chat, watch):
    watch.allows_failed_requests = True
    project = re.search(r"/p/([^/]+)", chat.page.url).group(1)
    chat.page.goto(f"/p/{project}/c/00000000-0000-7000-8000-000000000000")
    expect(chat.page.locator("start-page h2")).to_be_visible()
    expect(chat.toast).to_contain_text("not there any more")


def test_the_language_changes_at_once_and_stays(chat):
    chat.settings("Appearance")
    chat.dialog.get_by_role("radio", name="简体中文").click()
    expect(chat.dialog.get_by_role("heading", name="设置")).to_be_visible()
    expect(chat.page.locator("html")).to_have_attribute("lang", "zh-CN")
    chat.page.keyboard.press("Escape")
    expect(chat.box).to_have_attribute("placeholder", "输入消息")
    expect(chat.page).not_to_have_url(re.compile("#"))  # Else the settings open again.
    chat.page.reload()
    expect(chat.box).to_have_attribute("placeholder", "输入消息")
    chat.ask("你好。[[mock chunks=3 text=zh]]")


def test_the_theme_changes_at_once_and_stays(chat):
    chat.settings("Appearance")
    chat.dialog.get_by_role("radio", name="Dark").click()
    chat.dialog.get_by_role("radio", name="Violet").click()
    for _ in range(2):
        expect(chat.page.locator("html")).to_have_attribute("data-theme", "dark")
        expect(chat.page.locator("html")).to_have_attribute("data-accent", "violet")
        chat.page.reload()


def test_a_provider_is_tested_added_and_removed(chat, provider):
    chat.settings()
    chat.dialog.get_by_role("button", name="Add a provider").click()
    form = chat.page.locator("provider-form")
    form.get_by_text("Address and name").click()
    form.get_by_label("Address", exact=True).fill("nowhere")
    form.get_by_role("button", name="Test").click()
    expect(form).to_contain_text("An address begins with http:// or https://.")
    form.get_by_label("Address", exact=True).fill(f"http://127.0.0.1:{provider}/v1")
    form.get_by_label("Name", exact=True).fill("second")
    form.get_by_label("Key", exact=True).fill("secret-key-text")
    form.get_by_role("button", name="Test").click()
    expect(form.locator(".form-result")).to_contain_text("It works")
    form.get_by_role("button", name="Save").click()
    row = chat.page.locator(".provider", has_text="second")
    expect(row).to_be_visible()
    assert "secret-key-text" not in chat.page.content()
    row.get_by_role("button", name="Remove second").click()
    expect(row).to_have_count(0)


def test_every_command_is_listed_with_its_key(chat):
    chat.box.evaluate("(e) => e.blur()")
    chat.page.keyboard.press("?")
    expect(chat.dialog.get_by_role("heading", name="Keyboard shortcuts")).to_be_visible()
    commands = (PUBLIC / "lib" / "commands.js").read_text().count("    { id: '")
    expect(chat.dialog.locator(".key-row")).to_have_count(commands + 4)  # Those of the composer.
    chat.page.keyboard.press("Escape")
    expect(chat.dialog).to_have_count(0)


def test_keys_do_what_they_say(chat):
    chat.page.keyboard.press("Control+Comma")
    expect(chat.dialog).to_be_visible()
    chat.page.keyboard.press("Escape")
    chat.page.keyboard.press("Control+Slash")
    expect(chat.page.get_by_role("combobox")).to_be_focused()
    chat.page.keyboard.press("Escape")
    chat.page.keyboard.press("Control+KeyB")
    expect(chat.page.locator("app-sidebar")).to_be_hidden()
    chat.page.keyboard.press("Control+KeyB")
    expect(chat.page.locator("app-sidebar")).to_be_visible()


def test_the_drawer_holds_the_focus_and_closes(chat):
    chat.page.set_viewport_size({"width": 390, "height": 844})
    sidebar = chat.page.locator("app-sidebar")
    expect(sidebar).to_be_hidden()
    chat.page.locator(".sidebar-opener").click()
    expect(sidebar).to_be_visible()
    for _ in range(12):
        chat.page.keyboard.press("Tab")
        assert not chat.page.evaluate("Boolean(document.activeElement.closest('main'))")
    chat.page.keyboard.press("Escape")
    expect(sidebar).to_be_hidden()
    expect(chat.page.locator(".sidebar-opener")).to_be_focused()
    chat.page.locator(".sidebar-opener").click()
    chat.page.mouse.click(380, 400)
    expect(sidebar).to_be_hidden()
