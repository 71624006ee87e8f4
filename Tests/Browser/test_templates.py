"""Templates: the library, one's own, and what becomes of them."""

import pytest
from playwright.sync_api import expect

from test_quality import check


def open_templates(chat):
    chat.box.press("/")
    expect(chat.page.locator(".template-card").first).to_be_visible()
    return chat.dialog


def test_a_slash_opens_the_library_and_a_template_becomes_a_project(chat):
    dialog = open_templates(chat)
    dialog.get_by_label("Search templates").fill("zebra")
    expect(dialog).to_contain_text("No template has these words.")
    dialog.get_by_label("Search templates").fill("writing edit")
    dialog.get_by_role("button", name="Writing editor").click()
    expect(dialog).to_contain_text("You are an experienced editor.")
    dialog.get_by_label("Kind of text").select_option("report")
    dialog.get_by_label("Who reads it").fill("")
    dialog.get_by_role("button", name="Make a project of it").click()
    expect(dialog).to_contain_text("Fill this in.")
    dialog.get_by_label("Who reads it").fill("the board")
    dialog.get_by_label("Name of the project").fill("Reports")
    dialog.get_by_role("button", name="Make a project of it").click()
    expect(chat.page.locator(".project-name")).to_have_text("Reports")
    projects = chat.page.request.get("/api/v1/projects").json()["projects"]
    prompt = next(one for one in projects if one["name"] == "Reports")["system_prompt"]
    assert "this kind: report" in prompt and "the board" in prompt


def test_a_slash_within_a_text_is_a_slash(chat):
    chat.box.press_sequentially("a/b")
    expect(chat.box).to_have_value("a/b")
    expect(chat.dialog).to_have_count(0)


def test_one_s_own_is_made_changed_copied_deleted_and_restored(chat):
    dialog = open_templates(chat)
    dialog.get_by_role("button", name="New template").click()
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_contain_text("A template needs a name.")
    dialog.get_by_label("Name", exact=True).fill("Haiku")
    dialog.get_by_label("System prompt").fill("Write a haiku about {{topic}}.")
    dialog.get_by_role("button", name="Save").click()
    dialog.get_by_role("button", name="Haiku").click()
    expect(dialog.get_by_label("topic")).to_be_visible()
    dialog.get_by_role("button", name="Edit").click()
    dialog.get_by_label("Description").fill("Seventeen syllables.")
    dialog.get_by_text("Behaviours").click()
    dialog.get_by_label("Read aloud").select_option("On")
    replies = dialog.get_by_label("Quick replies of this project")
    replies.fill("\n".join(map(str, range(13))))
    dialog.get_by_role("button", name="Save").click()
    expect(replies).to_be_focused()
    replies.fill("Another\nShorter")
    dialog.get_by_role("button", name="Save").click()
    dialog.get_by_role("button", name="Haiku Seventeen syllables.").click()
    dialog.get_by_role("button", name="Duplicate").click()
    dialog.get_by_role("button", name="Save").click()
    copy = dialog.get_by_role("button", name="Haiku (copy)")
    listed = chat.page.request.get("/api/v1/templates").json()["templates"]
    own = [one["behaviours"] for one in listed if not one["built_in"]]
    assert len(own) == 2 and own[0] == own[1]
    assert own[0]["read_aloud"] is True and own[0]["replies"] == ["Another", "Shorter"]
    copy.click()
    dialog.get_by_role("button", name="Delete").click()
    expect(copy).to_have_count(0)
    dialog.get_by_role("button", name="Undo").click()
    expect(copy).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_its_screens_are_accessible(chat, theme):
    chat.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    dialog = open_templates(chat)
    check(chat.page)
    dialog.locator(".template-card").first.click()
    check(chat.page)
    dialog.get_by_role("button", name="Duplicate").click()
    check(chat.page)
