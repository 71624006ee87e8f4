"""Keys in a sealed file, opened from the page."""

import os

import pytest
from playwright.sync_api import expect

from conftest import Server
from test_first_run import keyless_environment

PASSPHRASE = "four words in a row"


@pytest.fixture
def server(provider, tmp_path):
    """Without a passphrase at hand: the page has to ask for it."""
    binary = os.environ.get("SOTTO_BINARY")
    if not binary:
        pytest.skip("SOTTO_BINARY is not set")
    environment = keyless_environment(tmp_path, SOTTO_LOCAL_PYTHON="/nonexistent/python3")
    del environment["SOTTO_PASSPHRASE_FILE"]
    server = Server(os.path.abspath(binary), tmp_path / "data", environment)
    yield server
    server.kill()


def test_a_first_key_asks_for_a_passphrase_and_a_restart_asks_for_it_again(
    chat, server, provider, watch
):
    watch.allows_failed_requests = True
    page = chat.page
    page.locator("start-page").get_by_role("button", name="Add a provider").click()
    form = page.locator("provider-form")
    form.get_by_label("Provider", exact=True).select_option(label="Another server (OpenAI-compatible)")
    form.get_by_label("Key", exact=True).fill("sk-browser-canary")
    form.get_by_label("Name", exact=True).fill("mine")
    form.get_by_label("Address").fill(f"http://127.0.0.1:{provider}/v1")
    form.get_by_role("button", name="Save").click()

    unlock = form.locator("key-unlock")
    expect(unlock.get_by_label("Choose a passphrase for your keys")).to_be_focused()
    unlock.get_by_label("Choose a passphrase for your keys").fill("short")
    unlock.get_by_role("button", name="Use this passphrase").click()
    expect(unlock).to_contain_text("at least 8 characters")
    unlock.get_by_label("Choose a passphrase for your keys").fill(PASSPHRASE)
    unlock.get_by_label("The same again").fill("four words")
    unlock.get_by_role("button", name="Use this passphrase").click()
    expect(unlock).to_contain_text("not the same")
    unlock.get_by_label("The same again").fill(PASSPHRASE)
    unlock.get_by_label("The same again").press("Enter")
    # The request that had to wait is sent again by itself.
    expect(page.locator("provider-list")).to_contain_text("mine")
    expect(form).to_have_count(0)
    assert b"sk-browser-canary" not in (server.data / "keys.sealed").read_bytes()

    server.kill()
    server.start()
    page.reload()
    expect(chat.dialog).to_be_visible()  # The address names the settings.
    unlock = page.locator("provider-list > div > form > key-unlock")
    unlock.get_by_label("Passphrase of your keys").fill("three words only")
    unlock.get_by_role("button", name="Unlock").click()
    expect(unlock).to_contain_text("does not open the keys")
    unlock.get_by_label("Passphrase of your keys").fill(PASSPHRASE)
    unlock.get_by_role("button", name="Unlock").click()
    expect(unlock).to_have_count(0)
    page.keyboard.press("Escape")
    chat.ask("Hello. [[mock chunks=5]]")
