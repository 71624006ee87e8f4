"""The page in a person's words, so that a test says what is done and not where it is clicked."""

from playwright.sync_api import expect


class Chat:
    def __init__(self, page):
        self.page = page
        self.box = page.locator("chat-composer textarea")
        self.hint = page.locator(".composer-hint")
        self.send_button = page.locator(".send-button:not(.is-stop)")
        self.stop_button = page.locator(".send-button.is-stop")
        self.questions = page.locator("chat-message.is-user")
        self.answers = page.locator("chat-message.is-answer")
        self.conversations = page.locator("a.conversation")
        self.toast = page.locator(".toast")
        self.dialog = page.locator("dialog[open]")

    def open(self, path="/"):
        self.page.goto(path)
        self.page.locator("start-page h2, chat-message").first.wait_for()
        return self

    @property
    def files(self):
        """Where the page's modules are, to import one that the page may not have loaded."""
        script = "document.querySelector('script[type=module]').src.replace('app.js', '')"
        return self.page.evaluate(script)

    @property
    def origin(self):
        return self.page.evaluate("location.origin")

    def stored(self):
        """The messages of the open conversation, as the server has them."""
        identifier = self.page.url.rsplit("/", 1)[1]
        path = f"/api/v1/conversations/{identifier}/messages"
        return self.page.request.get(path).json()["messages"]

    def new(self):
        """A fresh conversation: the mock provider heeds the first `[[mock …]]` of one."""
        self.page.keyboard.press("Control+Shift+KeyO")
        self.page.locator("start-page").wait_for()
        return self

    def send(self, text):
        self.box.fill(text)
        self.box.press("Enter")
        return self

    def ask(self, text):
        """Sends a text and waits until the answer is complete."""
        before = self.answers.count()
        self.send(text)
        self.wait_for("complete", before)
        return self

    def wait_for(self, status, index=-1):
        answer = self.answers.nth(index) if index >= 0 else self.answers.last
        expect(answer).to_have_attribute("data-status", status)
        return answer

    def wait_for_text(self):
        """Until the last answer has begun to arrive and goes on."""
        expect(self.answers.last).to_have_attribute("data-status", "streaming")
        expect(self.answers.last.locator(".block").first).not_to_be_empty()

    def project_menu(self, item):
        self.page.locator("project-switch button").click()
        self.page.get_by_role("menu").get_by_text(item, exact=True).click()

    def new_project(self, name):
        self.project_menu("New project…")
        self.dialog.get_by_label("Name", exact=True).fill(name)
        self.dialog.get_by_role("button", name="Create").click()
        expect(self.page.locator(".project-name")).to_have_text(name)

    def conversation_menu(self, index, item):
        self.conversations.nth(index).hover()
        self.page.locator(".conversation-more").nth(index).click()
        self.page.get_by_role("menuitem", name=item).click()

    def settings(self, section=None):
        self.page.locator(".sidebar-foot .row").click()
        expect(self.dialog).to_be_visible()
        if section:
            self.dialog.get_by_role("link", name=section, exact=True).click()

    def scroll_to(self, top):
        """As a person scrolls, with the event that comes of it."""
        self.page.locator(".transcript-scroller").evaluate("(e, top) => (e.scrollTop = top)", top)
        self.page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )

    def from_end(self):
        return self.page.locator(".transcript-scroller").evaluate(
            "(e) => e.scrollHeight - e.clientHeight - e.scrollTop"
        )
