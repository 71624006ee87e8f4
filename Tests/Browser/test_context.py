"""What goes to the model: the inspector, summaries, messages that are too long, and what an answer
says of how it came to be."""

import json
import re

import pytest
from playwright.sync_api import expect

from chat import Chat
from conftest import FEW_SCREENS
from test_costs import choose_model, open_project
from test_quality import check

SMALL = {"context": 2000, "output": 100}
LARGE = {"context": 128_000, "output": 16_000}
SUMMARISE = {"strategy": "summarise", "model": None}


@pytest.fixture
def sized(server, chat):
    """The mock's models with windows of known size."""
    entries = [
        {"provider": "openai", "name": "gpt-quick", **SMALL},
        {"provider": "openai", "name": "gpt-slow", **LARGE},
    ]
    (server.data / "models.json").write_text(json.dumps({"models": entries}))
    return chat


def inspect(chat):
    chat.page.keyboard.press("Alt+KeyI")
    expect(chat.page.locator(".window-total")).to_be_visible()
    return chat.page.locator("chat-inspector")


def test_the_inspector_shows_what_goes_next_and_follows_the_draft(sized):
    chat = sized
    open_project(chat, system_prompt="Be brief.")
    chat.ask("First. [[mock chunks=3]]")
    chat.page.get_by_role("button", name="What goes to the model").click()
    panel = chat.page.locator("chat-inspector")
    blocks = panel.locator(".inspect-blocks > li")
    expect(blocks).to_have_count(3)
    expect(blocks.nth(0)).to_contain_text("Instructions")
    expect(blocks.nth(1)).to_contain_text("You")
    expect(blocks.nth(2)).to_contain_text("Answer")
    expect(panel.locator(".window-total")).to_have_text(re.compile(r"about \d+ tokens of 2,000 \(.+%\)"))
    expect(panel).to_contain_text("100 kept for the answer")
    blocks.nth(0).locator("summary").click()
    expect(blocks.nth(0).locator(".inspect-text")).to_have_text("Be brief.")
    chat.box.fill("And then?")
    expect(blocks).to_have_count(4)
    expect(blocks.nth(3)).to_contain_text("Your draft")
    expect(blocks.nth(3)).to_contain_text("And then?")
    expect(blocks.nth(0).locator(".inspect-text")).to_be_visible()
    panel.get_by_text("The exact request").click()
    expect(panel.locator(".wire").first).to_contain_text("POST http://127.0.0.1")
    expect(panel.locator(".wire").first).not_to_contain_text("Bearer test")
    panel.get_by_role("button", name="Copy the body").click()
    expect(chat.toast.last).to_contain_text("Copied")
    body = json.loads(chat.page.evaluate("navigator.clipboard.readText()"))
    assert [one["role"] for one in body["messages"]] == ["system", "user", "assistant", "user"]
    assert body["messages"][-1]["content"] == "And then?"
    choose_model(chat, "gpt-slow")
    expect(panel.locator(".window-total")).to_contain_text("of 128,000")
    chat.page.keyboard.press("Alt+KeyI")
    expect(panel).to_have_count(0)


def test_what_is_left_out_is_said_with_the_reason(chat):
    open_project(chat, context={"strategy": "last_rounds", "rounds": 1})
    for number in range(3):
        chat.ask(f"Round {number}. [[mock chunks=2]]")
    panel = inspect(chat)
    expect(panel).to_contain_text("Only the last question with its answer.")
    expect(panel.locator(".inspect-omitted")).to_contain_text("before the last rounds")


def test_before_there_is_a_conversation_the_first_request_is_shown(chat):
    chat.box.fill("Hello there")
    panel = inspect(chat)
    expect(panel.locator(".inspect-blocks > li").last).to_contain_text("Hello there")


def test_an_answer_says_what_it_saw(chat):
    chat.ask("Look. [[mock chunks=3]]")
    answer = chat.answers.last
    answer.hover()
    answer.get_by_role("button", name="What this answer saw").click()
    panel = chat.page.locator("chat-inspector")
    expect(panel.get_by_role("heading", name="What this answer saw")).to_be_focused()
    expect(panel).to_contain_text("Nothing was left out.")
    panel.get_by_text("The exact request").first.click()
    expect(panel.locator(".wire").nth(1)).to_contain_text("Look. [[mock chunks=3]]")
    check(chat.page)
    panel.get_by_role("button", name="Back to the next message").click()
    expect(panel.locator(".window-total")).to_be_visible()


def test_on_a_phone_it_is_a_drawer(browser, server, watch):
    context = browser.new_context(
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        base_url=server.url,
        reduced_motion="reduce",
    )
    context.on("page", watch.follow)
    chat = Chat(context.new_page()).open()
    opener = chat.page.get_by_role("button", name="What goes to the model")
    opener.click()
    drawer = chat.page.locator(".inspect-drawer")
    expect(drawer.locator(".window-total")).to_be_visible()
    assert chat.page.locator(".main").bounding_box()["height"] == 844, "it lies over the conversation"
    check(chat.page)
    chat.page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    expect(opener).to_be_focused()
    opener.click()
    expect(drawer.locator(".window-total")).to_be_visible()
    chat.page.touchscreen.tap(8, 400)
    expect(drawer).to_have_count(0)
    context.close()


def test_a_summary_can_be_made_read_changed_and_taken_away(chat):
    open_project(chat, context=SUMMARISE)
    for number in range(3):
        chat.ask(f"Round {number}. [[mock chunks=8]]")
    panel = inspect(chat)
    panel.get_by_role("button", name="Summarise now").click()
    summary = chat.page.locator("chat-summary")
    expect(summary).to_have_count(1)
    expect(panel.locator(".inspect-block.is-summary")).to_have_count(1)
    expect(panel.locator(".inspect-omitted")).to_contain_text("4 messages told by the summary")
    # It stands above the last round.
    after = summary.evaluate("(e) => e.nextElementSibling.className")
    assert "is-user" in after and summary.locator("~ chat-message").count() == 2
    summary.locator("summary").click()
    expect(summary).to_contain_text("in place of the messages above")
    check(chat.page)
    summary.get_by_role("button", name="Change the summary").click()
    summary.get_by_role("textbox").fill("As I know it.")
    summary.get_by_role("button", name="Save").click()
    expect(summary.locator(".summary-text")).to_have_text("As I know it.")
    expect(summary).to_contain_text("changed by you")
    chat.toast.last.get_by_role("button", name="Undo").click()
    expect(summary.locator(".summary-text")).not_to_have_text("As I know it.")
    summary.get_by_role("button", name="Remove the summary").click()
    expect(summary).to_have_count(0)
    expect(panel.locator(".inspect-omitted")).to_have_count(0)
    chat.toast.last.get_by_role("button", name="Undo").click()
    expect(summary).to_have_count(1)
    chat.page.reload()
    expect(summary).to_have_count(1)


def test_a_summary_of_nothing_is_not_made(chat, watch):
    watch.allows_failed_requests = True
    open_project(chat, context=SUMMARISE)
    chat.ask("Only one. [[mock chunks=3]]")
    chat_panel = inspect(chat)
    with chat.page.expect_response("**/summaries"):
        chat_panel.get_by_role("button", name="Summarise now").click()
    expect(chat.toast.last).to_contain_text("nothing older than the last round")


def test_too_long_is_said_before_anything_is_sent(sized):
    chat = sized
    open_project(chat, model="openai/gpt-quick")
    chat.box.fill("word " * 3000)
    notice = chat.page.locator(".composer-over")
    expect(notice).to_contain_text(re.compile(r"[\d,]+ tokens too many for gpt-quick"))
    check(chat.page)
    notice.get_by_role("button", name="See what takes the room").click()
    expect(chat.page.locator(".inspect-over")).to_contain_text("tokens too many")
    notice.get_by_role("button", name="Choose a larger model").click()
    chat.page.get_by_role("combobox").fill("gpt-slow")
    chat.page.get_by_role("combobox").press("Enter")
    expect(notice).to_be_empty()
    choose_model(chat, "gpt-quick")
    expect(notice).not_to_be_empty()
    chat.box.fill("Short.")
    expect(notice).to_be_empty()


def test_a_project_keeps_what_its_dialog_was_told_of_its_memory(chat):
    project = open_project(chat)
    chat.page.keyboard.press("Alt+KeyE")
    dialog = chat.dialog
    dialog.get_by_text("Memory, titles").click()
    dialog.get_by_label("What the model remembers").select_option("The last rounds")
    rounds = dialog.get_by_label("How many rounds")
    rounds.fill("none")
    dialog.get_by_role("button", name="Save").click()
    expect(rounds).to_be_focused()
    rounds.fill("7")
    dialog.get_by_label("Titles of conversations").select_option("Your first words")
    dialog.get_by_label("Keep conversations, in days").fill("90")
    check(chat.page)
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    saved = chat.page.request.get(f"/api/v1/projects/{project}").json()
    assert saved["context"] == {"strategy": "last_rounds", "rounds": 7}
    assert saved["titles"]["by"] == "first_message"
    assert saved["retention_days"] == 90


def test_what_would_be_erased_at_once_is_said_first(chat):
    project = open_project(chat)
    chat.page.route(
        "**/retention?days=1", lambda route: route.fulfill(json={"conversations": 3, "backups": [{}]})
    )
    chat.page.keyboard.press("Alt+KeyE")
    chat.dialog.get_by_text("Memory, titles").click()
    chat.dialog.get_by_label("Keep conversations, in days").fill("1")
    save = chat.dialog.get_by_role("button", name="Save")
    save.click()
    expect(chat.dialog).to_contain_text("This erases 3 conversations at once")
    expect(chat.dialog).to_contain_text("The backups still have them")
    saved = chat.page.request.get(f"/api/v1/projects/{project}").json()
    assert saved["retention_days"] is None
    save.click()
    expect(chat.dialog).to_have_count(0)


def test_a_file_that_did_not_go_is_named_also_after_a_reload(chat, server):
    picture = {"provider": "openai", "name": "gpt-quick", "inputs": ["text"]}
    (server.data / "models.json").write_text(json.dumps({"models": [picture]}))
    open_project(chat)
    pixel = bytes.fromhex(
        "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154"
        "789c63606060f80f0001040100fb5b2e9f0000000049454e44ae426082"
    )
    chat.page.locator("input[type=file]").set_input_files(
        {"name": "dot.png", "mimeType": "image/png", "buffer": pixel}
    )
    expect(chat.page.locator(".attachment")).to_contain_text("kB")
    chat.ask("See? [[mock chunks=3]]")
    note = chat.answers.last.locator(".note.is-fact")
    expect(note).to_contain_text("“dot.png” did not go to the model")
    chat.page.reload()
    expect(note).to_contain_text("“dot.png” did not go to the model")


def test_the_first_text_to_a_host_is_said(chat):
    words = chat.page.evaluate(
        "async (files) => {"
        "const { apply } = await import(`${files}lib/live-message.js`);"
        "const message = { parts: [], status: 'waiting' };"
        "apply(message, { type: 'notice', data: { code: 'new_host', host: 'api.x.com', provider: 'X' } });"
        "apply(message, { type: 'notice', data: { code: 'queued' } });"
        "await (await import(`${files}lib/i18n.js`)).loadMoreWords();"
        "const { answerNotes } = await import(`${files}lib/answer-notes.js`);"
        "return answerNotes({}, message).map((one) => one.textContent); }",
        chat.files,
    )
    assert words == ["This conversation’s text goes to api.x.com (X), for the first time."]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_inspector_is_accessible(sized, theme):
    chat = sized
    chat.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    open_project(chat, context=SUMMARISE)
    chat.ask("First. [[mock chunks=3]]")
    chat.box.fill("word " * 3000)
    panel = inspect(chat)
    panel.locator(".inspect-block summary").first.click()
    panel.get_by_text("The exact request").click()
    expect(panel.locator(".wire").first).not_to_be_empty()
    check(chat.page)


@pytest.mark.parametrize("portrait", FEW_SCREENS, indirect=True)
def test_screenshots(server, portrait):
    """Each screen of the inspector looks as it did."""
    entries = [{"provider": "openai", "name": "gpt-quick", **SMALL}]
    (server.data / "models.json").write_text(json.dumps({"models": entries}))
    chat = portrait.chat
    chat.page.reload()
    open_project(chat, model="openai/gpt-quick", context=SUMMARISE, system_prompt="Be brief and kind.")
    for number in range(2):
        chat.ask(f"Tell me of herons, part {number}. [[mock chunks=60 text=en]]")
    conversation = chat.page.url.rsplit("/", 1)[1]
    made = chat.page.request.post(f"/api/v1/conversations/{conversation}/summaries", data={})
    assert made.status == 201, made.text()
    chat.page.reload()
    chat.page.locator("chat-summary summary").click()
    portrait.shoot("context-summary")
    chat.box.fill("And where do they nest?")
    inspect(chat)
    expect(chat.page.locator(".inspect-block.is-draft")).to_be_visible()
    expect(chat.page.locator(".composer-estimate")).not_to_be_empty()
    portrait.shoot("context-inspector")
    chat.page.locator("chat-inspector .icon-close").click()
    chat.box.fill("word " * 3000)
    expect(chat.page.locator(".too-large")).to_be_visible()
    portrait.shoot("context-too-large")
    chat.page.locator(".too-large .button").last.click()
    expect(chat.dialog.locator("select:focus")).to_be_visible()
    portrait.shoot("context-memory")
