"""Asked before text goes to a new place, and told where the data is."""

import re

import pytest
from playwright.sync_api import expect

from conftest import FEW_SCREENS
from test_quality import check

HOST = "far.invalid"


def goes_far(chat):
    """A provider that is not on this machine, and the wish to be asked."""
    request = chat.page.request
    provider = {"name": "far", "base_url": f"https://{HOST}/v1", "default_model": "m", "key": "sk-0123456789abcdef"}
    assert request.post("/api/v1/providers", data=provider).status == 201
    assert request.patch("/api/v1/egress/hosts", data={"confirm_new_hosts": True}).ok
    project = request.get("/api/v1/projects").json()["active_project_id"]
    assert request.patch(f"/api/v1/projects/{project}", data={"model": "far/m"}).ok
    chat.page.reload()
    chat.page.locator("start-page h2, chat-message").first.wait_for()


def test_a_new_place_is_asked_about_and_the_message_goes_on(chat, watch):
    watch.allows_failed_requests = True
    goes_far(chat)
    dialog = chat.page.locator("consent-dialog dialog")
    chat.send("Is anybody there?")
    expect(dialog).to_contain_text(HOST)
    expect(dialog).to_contain_text("Your message")
    check(chat.page)
    expect(dialog.get_by_role("button", name="Not now")).to_be_focused()
    dialog.get_by_role("button", name="Not now").click()
    expect(chat.box).to_have_value("Is anybody there?")
    expect(chat.hint).to_contain_text("your text is kept")
    expect(chat.questions).to_have_count(0)

    chat.box.press("Enter")
    expect(dialog).to_contain_text(HOST)
    chat.page.keyboard.press("Escape")
    expect(chat.box).to_have_value("Is anybody there?")
    chat.page.reload()
    expect(chat.box).to_have_value("Is anybody there?")

    chat.box.press("Enter")
    dialog.get_by_role("button", name="Send", exact=True).click()
    # There is no such host, which is only known once it was tried.
    chat.wait_for("failed")
    expect(chat.questions).to_have_count(1)
    expect(chat.questions.last).to_contain_text("Is anybody there?")
    chat.answers.last.locator(".failure").get_by_role("button", name="Try again").click()
    expect(chat.answers.last).to_contain_text("2/2")
    expect(dialog).to_have_count(0)

    chat.settings("Privacy")
    hosts = chat.page.locator("host-consent")
    expect(hosts.get_by_role("checkbox")).to_be_checked()
    hosts.get_by_role("button", name=f"Remove {HOST}").click()
    expect(hosts.locator("li")).to_have_count(0)
    hosts.get_by_role("checkbox").uncheck()
    chat.page.wait_for_function(
        "async () => !(await (await fetch('/api/v1/egress/hosts')).json()).confirm_new_hosts"
    )


def test_where_the_data_is(chat, server):
    chat.settings("Privacy")
    place = chat.page.locator("data-place")
    expect(place).to_contain_text(str(server.data))
    expect(place).to_contain_text("Not encrypted")
    expect(place).to_contain_text(re.compile(r"History [\d.,]+ [kM]B"))
    expect(place).to_contain_text("database form")
    place.get_by_role("button", name="Copy the path").click()
    expect(chat.toast).to_contain_text("Copied")
    assert chat.page.evaluate("navigator.clipboard.readText()") == str(server.data)
    place.get_by_role("button", name="Copy the command").click()
    chat.page.wait_for_function(
        "async () => (await navigator.clipboard.readText()).startsWith('sotto vault encrypt --data ')"
    )


@pytest.mark.parametrize("portrait", FEW_SCREENS, indirect=True)
def test_screenshots(portrait, watch):
    """They are for people to look at."""
    watch.allows_failed_requests = True
    chat = portrait.chat
    goes_far(chat)
    chat.send("Is anybody there?")
    expect(chat.page.locator("consent-dialog dialog")).to_be_visible()
    portrait.shoot("consent")
