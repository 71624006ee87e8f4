"""What a message takes and took: the estimate, tokens and cost, kept answers, a second model, and
requests that may be billed twice."""

import json
import re
import socket
import struct
import uuid
import zlib

import pytest
from playwright.sync_api import expect

from test_quality import check

QUICK = {"context": 128_000, "price": {"input": 2, "output": 8}}
SLOW = {"context": 8_192, "price": {"currency": "CNY", "input": 100, "output": 400}}


@pytest.fixture
def priced(server, chat):
    """The mock's models with prices, and the page that knows them."""
    entries = [
        {"provider": "openai", "name": "gpt-quick", **QUICK},
        {"provider": "openai", "name": "gpt-slow", **SLOW},
    ]
    (server.data / "models.json").write_text(json.dumps({"models": entries}))
    return chat


def open_project(chat, **fields):
    """Makes a project as a program would and opens it."""
    body = {"name": "Tides", "model": "openai/gpt-quick", **fields}
    made = chat.page.request.post("/api/v1/projects", data=body)
    assert made.status == 201, made.text()
    chat.open(f"/p/{made.json()['id']}")
    return made.json()["id"]


def choose_model(chat, name):
    chat.page.locator(".picker-button").click()
    chat.page.get_by_role("combobox").fill(name)
    chat.page.get_by_role("combobox").press("Enter")
    expect(chat.page.locator(".picker-label")).to_have_text(name)


def facts(chat):
    return chat.answers.last.locator(".message-facts")


def test_an_estimate_comes_with_typing_and_follows_the_model(chat):
    """How the server counts has its own tests; here the count is given."""
    cost = {"amount": 0.0024, "currency": "USD"}
    answers = {
        None: {"input_tokens": 1234, "exact": False, "context": 128_000, "input_cost": cost},
        "openai/gpt-slow": {"input_tokens": 1300, "exact": True, "context": 8192, "input_cost": None},
    }
    chat.page.route(
        "**/estimate",
        lambda route: route.fulfill(json=answers[route.request.post_data_json.get("model")]),
    )
    chat.ask("First. [[mock chunks=3]]")
    estimate = chat.page.locator(".composer-estimate")
    card = chat.page.locator(".composer-card")
    expect(estimate).to_be_empty()
    chat.box.fill("And then?")
    before = card.bounding_box()
    expect(estimate).to_have_text("about 1,234 tokens · 1% of the window · $0.0024 to send")
    assert card.bounding_box() == before
    check(chat.page)
    choose_model(chat, "gpt-slow")
    expect(estimate).to_have_text("1,300 tokens · 15.9% of the window")
    chat.box.fill("")
    expect(estimate).to_be_empty()


def test_a_count_that_nobody_knows_is_not_shown(chat):
    words = chat.page.evaluate(
        "async (files) => (await import(`${files}lib/usage.js`))"
        ".estimateWords({ input_tokens: 0, exact: false, context: 8192, input_cost: null })",
        chat.files,
    )
    assert words == []


def test_an_answer_says_what_it_took(priced):
    open_project(priced)
    priced.ask("Hello. [[mock chunks=40]]")
    expect(facts(priced)).to_contain_text(re.compile(r"[\d,]+ \+ 40 tokens · \$0\.00\d+"))
    choose_model(priced, "gpt-slow")
    priced.ask("And you? [[mock chunks=40]]")
    expect(facts(priced)).to_contain_text(re.compile(r"\+ 40 tokens · CN¥0\.0\d+"))
    priced.page.reload()
    expect(facts(priced)).to_contain_text(re.compile(r"\+ 40 tokens · CN¥0\.0\d+"))


def test_the_same_question_again_is_a_kept_answer(priced):
    project = open_project(priced, answer_cache={"lifetime_seconds": 3600})
    priced.ask("What is a tide? [[mock chunks=20]]")
    expect(facts(priced)).not_to_contain_text("Kept answer")
    first = priced.answers.last.locator(".prose").inner_html()
    priced.open(f"/p/{project}").ask("What is a tide? [[mock chunks=20]]")
    expect(facts(priced)).to_contain_text(re.compile(r"Kept answer, \$0\.00\d+ saved"))
    assert priced.answers.last.locator(".prose").inner_html() == first


def test_a_second_model_answers_and_the_note_says_so(chat):
    with socket.socket() as deaf:  # Its port is taken, and nobody listens.
        deaf.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{deaf.getsockname()[1]}/v1"
        provider = {"name": "away", "kind": "openai-chat", "base_url": address}
        assert chat.page.request.post("/api/v1/providers", data=provider).status == 201
        open_project(chat, model="away/gpt-far", fallback_model="openai/gpt-slow")
        chat.ask("Is anybody there? [[mock chunks=5 echo_model=1]]")
    answer = chat.answers.last
    expect(answer.locator(".note")).to_have_text(
        "The provider cannot be reached. gpt-slow answered in its place."
    )
    expect(answer.locator(".message-model")).to_have_text("gpt-slow")
    chat.page.reload()
    expect(answer.locator(".note")).to_contain_text("gpt-slow answered in its place.")


def test_a_request_that_may_be_billed_is_not_repeated_without_a_word(chat):
    chat.send("Cut. [[mock drop=1]]")
    answer = chat.wait_for("failed")
    expect(answer.locator(".failure")).to_contain_text("The connection broke before an answer came.")
    expect(answer.locator(".failure")).to_contain_text("Asking again may be billed a second time.")
    expect(answer.get_by_role("button", name="Ask again all the same")).to_be_visible()


def test_a_project_keeps_what_its_dialog_was_told(chat):
    cache = {"lifetime_seconds": 3600, "maximum_bytes": 5_000_000}
    project = open_project(chat, model=None, answer_cache=cache)
    chat.page.keyboard.press("Alt+KeyE")
    dialog = chat.dialog
    dialog.get_by_label("Thinking", exact=True).select_option("Much")
    dialog.get_by_label("Second model").select_option("gpt-slow")
    days = dialog.get_by_label("Keep answers, in days")
    days.fill("never")
    dialog.get_by_text("Thinking, second model").click()
    expect(days).to_be_hidden()
    dialog.get_by_role("button", name="Save").click()
    expect(days).to_be_focused()
    expect(dialog).to_contain_text("A number of days up to 3650, or nothing.")
    days.fill("1,5")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    saved = chat.page.request.get(f"/api/v1/projects/{project}").json()
    assert saved["reasoning_effort"] == "high"
    assert saved["fallback_model"] == "openai/gpt-slow"
    assert saved["answer_cache"] == {"lifetime_seconds": 129_600, "maximum_bytes": 5_000_000}
    chat.page.reload()
    expect(chat.page.locator("start-page h2")).to_be_visible()
    chat.page.keyboard.press("Alt+KeyE")
    expect(days).to_have_value("1.5")
    expect(dialog.get_by_label("Thinking", exact=True)).to_have_value("high")
    expect(dialog.get_by_label("Second model")).to_have_value("openai/gpt-slow")


def test_files_that_were_sent_are_shown(chat):
    project = open_project(chat)
    conversation = str(uuid.uuid4())
    request = chat.page.request
    request.post(f"/api/v1/projects/{project}/conversations", data={"id": conversation})
    attachments = []
    for name, type, content in [
        ("chart.png", "image/png", picture(800, 640)),
        ("notes.txt", "text/plain", b"high, low, high, low\n" * 100),
    ]:
        headers = {"content-type": type}
        kept = request.post(f"/api/v1/files?name={name}", data=content, headers=headers)
        assert kept.status == 201, kept.text()
        attachments.append({"digest": kept.json()["digest"], "name": name})
    turn = {"id": str(uuid.uuid4()), "text": "What is this? [[mock chunks=3]]"}
    sent = request.post(
        f"/api/v1/conversations/{conversation}/turns", data={**turn, "attachments": attachments}
    )
    assert sent.status == 202, sent.text()
    chat.open(f"/p/{project}/c/{conversation}")
    chat.wait_for("complete")
    image = chat.questions.last.get_by_role("img", name="chart.png")
    expect(image).to_have_js_property("naturalWidth", 800)
    box = image.bounding_box()
    assert (round(box["width"]), round(box["height"])) == (400, 320)
    check(chat.page)
    with chat.page.expect_download() as download:
        chat.questions.last.get_by_role("link", name="notes.txt (2.1 kB)").click()
    assert download.value.suggested_filename == "notes.txt"


def picture(width, height):
    """A grey PNG of this size."""

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = b"".join(b"\0" + b"\x80" * width for _ in range(height))
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )
