"""What happens by itself around an answer: copied, read aloud, announced, and quick replies to it."""

import re

import pytest
from playwright.sync_api import expect

from chat import Chat
from conftest import FEW_SCREENS
from test_quality import check

# A browser's voices, which a machine for tests has none of. It speaks a sentence until it is told
# that it has been heard.
VOICES = """
  const voice = (name, lang, localService) => ({ name, lang, localService, default: false });
  window.spoken = [];
  window.SpeechSynthesisUtterance = class extends EventTarget {
    constructor(text) { super(); this.text = text; }
  };
  const synthesis = Object.assign(new EventTarget(), {
    getVoices: () => [voice('Far', 'en-US', false), voice('Near', 'en-US', true), voice('近', 'zh-CN', true)],
    speak(utterance) { this.now = utterance; window.spoken.push(`${utterance.voice.name}: ${utterance.text}`); },
    cancel() { this.now = null; },
  });
  Object.defineProperty(window, 'speechSynthesis', { value: synthesis });
  window.heard = () => synthesis.now?.dispatchEvent(new Event('end'));
"""
# The system's notifications, as they are shown and pressed.
NOTIFICATIONS = """
  window.shown = [];
  window.asked = 0;
  window.Notification = class extends EventTarget {
    static permission = 'default';
    static async requestPermission() {
      window.asked += 1;
      return (this.permission = window.refuses ? 'denied' : 'granted');
    }
    constructor(title, options) { super(); window.shown.push(Object.assign(this, { title, ...options })); }
    close() {}
  };
"""
AWAY = """() => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
  const { now } = Date;
  Date.now = () => now() + 60_000;
}"""


def switch_on(chat, *names):
    chat.settings("Behaviours")
    for name in names:
        chat.dialog.get_by_label(name).check()
    chat.page.keyboard.press("Escape")


def clipboard(chat):
    return chat.page.evaluate("navigator.clipboard.readText()")


def stored(chat):
    """The last answer's Markdown."""
    identifier = chat.page.url.rsplit("/", 1)[1]
    messages = chat.page.request.get(f"/api/v1/conversations/{identifier}/messages").json()["messages"]
    return messages[-1]["parts"][-1]["text"]


def test_a_complete_answer_is_copied_by_itself(chat):
    switch_on(chat, "Copy it")
    chat.page.evaluate("navigator.clipboard.writeText('mine')")
    chat.send("Long. [[mock chunks=400 delay=20]]")
    chat.wait_for_text()
    chat.stop_button.click()
    chat.wait_for("stopped")
    expect(chat.send_button).to_be_visible()
    assert clipboard(chat) == "mine"
    chat.page.reload()
    chat.new().ask("Show Markdown. [[mock chunks=40 text=md]]")
    expect(chat.toast).to_contain_text("The answer is copied.")
    assert clipboard(chat) == stored(chat)
    # What the browser does not allow by itself takes a press.
    chat.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    chat.ask("Again.")
    expect(chat.toast.last.get_by_role("button", name="Copy")).to_be_visible()


@pytest.fixture
def voices(context):
    context.add_init_script(VOICES)


def spoken(chat):
    return chat.page.evaluate("window.spoken")


def test_an_answer_is_read_while_it_comes_and_stops_with_the_chat(voices, chat):
    switch_on(chat, "Read it aloud")
    chat.send("Read. [[mock chunks=300 delay=20 text=en csize=12]]")
    chat.page.wait_for_function("() => window.spoken.length === 1")
    expect(chat.answers.last).to_have_attribute("data-status", "streaming")
    assert spoken(chat)[0].startswith("Near: "), "a voice of another machine would get the text"
    chat.page.evaluate("window.heard()")
    chat.page.wait_for_function("() => window.spoken.length === 2")
    expect(chat.answers.last.get_by_role("button", name="Stop reading")).to_be_visible()
    # By key, in the middle of the answer.
    chat.page.keyboard.press("Alt+KeyR")
    chat.page.wait_for_function("() => speechSynthesis.now === null")
    chat.stop_button.click()
    chat.wait_for("stopped")
    # By the button, from the beginning; leaving the conversation ends it.
    chat.answers.last.get_by_role("button", name="Read aloud").click()
    chat.page.wait_for_function("() => window.spoken.length === 3 && speechSynthesis.now")
    assert spoken(chat)[2] == spoken(chat)[0]
    chat.new()
    chat.page.wait_for_function("() => speechSynthesis.now === null")
    chat.page.evaluate("window.heard()")
    assert len(spoken(chat)) == 3


def test_all_of_an_answer_is_read_once_and_by_sentences(voices, chat):
    chat.ask("Show Markdown. [[mock chunks=120 text=md]]")
    chat.page.evaluate("setInterval(window.heard, 1)")
    chat.page.keyboard.press("Alt+KeyR")
    chat.page.wait_for_function("() => window.spoken.length > 5")
    expect(chat.answers.last.get_by_role("button", name="Read aloud")).to_be_visible()
    said = [one.removeprefix("Near: ") for one in spoken(chat)]
    assert len(said) > 5 and not any(re.search(r"[*`|#]", one) for one in said)
    assert any(one.startswith("Code block") for one in said)


def test_a_browser_without_voices_says_so(voices, chat):
    chat.page.evaluate("speechSynthesis.getVoices = () => []")
    chat.ask("Hello. [[mock chunks=3]]")
    chat.answers.last.get_by_role("button", name="Read aloud").click()
    chat.page.evaluate("speechSynthesis.dispatchEvent(new Event('voiceschanged'))")
    expect(chat.toast).to_contain_text("no voice of its own")
    expect(chat.answers.last.get_by_role("button", name="Read aloud")).to_be_visible()


def test_a_long_answer_in_a_hidden_tab_is_announced(context, chat):
    context.add_init_script(NOTIFICATIONS)
    chat.page.reload()
    chat.settings("Behaviours")
    assert chat.page.evaluate("window.asked") == 0
    box = chat.dialog.get_by_label("Notify me")
    chat.page.evaluate("window.refuses = true")
    box.click()
    expect(chat.dialog).to_contain_text("does not allow notifications")
    expect(box).not_to_be_checked()
    chat.page.evaluate("window.refuses = false")
    box.check()
    chat.page.keyboard.press("Escape")
    chat.ask("Quick. [[mock chunks=3]]")
    chat.new().send("Slow. [[mock chunks=100 delay=20]]")
    chat.wait_for_text()
    chat.page.evaluate(AWAY)
    chat.page.wait_for_function("() => window.shown.length === 1")
    assert chat.page.evaluate("window.shown[0].body") == "The answer is there."
    path = chat.page.evaluate("location.pathname")
    chat.new()
    chat.page.evaluate("window.shown[0].dispatchEvent(new Event('click'))")
    expect(chat.page).to_have_url(re.compile(path + "$"))
    expect(chat.questions).to_contain_text("Slow.")


def test_a_long_answer_of_another_conversation_is_announced(context, chat):
    context.add_init_script(NOTIFICATIONS)
    chat.page.reload()
    chat.settings("Behaviours")
    chat.dialog.get_by_label("Notify me").check()
    chat.page.keyboard.press("Escape")
    chat.send("Slow. [[mock chunks=150 delay=20]]")
    chat.wait_for_text()
    slow = chat.page.evaluate("location.pathname")
    # It ends while another conversation is open; so does a quick one, of which nothing is said.
    chat.new().ask("Quick. [[mock chunks=3]]")
    chat.page.evaluate(AWAY)
    chat.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    chat.page.wait_for_function("() => window.shown.length === 1")
    assert chat.page.evaluate("window.shown[0].body") == "The answer is there."
    assert slow.endswith(chat.page.evaluate("window.shown[0].tag"))
    expect(chat.page.locator(".running")).to_have_count(0)
    chat.page.evaluate("window.shown[0].dispatchEvent(new Event('click'))")
    expect(chat.page).to_have_url(re.compile(slow + "$"))
    expect(chat.questions).to_contain_text("Slow.")
    assert chat.page.evaluate("window.shown.length") == 1


def test_while_a_page_is_in_front_no_other_announces(context, chat):
    context.add_init_script(NOTIFICATIONS + "Notification.permission = 'granted';")
    chat.page.evaluate("localStorage['sotto.behaviour-notify'] = 'on'")
    chat.page.reload()
    chat.send("Slow. [[mock chunks=150 delay=20]]")
    chat.wait_for_text()
    chat.new()
    behind = Chat(context.new_page()).open()
    behind.page.evaluate(AWAY)
    behind.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(behind.page.locator(".running")).to_have_count(1)
    with behind.page.expect_response(
        lambda one: "/turns/" in one.url and one.request.method == "GET" and one.json()["status"] != "running"
    ):
        pass
    # Then it would ask what to call it, and tell.
    behind.page.wait_for_timeout(500)
    assert behind.page.evaluate("window.shown.length") == 0


# What the service worker does when a notification is pressed that it has shown, with one page open.
PRESS = """async (path) => {
  const done = [];
  const page = {
    url: `${location.origin}/`,
    focus: async () => done.push('focus'),
    navigate: async (place) => done.push(place),
  };
  clients.matchAll = async () => [page];
  clients.openWindow = async (place) => done.push(`new ${place}`);
  const press = async () => {
    const waits = [];
    const event = new ExtendableEvent('notificationclick');
    const notification = { close: () => done.push('close'), data: { path } };
    Object.defineProperties(event, {
      notification: { value: notification }, waitUntil: { value: (one) => waits.push(one) },
    });
    dispatchEvent(event);
    await Promise.all(waits);
  };
  await press();
  clients.matchAll = async () => [];
  await press();
  return done;
}"""


@pytest.mark.parametrize("keeps_page", [True])
def test_where_only_the_service_worker_may_announce_it_does(context, chat):
    page = chat.page
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    path = page.evaluate("location.pathname")
    assert context.service_workers[0].evaluate(PRESS, path) == ["close", "focus", path, "close", f"new {path}"]
    shown = page.evaluate(
        """async (files) => {
          const { notify } = await import(`${files}lib/notifications.js`);
          window.Notification = class {
            static permission = 'granted';
            constructor() { throw new TypeError('Illegal constructor.'); }
          };
          const shown = [];
          const showNotification = async (title, { data, tag }) => shown.push(title, data.path, tag);
          navigator.serviceWorker.getRegistration = async () => ({ showNotification });
          await notify({}, { id: 'c', project_id: 'p', title: 'Tea' }, 'complete');
          return shown;
        }""",
        chat.files,
    )
    assert shown == ["Tea", "/p/p/c/c", "c"]


def test_quick_replies_are_the_persons_own(chat):
    chat.ask("Hello. [[mock chunks=3]]")
    replies = chat.page.locator("quick-replies button")
    expect(replies).to_have_count(0)
    # Where there are none, their key leads to where they are made.
    chat.page.keyboard.press("Alt+KeyQ")
    chat.dialog.get_by_label("Show quick replies").check()
    expect(replies).to_have_count(4)
    chat.dialog.get_by_label("Your quick replies").fill("Yes [[mock chunks=3]]\n\nNo\nYes [[mock chunks=3]]\nMore")
    expect(replies).to_have_text(["Yes [[mock chunks=3]]", "No", "More"])
    chat.page.keyboard.press("Escape")
    chat.box.fill("A draft")
    chat.page.keyboard.press("Alt+KeyQ")
    expect(replies.nth(0)).to_be_focused()
    chat.page.keyboard.press("ArrowRight")
    expect(replies.nth(1)).to_be_focused()
    chat.page.keyboard.press("Shift+Tab")
    chat.page.keyboard.press("Enter")
    expect(chat.questions.last).to_contain_text("Yes [[mock chunks=3]]")
    chat.wait_for("complete", 1)
    expect(chat.box).to_have_value("A draft")
    expect(chat.box).to_be_focused()
    chat.page.reload()
    expect(replies).to_have_count(3)
    for theme in ("light", "dark"):
        chat.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        check(chat.page)


def of_project(chat, **behaviours):
    """Sets what the open project says, as another page would."""
    project = chat.page.url.split("/p/")[1].split("/")[0]
    saved = chat.page.request.patch(
        f"/api/v1/projects/{project}", data={"behaviours": behaviours}, headers={"Origin": chat.origin}
    )
    assert saved.ok, saved.text()


def test_a_projects_choice_comes_before_the_browsers(chat):
    replies = chat.page.locator("quick-replies button")
    chat.ask("Hello. [[mock chunks=3]]")
    expect(replies).to_have_count(0)
    # On, where the browser has them off, and with words of its own; at once.
    of_project(chat, quick_replies=True, copy=True, replies=["Warmer.", "Colder."])
    expect(replies).to_have_text(["Warmer.", "Colder."])
    chat.ask("Show Markdown. [[mock chunks=40 text=md]]")
    expect(chat.toast).to_contain_text("The answer is copied.")
    assert clipboard(chat) == stored(chat)
    # Off, where the browser has them on.
    switch_on(chat, "Copy it", "Show quick replies")
    of_project(chat, quick_replies=False, copy=False)
    expect(replies).to_have_count(0)
    chat.page.evaluate("navigator.clipboard.writeText('mine')")
    chat.new().ask("Again. [[mock chunks=3]]")
    assert clipboard(chat) == "mine"
    chat.page.keyboard.press("Alt+KeyQ")
    expect(chat.dialog.get_by_label("Copy answers")).to_be_focused()
    chat.page.keyboard.press("Escape")
    chat.settings("Behaviours")
    expect(chat.dialog).to_contain_text("has some choices of its own")
    chat.page.keyboard.press("Escape")
    # Another project leaves it to the browser.
    chat.new_project("Other")
    chat.ask("Hello. [[mock chunks=3]]")
    expect(replies).to_have_count(4)
    assert clipboard(chat) == stored(chat)


def test_a_project_that_announces_asks_first_and_at_a_press(context, chat):
    context.add_init_script(NOTIFICATIONS)
    of_project(chat, notify=True)
    chat.page.reload()
    chat.send("Slow. [[mock chunks=100 delay=20]]")
    chat.wait_for_text()
    assert chat.page.evaluate("window.asked") == 0
    chat.toast.get_by_role("button", name="Allow notifications").click()
    assert chat.page.evaluate("window.asked") == 1
    chat.page.evaluate(AWAY)
    chat.page.wait_for_function("() => window.shown.length === 1")


def behaviours_form(chat):
    chat.page.keyboard.press("Alt+KeyE")
    chat.dialog.locator("summary", has_text="Behaviours").click()
    return chat.dialog


def test_a_projects_behaviours_are_set_in_its_form(context, chat):
    context.add_init_script(NOTIFICATIONS + "window.refuses = true;")
    chat.open()
    project = chat.page.url.split("/p/")[1].split("/")[0]

    def saved():
        return chat.page.request.get(f"/api/v1/projects/{project}").json()["behaviours"]

    dialog = behaviours_form(chat)
    copying = dialog.get_by_label("Copy answers")
    expect(copying.locator("option:checked")).to_have_text("As this browser (off)")
    copying.select_option("On")
    dialog.get_by_label("Read aloud").select_option("Off")
    assert chat.page.evaluate("window.asked") == 0
    dialog.get_by_label("Notify me").select_option("On")
    expect(dialog).to_contain_text("does not allow notifications")
    list_of_replies = dialog.get_by_label("Quick replies of this project")
    expect(list_of_replies).to_have_attribute("placeholder", re.compile("Go on."))
    list_of_replies.fill("\n".join(map(str, range(13))))
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_contain_text("At most 12 quick replies.")
    list_of_replies.fill("继" * 334)
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_contain_text("One of them is too long")
    list_of_replies.fill("Yes\n\n No\nYes")
    check(chat.page)
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    all_set = {"copy": True, "read_aloud": False, "notify": True, "quick_replies": None}
    assert saved() == {**all_set, "replies": ["Yes", "No"]}
    dialog = behaviours_form(chat)
    expect(dialog.get_by_label("Quick replies of this project")).to_have_value("Yes\nNo")
    for name in ("Copy answers", "Read aloud", "Notify me"):
        dialog.get_by_label(name).select_option(index=0)
    dialog.get_by_label("Quick replies of this project").fill("")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    assert set(saved().values()) == {None}


def test_behaviours_changed_in_two_places_are_both_shown(chat, watch):
    watch.allows_failed_requests = True
    dialog = behaviours_form(chat)
    dialog.get_by_label("Copy answers").select_option("On")
    of_project(chat, notify=False, replies=["Go on"])
    dialog.get_by_role("button", name="Save").click()
    conflict = chat.page.locator("conflict-dialog")
    expect(conflict).to_contain_text("Copy answers: On")
    expect(conflict).to_contain_text("Notify me: Off")
    expect(conflict).to_contain_text("Go on")


def test_every_action_has_a_key(chat):
    page = chat.page
    chat.ask("Show Markdown. [[mock chunks=80 text=md]]")
    code = chat.answers.last.locator(".code").first
    page.keyboard.press("Alt+KeyW")
    expect(code.locator("pre")).to_have_css("white-space", "pre-wrap")
    code.get_by_role("button", name="Wrap long lines").click()
    expect(code.locator("pre")).to_have_css("white-space", "pre")
    with page.expect_file_chooser():
        page.keyboard.press("Alt+KeyA")
    page.keyboard.press("Alt+KeyM")
    expect(page.get_by_role("menuitem", name="Rename")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("Alt+KeyN")
    expect(chat.dialog.get_by_role("heading", name="New project")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Alt+KeyG")
    expect(chat.answers.last.locator(".sibling-count")).to_have_text("2/2")
    chat.wait_for("complete")
    page.keyboard.press("Alt+Shift+KeyG")
    page.get_by_role("combobox").fill("slow")
    page.keyboard.press("Enter")
    expect(chat.answers.last.locator(".message-model")).to_have_text("gpt-slow")
    chat.wait_for("complete")
    chat.answers.last.get_by_role("button", name="More for this message").click()
    page.get_by_role("menuitem", name="Copy with formatting").click()
    expect(chat.toast).to_have_text("Copied")
    html = page.evaluate(
        "async () => (await (await navigator.clipboard.read())[0].getType('text/html')).text()"
    )
    assert "<h" in html and "code-head" not in html


def test_the_keyboard_goes_on_after_something_is_deleted(chat):
    page = chat.page
    chat.ask("One. [[mock chunks=3]]")
    chat.new().ask("Two. [[mock chunks=3]]")
    chat.answers.last.get_by_role("button", name="More for this message").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitem").first).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(chat.answers).to_have_count(0)
    expect(page.get_by_role("region", name="Conversation")).to_be_focused()
    # A row that is not open: the next one.
    page.locator(".conversation-more").nth(1).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitem").first).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(chat.conversations).to_have_count(1)
    expect(chat.conversations.first).to_be_focused()


@pytest.mark.parametrize("portrait", FEW_SCREENS, indirect=True)
def test_screenshots(portrait):
    """They are for people to look at."""
    chat = portrait.chat
    chat.page.evaluate(
        "() => { localStorage['sotto.behaviour-replies'] = 'on'; localStorage['sotto.wrap'] = 'on'; }"
    )
    chat.box.fill("Show Markdown. [[mock chunks=80 text=md]]")
    chat.send_button.click()
    chat.wait_for("complete")
    expect(chat.page.locator("quick-replies button")).to_have_count(4)
    portrait.shoot("quick-replies")
    chat.page.keyboard.press("Alt+KeyE")
    chat.dialog.locator(".form-behaviours > summary").click()
    chat.dialog.locator(".form-behaviours textarea").scroll_into_view_if_needed()
    portrait.shoot("project-behaviours")
