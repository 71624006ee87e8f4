"""The first minutes of a person who has nothing: no key, no account."""

import os
import re

import pytest
from playwright.sync_api import expect

from chat import Chat
from conftest import Server, key_store

KEYS = ("_API_KEY", "_BASE_URL")


def keyless_environment(tmp_path, **more):
    kept = {name: value for name, value in os.environ.items() if not name.endswith(KEYS)}
    return {**kept, **key_store(tmp_path), "HOME": str(tmp_path), "OLLAMA_HOST": "127.0.0.1:9", **more}


@pytest.fixture
def serve(tmp_path):
    """Starts the program without any key; more of the environment may be given."""
    binary = os.environ.get("SOTTO_BINARY")
    if not binary:
        pytest.skip("SOTTO_BINARY is not set")
    servers = []

    def start(**more):
        environment = keyless_environment(tmp_path, **more)
        servers.append(Server(os.path.abspath(binary), tmp_path / "data", environment))
        return servers[-1]

    yield start
    for server in servers:
        server.kill()


@pytest.fixture
def visit(browser):
    """Opens the page of a server and checks that it wrote nothing to the console."""
    contexts, messages = [], []

    def open_page(server, **options):
        context = browser.new_context(base_url=server.url, locale="en-US", **options)
        context.set_default_timeout(15_000)
        page = context.new_page()
        page.on("console", lambda message: messages.append(message.text))
        page.on("pageerror", lambda error: messages.append(str(error)))
        contexts.append(context)
        return Chat(page).open()

    yield open_page
    for context in contexts:
        context.close()
    # A test that ends a server leaves the browser with a request that failed.
    assert [message for message in messages if "Failed to load resource" not in message] == []


def test_the_bundled_model_says_that_it_is_tiny_and_answers(serve, visit):
    server = serve()
    chat = visit(server)
    if not chat.page.request.get("/api/v1/about").json()["local_model"]["available"]:
        pytest.skip("the local model is not installed here; './run' installs it")
    start = chat.page.locator("start-page")
    expect(start).to_contain_text("tiny")
    expect(start).to_contain_text("trying things out")
    expect(start.get_by_role("button", name="Add a provider")).to_be_visible()
    chat.send("Say hello in one short sentence.")
    expect(chat.answers.last).to_have_attribute("data-status", "complete", timeout=120_000)
    expect(chat.answers.last.locator(".prose")).not_to_be_empty()
    # It is all there again after a restart.
    server.kill()
    server.start()
    chat.page.reload()
    expect(chat.questions.last).to_contain_text("Say hello")


def test_without_any_model_the_page_says_what_to_do(serve, visit, provider):
    chat = visit(serve(SOTTO_LOCAL_PYTHON="/nonexistent/python3"))
    start = chat.page.locator("start-page")
    start.get_by_role("button", name="Add a provider").click()
    form = chat.page.locator("provider-form")
    form.get_by_label("Provider", exact=True).select_option(label="Another server (OpenAI-compatible)")
    form.get_by_label("Name", exact=True).fill("mine")
    form.get_by_label("Address").fill(f"http://127.0.0.1:{provider}/v1")
    form.get_by_role("button", name="Save").click()
    expect(chat.page.locator("provider-list")).to_contain_text("mine")
    chat.page.keyboard.press("Escape")
    expect(chat.page).not_to_have_url(re.compile("#"))
    chat.page.reload()
    expect(start).to_contain_text("gpt-quick")
    chat.ask("Hello. [[mock chunks=5]]")
