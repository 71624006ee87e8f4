"""A server with a fresh data folder and a mock provider, and pages that look for any complaint."""

import os
import re
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from chat import Chat
from references import References

expect.set_options(timeout=15_000)

ROOT = Path(__file__).resolve().parents[2]
FORMULAS = Path(__file__).parent / "texts" / "formulas.md"
PUBLIC = ROOT / "Sources" / "SottoWeb" / "Public"
SCREENSHOTS = ROOT / ".sotto" / "screenshots"
SCREENS = [
    (width, height, theme, locale)
    for width, height in ((1280, 800), (390, 844))
    for theme in ("light", "dark")
    for locale in ("en-US", "zh-CN")
]
# What is different each time is not in pictures.
MOVING = "time, .result-facts"
# Each size in each theme and in each language.
FEW_SCREENS = [SCREENS[0], SCREENS[3], SCREENS[5], SCREENS[6]]


def started(command, pattern, **options):
    """Starts a program and waits for the line that says where it listens."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **options)
    for line in process.stdout:
        if match := re.search(pattern, line):
            return process, match.group(1)
    raise RuntimeError(f"{command[0]} ended without saying where it listens")


def mock_provider(file, *options):
    """A mock provider that answers with a file to `text=file`: its port, for as long as it is used."""
    binary = os.environ.get("SOTTO_MOCKLLM")
    if not binary:
        pytest.skip("SOTTO_MOCKLLM is not set")
    process, port = started([binary, "-p", "0", "-s", "1800", "-f", str(file), *options], r":(\d+)")
    yield port
    process.kill()
    process.wait()


def provider_of(text, folder):
    """One that answers with a text."""
    (folder / "answer.md").write_text(text)
    yield from mock_provider(folder / "answer.md", "-m", "gpt-quick")


@pytest.fixture(scope="session")
def provider():
    """The mock provider's port."""
    yield from mock_provider(FORMULAS, "-D", "text=md", "-m", "gpt-quick,gpt-slow")


class Server:
    """One `sotto serve` on a data folder; can be killed and started again on the same port."""

    def __init__(self, binary, data, environment):
        self.binary, self.data, self.environment = binary, data, environment
        self.port = "0"
        self.start()

    def start(self):
        command = [self.binary, "serve", "--port", self.port, "--data", str(self.data)]
        self.process, self.url = started(
            command, r"(http://127\.0\.0\.1:\d+)", env=self.environment, stderr=subprocess.DEVNULL
        )
        self.port = self.url.rsplit(":", 1)[1]

    def kill(self):
        self.process.kill()
        self.process.wait()


def key_store(folder):
    """The environment in which stored keys are in a sealed file, and its passphrase at hand."""
    (folder / "passphrase").write_text("the passphrase of the tests\n")
    return {
        "SOTTO_KEY_STORE": "sealed-file",
        "SOTTO_PASSPHRASE_FILE": str(folder / "passphrase"),
    }


@pytest.fixture
def server(provider, tmp_path):
    binary = os.environ.get("SOTTO_BINARY")
    if not binary:
        pytest.skip("SOTTO_BINARY is not set")
    environment = {
        **os.environ,
        **key_store(tmp_path),
        "HOME": str(tmp_path),
        "SOTTO_DATA": str(tmp_path / "data"),
        "OPENAI_API_KEY": "test",
        "OPENAI_BASE_URL": f"http://127.0.0.1:{provider}/v1",
    }
    server = Server(os.path.abspath(binary), tmp_path / "data", environment)
    yield server
    server.kill()


@pytest.fixture
def formulas():
    """What the provider answers to `text=file`."""
    return FORMULAS


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        path = os.environ.get("SOTTO_CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


class Watch:
    """What a page complained of, and where it went."""

    def __init__(self, url):
        self.url = url
        self.messages, self.foreign = [], []
        # A browser logs a request that did not work; tests that break the server allow that.
        self.allows_failed_requests = False

    def follow(self, page):
        page.on("console", lambda said: self.messages.append(f"{said.text} ({said.location['url']})"))
        page.on("pageerror", lambda error: self.messages.append(str(error)))
        page.on("request", lambda request: self.note(request.url))

    def note(self, url):
        if not url.startswith((self.url + "/", "data:")):
            self.foreign.append(url)

    def check(self):
        complaints = [
            message
            for message in self.messages
            if not message.startswith("Service Worker registration blocked by Playwright")
            and not (self.allows_failed_requests and "Failed to load resource" in message)
        ]
        assert complaints == [], "the page wrote to the console"
        assert self.foreign == [], "the page asked another origin"


@pytest.fixture
def watch(server):
    watch = Watch(server.url)
    yield watch
    watch.check()


@pytest.fixture
def keeps_page():
    """Whether the service worker runs. It answers in the place of what a test puts before the server."""
    return False


@pytest.fixture
def context(browser, server, watch, keeps_page):
    context = browser.new_context(
        viewport={"width": 1280, "height": 800},
        locale="en-US",
        base_url=server.url,
        service_workers="allow" if keeps_page else "block",
    )
    context.set_default_timeout(15_000)
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.url)
    context.on("page", watch.follow)
    yield context
    context.close()


@pytest.fixture
def chat(context):
    """The page at its start, as a person who uses it."""
    return Chat(context.new_page()).open()


@pytest.fixture(scope="session")
def references(browser):
    context = browser.new_context()
    yield References(context.new_page())
    context.close()


class Portrait:
    """A chat on one kind of screen, and pictures of it, compared with those that were found good."""

    def __init__(self, chat, screen, references):
        self.chat, self.references = chat, references
        self.width, _, self.theme, self.locale = screen

    def shoot(self, name, is_kept=True):
        """One that shows dates, sizes or places of this run is only for people to look at."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        name = f"{name}-{self.width}-{self.theme}-{self.locale}"

        def shoot():
            self.chat.page.locator(MOVING).evaluate_all(
                """(all) => {
                  for (const one of all) {
                    one.style.visibility = 'hidden';
                    // The line that it stands in breaks alike at every time of the day.
                    if (one.localName === 'time') one.textContent = '00:00';
                  }
                }"""
            )
            return self.chat.page.screenshot(
                path=SCREENSHOTS / f"{name}.png", animations="disabled"
            )

        if is_kept:
            self.references.check(name, shoot)
        else:
            shoot()


@pytest.fixture(params=SCREENS, ids=lambda screen: "-".join(map(str, screen)))
def portrait(request, browser, server, watch, references):
    width, height, theme, locale = request.param
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=theme,
        locale=locale,
        has_touch=width < 1000,
        is_mobile=width < 1000,
        base_url=server.url,
        reduced_motion="reduce",
    )
    context.on("page", watch.follow)
    yield Portrait(Chat(context.new_page()).open(), request.param, references)
    context.close()
