"""The composer: input methods, drafts, and one turn for one wish."""

import pytest
from playwright.sync_api import expect

ENTER = {"key": "Enter", "code": "Enter"}


def key(kind, **fields):
    return {"type": kind, "keyCode": 13, **ENTER, **fields}


def composition(kind, data):
    return {"type": kind, "data": data}


# Orders as browsers send them when Enter takes a candidate of the input method.
BLINK = [
    composition("compositionstart", ""),
    key("keydown", keyCode=229, key="Process", isComposing=True),
    composition("compositionend", "你好"),
    key("keyup"),
]
GECKO = [
    composition("compositionstart", ""),
    key("keydown", keyCode=229, isComposing=True),
    composition("compositionend", "你好"),
    key("keyup", isComposing=False),
]
WEBKIT = [
    composition("compositionstart", ""),
    composition("compositionend", "你好"),
    key("keydown", keyCode=229),
    key("keyup"),
]
WEBKIT_WITHOUT_CODE = [
    composition("compositionstart", ""),
    composition("compositionend", "你好"),
    key("keydown"),
    key("keyup"),
]
LINUX_TWICE = [
    composition("compositionstart", ""),
    key("keydown", keyCode=229, isComposing=True),
    composition("compositionend", "你好"),
    key("keydown"),
    key("keyup"),
]
LINUX_ALT = [
    *BLINK,
    {"type": "keydown", "key": "Alt", "code": "AltLeft", "keyCode": 18, "altKey": True},
    key("keydown", altKey=True),
    key("keyup", altKey=True),
    {"type": "keyup", "key": "Alt", "code": "AltLeft", "keyCode": 18},
]
TRACES = {
    "blink": BLINK,
    "gecko": GECKO,
    "webkit": WEBKIT,
    "webkit without key code 229": WEBKIT_WITHOUT_CODE,
    "linux, the press comes twice": LINUX_TWICE,
    "linux, alt after the enter": LINUX_ALT,
}

DISPATCH = """(field, events) => {
  for (const event of events) {
    const Kind = event.type.startsWith('composition') ? CompositionEvent : KeyboardEvent;
    const made = new Kind(event.type, { bubbles: true, cancelable: true, ...event });
    // A script cannot set this by the constructor in every browser.
    if (event.keyCode) Object.defineProperty(made, 'keyCode', { value: event.keyCode });
    field.dispatchEvent(made);
  }
}"""


@pytest.mark.parametrize("trace", TRACES.values(), ids=TRACES.keys())
def test_an_enter_of_the_input_method_sends_nothing(chat, trace):
    chat.box.fill("你好")
    chat.box.evaluate(DISPATCH, trace)
    expect(chat.box).to_have_value("你好")
    expect(chat.questions).to_have_count(0)
    chat.box.press("Enter")
    expect(chat.questions).to_have_count(1)


def test_an_enter_of_the_input_method_chooses_no_model(chat):
    chat.page.locator(".picker-button").click()
    field = chat.page.get_by_role("combobox")
    field.evaluate(DISPATCH, WEBKIT_WITHOUT_CODE)
    expect(field).to_be_visible()
    field.press("Enter")
    expect(field).to_be_hidden()


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
