"""Versions of messages: editing, asking again, walking, branching, pinning, deleting."""

import re

import pytest
from playwright.sync_api import expect

from chat import Chat
from test_quality import check

SHORT = "[[mock chunks=3]]"


def editor(chat):
    return chat.page.locator("message-editor textarea")


def message_menu(chat, message, item):
    message.hover()
    message.get_by_role("button", name="More for this message").click()
    chat.page.get_by_role("menuitem", name=item, exact=True).click()


def edit(chat, text):
    """Changes the last question and waits for the answer to it."""
    question = chat.questions.last
    question.hover()
    question.get_by_role("button", name="Edit and send again").click()
    editor(chat).fill(text)
    editor(chat).press("Enter")
    expect(chat.questions.last).to_contain_text(text)
    chat.wait_for("complete")


def test_an_edited_question_is_sent_again_and_the_old_one_stays_beside_it(chat):
    chat.ask(f"First words. {SHORT}")
    edit(chat, f"Other words. {SHORT}")
    expect(chat.questions).to_have_count(1)
    expect(chat.answers).to_have_count(1)
    walker = chat.questions.first.locator(".siblings")
    expect(walker).to_contain_text("2/2")
    walker.get_by_role("button", name="Previous version").click()
    expect(chat.questions.first).to_contain_text("First words.")
    expect(chat.questions.first.locator(".siblings")).to_contain_text("1/2")
    chat.page.reload()
    expect(chat.questions.first).to_contain_text("First words.")


def test_the_arrow_keys_walk_the_versions(chat):
    chat.ask(f"One. {SHORT}")
    edit(chat, f"Two. {SHORT}")
    previous = chat.questions.first.get_by_role("button", name="Previous version")
    expect(previous).to_be_enabled()
    previous.focus()
    chat.page.keyboard.press("ArrowLeft")
    expect(chat.questions.first).to_contain_text("One.")
    expect(chat.questions.first.get_by_role("button", name="Next version")).to_be_focused()
    chat.page.keyboard.press("ArrowRight")
    expect(chat.questions.first).to_contain_text("Two.")


def test_escape_gives_an_edit_up_and_undo_brings_it_back(chat):
    chat.ask(f"Keep this. {SHORT}")
    chat.questions.last.hover()
    chat.questions.last.get_by_role("button", name="Edit and send again").click()
    editor(chat).fill("Changed.")
    editor(chat).press("Escape")
    expect(editor(chat)).to_have_count(0)
    expect(chat.questions.last).to_contain_text("Keep this.")
    chat.toast.get_by_role("button", name="Undo").click()
    expect(editor(chat)).to_have_value("Changed.")


def test_arrow_up_in_an_empty_box_edits_the_last_question(chat):
    chat.ask(f"Said. {SHORT}")
    chat.box.fill("text")
    chat.box.press("ArrowUp")
    expect(editor(chat)).to_have_count(0)
    chat.box.fill("")
    chat.box.press("ArrowUp")
    expect(editor(chat)).to_be_focused()
    expect(editor(chat)).to_have_value(re.compile("Said."))


def test_an_edit_survives_a_reload(chat):
    chat.ask(f"Said. {SHORT}")
    chat.box.press("ArrowUp")
    editor(chat).fill("Half of an")
    chat.page.reload()
    expect(editor(chat)).to_have_value("Half of an")
    expect(editor(chat)).to_be_focused()


def test_an_answer_is_asked_for_again_and_both_stay(chat):
    chat.ask(f"Earlier. {SHORT}")
    chat.ask(f"Later. {SHORT}")
    chat.answers.first.hover()
    chat.answers.first.get_by_role("button", name="Try again").click()
    expect(chat.answers).to_have_count(1)
    chat.wait_for("complete")
    expect(chat.answers.first.locator(".siblings")).to_contain_text("2/2")
    chat.answers.first.get_by_role("button", name="Previous version").click()
    expect(chat.questions).to_have_count(2)


def test_another_model_answers_again(chat):
    chat.ask(f"Who are you? {SHORT}")
    before = chat.answers.first.locator(".message-model").text_content()
    message_menu(chat, chat.answers.first, "Try with another model")
    chat.page.get_by_role("option").filter(has_not_text=before).first.click()
    expect(chat.answers.first.locator(".siblings")).to_contain_text("2/2")
    chat.wait_for("complete")
    expect(chat.answers.first.locator(".message-model")).not_to_have_text(before)


def test_an_answer_is_edited_in_its_place(chat):
    chat.ask(f"Hello. {SHORT}")
    message_menu(chat, chat.answers.last, "Edit the text")
    editor(chat).fill("It is **better** so.")
    editor(chat).press("Control+Enter")
    expect(editor(chat)).to_have_count(0)
    expect(chat.answers.last.locator("strong")).to_have_text("better")
    expect(chat.answers.last).to_contain_text("edited")
    assert chat.stored()[-1]["parts"][-1]["text"] == "It is **better** so."


def test_a_change_in_another_tab_is_seen_and_a_conflict_shows_both(chat, context, watch):
    watch.allows_failed_requests = True
    chat.ask(f"Hello. {SHORT}")
    other = Chat(context.new_page()).open(chat.page.url)
    message_menu(chat, chat.answers.last, "Edit the text")
    editor(chat).fill("Mine.")
    message_menu(other, other.answers.last, "Edit the text")
    editor(other).fill("Theirs.")
    editor(other).press("Control+Enter")
    expect(other.answers.last).to_contain_text("Theirs.")
    editor(chat).press("Control+Enter")
    expect(chat.dialog).to_contain_text("Theirs.")
    expect(chat.dialog).to_contain_text("Mine.")
    check(chat.page)
    chat.dialog.get_by_role("button", name="Keep mine").click()
    expect(chat.answers.last.locator(".prose")).to_have_text("Mine.")
    expect(other.answers.last.locator(".prose")).to_have_text("Mine.")


def test_a_name_given_in_two_places_is_chosen(chat, context, watch):
    watch.allows_failed_requests = True
    chat.ask(f"Hello. {SHORT}")
    other = Chat(context.new_page()).open(chat.page.url)
    chat.conversation_menu(0, "Rename")
    other.conversation_menu(0, "Rename")
    other.page.locator(".rename").fill("Theirs")
    other.page.locator(".rename").press("Enter")
    expect(other.conversations.first).to_have_text("Theirs")
    chat.page.locator(".rename").fill("Mine")
    chat.page.locator(".rename").press("Enter")
    expect(chat.dialog).to_contain_text("Theirs")
    chat.dialog.get_by_role("button", name="Keep the other").click()
    expect(chat.conversations.first).to_have_text("Theirs")


def test_a_project_changed_in_two_places_loses_nothing(chat, context, watch):
    watch.allows_failed_requests = True
    other = Chat(context.new_page()).open(chat.page.url)
    for one in (chat, other):
        one.page.keyboard.press("Alt+KeyE")
        expect(one.dialog).to_be_visible()
    other.dialog.get_by_label("Description").fill("Of the other tab.")
    other.dialog.get_by_label("System prompt").fill("Be brief.")
    other.dialog.get_by_role("button", name="Save").click()
    expect(other.dialog).to_have_count(0)
    # Another field than theirs: nothing to ask about.
    chat.dialog.get_by_label("Temperature").fill("0.5")
    chat.dialog.get_by_role("button", name="Save").click()
    expect(chat.dialog).to_have_count(0)
    read = lambda: chat.page.request.get("/api/v1/projects").json()["projects"][0]  # noqa: E731
    assert (read()["temperature"], read()["system_prompt"]) == (0.5, "Be brief.")

    # The same field: both are shown, and what was typed stays until it is settled.
    for one in (chat, other):
        one.page.keyboard.press("Alt+KeyE")
    other.dialog.get_by_label("System prompt").fill("Theirs.")
    other.dialog.get_by_role("button", name="Save").click()
    expect(other.dialog).to_have_count(0)
    chat.dialog.get_by_label("System prompt").fill("Mine.")
    chat.dialog.get_by_label("Temperature").fill("1")
    chat.dialog.get_by_role("button", name="Save").click()
    conflict = chat.page.locator("conflict-dialog dialog")
    expect(conflict).to_contain_text("System prompt: Theirs.")
    expect(conflict).to_contain_text("System prompt: Mine.")
    expect(conflict).not_to_contain_text("Temperature")
    check(chat.page)
    chat.page.keyboard.press("Escape")
    expect(chat.dialog.get_by_label("System prompt")).to_have_value("Mine.")
    chat.dialog.get_by_role("button", name="Save").click()
    conflict.get_by_role("button", name="Keep the other").click()
    expect(chat.dialog).to_have_count(0)
    assert (read()["temperature"], read()["system_prompt"]) == (1, "Theirs.")


def test_a_new_conversation_leaves_the_archive(chat):
    chat.page.get_by_role("button", name="Archived").click()
    expect(chat.page.locator(".conversations-empty")).to_have_text("Nothing is archived in this project.")
    chat.ask(f"Hello. {SHORT}")
    expect(chat.conversations).to_have_count(1)
    expect(chat.page.get_by_role("button", name="Archived")).to_be_visible()


def test_a_deleted_message_comes_back_by_undo(chat):
    chat.ask(f"Hello. {SHORT}")
    message_menu(chat, chat.answers.last, "Delete")
    expect(chat.answers).to_have_count(0)
    chat.toast.get_by_role("button", name="Undo").click()
    expect(chat.answers).to_have_count(1)


def test_a_pinned_message_says_so(chat):
    chat.ask(f"Hello. {SHORT}")
    message_menu(chat, chat.questions.last, "Pin, so that models always read it")
    expect(chat.questions.last.locator(".pinned")).to_be_visible()
    message_menu(chat, chat.questions.last, "Unpin")
    expect(chat.questions.last.locator(".pinned")).to_be_hidden()


def test_a_branch_is_a_conversation_of_its_own(chat):
    chat.ask(f"One. {SHORT}")
    chat.ask(f"Two. {SHORT}")
    before = chat.page.url
    message_menu(chat, chat.answers.first, "Branch into a new conversation")
    expect(chat.questions).to_have_count(1)
    expect(chat.page).not_to_have_url(before)
    expect(chat.conversations).to_have_count(2)


def test_a_version_far_up_is_shown_where_it_was(chat):
    chat.ask(f"First. {SHORT}")
    place = chat.page.url
    for number in range(3):
        chat.ask(f"Question {number}. [[mock chunks=60 text=md]]")
    question = chat.questions.first
    question.get_by_role("button", name="Edit and send again").evaluate("(e) => e.click()")
    editor(chat).fill(f"Other. {SHORT}")
    editor(chat).press("Enter")
    chat.wait_for("complete")
    walker = question.locator(".siblings")
    expect(walker).to_contain_text("2/2")
    before = question.bounding_box()["y"]
    walker.get_by_role("button", name="Previous version").click()
    expect(chat.questions).to_have_count(4)
    assert abs(question.bounding_box()["y"] - before) < 3
    expect(chat.page).to_have_url(place)


def test_a_conversation_is_archived_and_found_again(chat):
    chat.ask(f"Hello. {SHORT}")
    chat.conversation_menu(0, "Archive")
    expect(chat.conversations).to_have_count(0)
    chat.page.get_by_role("button", name="Archived").click()
    expect(chat.conversations).to_have_count(1)
    check(chat.page)
    chat.conversation_menu(0, "Take out of the archive")
    expect(chat.page.locator(".conversations-empty")).to_be_visible()
    chat.page.get_by_role("button", name="Back to all conversations").click()
    expect(chat.conversations).to_have_count(1)


def test_a_conversation_moves_to_another_project(chat):
    chat.ask(f"Hello. {SHORT}")
    place = chat.page.url
    chat.new_project("Novel")
    chat.page.goto(place)
    chat.conversation_menu(0, "Move to another project…")
    chat.page.get_by_role("menuitem", name="Novel").click()
    expect(chat.page.locator(".project-name")).to_have_text("Novel")
    expect(chat.conversations).to_have_count(1)
    expect(chat.questions).to_have_count(1)
    chat.toast.get_by_role("button", name="Undo").click()
    expect(chat.page.locator(".project-name")).not_to_have_text("Novel")


def test_a_conversation_is_exported(chat):
    chat.ask(f"Hello. {SHORT}")
    chat.conversation_menu(0, "Export…")
    with chat.page.expect_download() as download:
        chat.page.get_by_role("menuitem", name="Markdown").click()
    assert download.value.suggested_filename.endswith((".md", ".zip"))


def test_a_conversation_deleted_elsewhere_is_left(chat, context, watch):
    watch.allows_failed_requests = True
    chat.ask(f"Hello. {SHORT}")
    other = Chat(context.new_page()).open(chat.page.url)
    chat.conversation_menu(0, "Delete")
    expect(other.page.locator("start-page")).to_be_visible()
    expect(other.toast).to_contain_text("not there any more")


def test_the_place_and_the_focus_survive_a_reload(chat):
    chat.ask("Long. [[mock chunks=600 text=md]]")
    chat.scroll_to(300)
    button = chat.answers.last.get_by_role("button", name="Try again")
    button.evaluate("(e) => e.focus({ preventScroll: true })")
    top = chat.questions.first.bounding_box()["y"]
    chat.page.reload()
    expect(button).to_be_focused()
    assert abs(chat.questions.first.bounding_box()["y"] - top) < 3


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_tools_of_messages_are_accessible(chat, theme):
    chat.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    chat.ask(f"One. {SHORT}")
    edit(chat, f"Two. {SHORT}")
    chat.questions.first.get_by_role("button", name="Previous version").focus()
    check(chat.page)
    chat.answers.last.get_by_role("button", name="More for this message").click()
    check(chat.page)
    chat.page.keyboard.press("Escape")
    chat.box.press("ArrowUp")
    expect(editor(chat)).to_be_focused()
    check(chat.page)
