"""The composer: drafts, and one turn for one wish."""

import re

from playwright.sync_api import expect

from chat import Chat


def test_a_draft_is_kept_for_each_conversation_over_a_reload(chat):
    chat.ask("First. [[mock chunks=3]]")
    chat.box.fill("unfinished")
    chat.page.get_by_role("button", name="New chat").first.click()
    expect(chat.box).to_have_value("")
    chat.box.fill("another")
    chat.page.reload()
    expect(chat.box).to_have_value("another")
    chat.conversations.first.click()
    expect(chat.box).to_have_value("unfinished")


def test_what_is_sent_before_the_page_knows_its_project_goes_then(context):
    page = context.new_page()
    projects = re.compile(r"/api/v1/projects$")
    page.route(projects, lambda route: None)
    page.goto("/")
    chat = Chat(page)
    chat.send("Early. [[mock chunks=3]]")
    expect(chat.box).to_have_value("Early. [[mock chunks=3]]")
    page.unroute(projects)  # What waits goes on.
    chat.wait_for("complete")
    expect(chat.questions).to_have_count(1)
    expect(chat.box).to_have_value("")


def test_typing_goes_on_while_an_answer_streams(chat):
    chat.send("Long. [[mock chunks=200 delay=20]]")
    chat.wait_for_text()
    chat.box.press_sequentially("next thought")
    chat.box.press("Enter")
    expect(chat.hint).to_contain_text("still being written")
    chat.stop_button.click()
    chat.wait_for("stopped")
    expect(chat.box).to_have_value("next thought")
    expect(chat.questions).to_have_count(1)


def test_a_double_click_makes_one_turn(chat):
    chat.box.fill("Once. [[mock chunks=3]]")
    chat.send_button.dblclick()
    chat.wait_for("complete")
    expect(chat.questions).to_have_count(1)
    expect(chat.answers).to_have_count(1)


def test_a_lost_answer_to_a_send_makes_no_second_turn(chat, watch):
    """The server takes the turn, but the page does not hear of it and asks again."""
    watch.allows_failed_requests = True
    seen = []

    def lose_the_first(route):
        seen.append(route.request.post_data_json["id"])
        if len(seen) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    chat.page.route("**/turns?*", lose_the_first)
    chat.ask("Once. [[mock chunks=3]]")
    assert len(seen) == 2 and seen[0] == seen[1]
    chat.page.reload()
    expect(chat.questions).to_have_count(1)
    expect(chat.answers).to_have_count(1)


def test_a_text_that_was_not_sent_comes_back(chat, watch):
    watch.allows_failed_requests = True
    refusal = {"error": {"code": "disk_full", "message": "The disk is full."}}
    chat.page.route("**/turns?*", lambda route: route.fulfill(status=507, json=refusal))
    chat.send("Do not lose this.")
    expect(chat.hint).to_contain_text("Not sent; your text is kept. The disk is full.")
    expect(chat.box).to_have_value("Do not lose this.")
    expect(chat.questions).to_have_count(0)
    chat.page.unroute("**/turns?*")
    chat.page.reload()
    expect(chat.box).to_have_value("Do not lose this.")


def test_the_same_words_sent_again_are_the_same_turn(chat, watch):
    watch.allows_failed_requests = True
    seen = []

    def refuse_the_first(route):
        seen.append(route.request.post_data_json["id"])
        if len(seen) == 1:
            route.fulfill(status=507, json={"error": {"code": "disk_full", "message": "Full."}})
        else:
            route.continue_()

    chat.page.route("**/turns?*", refuse_the_first)
    chat.send("Again. [[mock chunks=3]]")
    expect(chat.hint).to_contain_text("Not sent")
    chat.page.reload()
    chat.box.press("Enter")
    chat.wait_for("complete")
    assert seen[0] == seen[1]


def test_the_chosen_model_answers(chat):
    chat.page.locator(".picker-button").click()
    chat.page.get_by_role("combobox").fill("slow")
    chat.page.get_by_role("combobox").press("Enter")
    expect(chat.page.locator(".picker-label")).to_have_text("gpt-slow")
    chat.ask("Who are you? [[mock chunks=3]]")
    expect(chat.answers.last.locator(".message-model")).to_have_text("gpt-slow")
    chat.page.reload()
    expect(chat.page.locator(".picker-label")).to_have_text("gpt-slow")


def test_an_example_fills_the_composer(chat):
    chat.page.locator(".example").first.click()
    expect(chat.box).to_have_value("Explain how a binary search works, with a small example.")
    expect(chat.box).to_be_focused()
