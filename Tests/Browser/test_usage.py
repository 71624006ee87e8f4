"""The screen of usage and cost, and what one answer says of itself."""

import csv
import io
import re
import sqlite3
import time
import uuid

import pytest
from playwright.sync_api import expect

from conftest import FEW_SCREENS
from test_costs import choose_model, facts, open_project, priced  # noqa: F401
from test_quality import check

QUARTER = 900_000
MODELS = ["openai/gpt-quick", "openai/gpt-slow", "away/=cmd", "x/four", "x/five", "x/six", "x/seven"]


def add_sums(server, days=30):
    """What a month of requests leaves, as the program would write it."""
    now = int(time.time() * 1000) // QUARTER
    store = sqlite3.connect(server.data / "sotto.sqlite", timeout=10)
    project = store.execute("SELECT id FROM projects").fetchone()[0]
    with store:
        for day in range(days):
            for place, model in enumerate(MODELS):
                if (day * 7 + place * 3) % 5 == 0:
                    continue
                tokens = (day * 37 + place * 53) % 97 * 400 // (place + 1) + 900
                priced = model.startswith("openai/")
                owner = project if place < 4 else str(uuid.UUID(int=place))
                row = [now - day * 96, owner, model, "title" if place == 5 else "chat"]
                row += ["USD" if priced else "", 3, 0, tokens * 3, tokens, tokens, 0, 0]
                row += [tokens * 2e-5 if priced else 0, place == 0, 0.01 if place == 0 else 0]
                marks = ",".join("?" * len(row))
                store.execute(f"INSERT OR REPLACE INTO usage_sums VALUES ({marks})", row)
    store.close()


def screen(chat):
    return chat.page.locator("usage-screen")


def open_usage(chat):
    chat.page.keyboard.press("Alt+KeyY")
    expect(screen(chat).get_by_role("heading", level=1)).to_be_focused()
    return screen(chat)


def test_what_was_asked_is_added_up(priced):  # noqa: F811
    chat = priced
    usage = open_usage(chat)
    expect(usage).to_contain_text("Nothing to add up yet")
    expect(usage.get_by_role("button", name="Download CSV")).to_be_disabled()
    check(chat.page)
    chat.page.keyboard.press("Escape")
    expect(usage).to_have_count(0)
    expect(chat.box).to_be_focused()
    open_project(chat, titles={"by": "first_message"})
    chat.ask("Hello. [[mock chunks=40]]")
    choose_model(chat, "gpt-slow")
    chat.ask("And you?")
    chat.page.get_by_role("button", name="Usage and cost").click()
    expect(usage.locator(".usage-tile").first).to_contain_text("2 requests")
    expect(usage.locator(".usage-tile").first).to_contain_text(re.compile(r"CN¥0\.\d+ \+ \$0\.\d+"))
    by_model = usage.get_by_role("region", name="By model").get_by_role("row")
    expect(by_model.filter(has_text="gpt-quick")).to_contain_text("40")
    expect(by_model.filter(has_text="gpt-slow")).to_contain_text("40")
    expect(usage.get_by_role("region", name="By project")).to_contain_text("Tides")
    expect(usage.get_by_role("region", name="By what it was for")).to_contain_text("Answers")
    chat.page.reload()
    expect(usage.locator(".usage-tile").first).to_contain_text("2 requests")
    assert chat.page.url.endswith("/usage") and chat.page.title() == "Usage and cost · Sotto"


def test_the_chart_is_walked_by_keys_and_has_a_table(chat, server):
    add_sums(server)
    usage = open_usage(chat)
    chart = usage.get_by_role("slider", name="Tokens and cost of each day")
    readout = usage.locator(".usage-readout")
    expect(chart).to_have_attribute("aria-valuenow", "30")
    last = readout.inner_text()
    chart.focus()
    chart.press("ArrowLeft")
    expect(readout).not_to_have_text(last)
    expect(chart).to_have_attribute("aria-valuetext", re.compile(r"^[A-Z][a-z]+ \d+, \d+: [\d,]+ tokens"))
    chart.press("Home")
    expect(chart).to_have_attribute("aria-valuenow", "1")
    expect(usage.locator(".usage-legend li")).to_have_count(7)  # Five models, the others, the cost.
    usage.get_by_text("Show as a table").click()
    expect(usage.get_by_role("region", name="Each day").get_by_role("row")).to_have_count(31)
    expect(usage).to_contain_text("Deleted projects")
    expect(usage).to_contain_text(re.compile(r"\d+ answers were kept from before, which saved \$0\.\d+"))
    expect(usage).to_contain_text(re.compile(r"\d+ requests are in no cost"))
    usage.get_by_label("Time shown").select_option("Last 7 days")
    expect(chart).to_have_attribute("aria-valuemax", "7")
    with chat.page.expect_download() as download:
        usage.get_by_role("button", name="Download CSV").click()
    assert re.fullmatch(r"sotto-usage-\d{4}-\d\d-\d\d\.csv", download.value.suggested_filename)
    text = open(download.value.path(), encoding="utf-8-sig", newline="").read()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert {row["model"] for row in rows} >= {"openai/gpt-quick", "away/=cmd"}
    assert len({row["day"] for row in rows}) == 7
    paid = [row for row in rows if row["currency"] == "USD"]
    assert all(float(row["cost"]) > 0 for row in paid)
    for theme in ("light", "dark"):
        chat.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        check(chat.page)


def test_a_name_that_is_a_formula_is_written_as_a_text(chat):
    text = chat.page.evaluate(
        """async (files) => {
          const { usageCSV } = await import(`${files}lib/usage-csv.js`);
          const costs = [{ amount: 2, currency: 'USD' }, { amount: 1, currency: 'EUR' }];
          const counts = { requests: 3, input_tokens: 5, output_tokens: 0, cached_input_tokens: 0,
            cache_write_tokens: 0, reasoning_tokens: 0, kept_answers: 0, saved: [] };
          return usageCSV([{ day: '2026-01-02', project: 'id', project_name: '=1+1, "x"', model: 'a/b',
            purpose: 'chat', costs, ...counts }]);
        }""",
        chat.files,
    )
    _, first, second = csv.reader(io.StringIO(text))
    assert first[:6] == ["2026-01-02", "'=1+1, \"x\"", "a/b", "chat", "3", "5"]
    assert (first[-3:], second[-3:]) == (["2", "", "USD"], ["1", "", "EUR"])
    assert second[4:6] == ["0", "0"]


def test_a_report_that_does_not_come_is_asked_for_again(chat, watch):
    watch.allows_failed_requests = True
    chat.page.route("**/api/v1/usage?*", lambda route: route.abort())
    usage = open_usage(chat)
    expect(usage.get_by_role("alert")).to_contain_text("Sotto does not answer")
    chat.page.unroute("**/api/v1/usage?*")
    usage.get_by_role("button", name="Try again").click()
    expect(usage).to_contain_text("Nothing to add up yet")


def test_an_answer_tells_time_speed_and_the_providers_name_for_it(priced):  # noqa: F811
    chat = priced
    open_project(chat)
    chat.ask("Hello. [[mock chunks=40 delay=5]]")
    button = facts(chat).get_by_role("button")
    button.click()
    card = chat.page.get_by_role("dialog", name="Time, tokens and cost")
    expect(card).to_contain_text("req_mock")
    expect(card).to_contain_text(re.compile(r"Took\s*[\d.]+ sec"))
    expect(card).to_contain_text(re.compile(r"First word after\s*[\d.]+ sec"))
    expect(card).to_contain_text(re.compile(r"Speed\s*[\d.,]+ tokens a second"))
    expect(card).to_contain_text(re.compile(r"Written\s*40 tokens\s*Cost\s*\$0\.00"))
    check(chat.page)
    card.get_by_role("button", name="Copy the provider’s name").click()
    expect(chat.toast).to_contain_text("Copied")
    assert chat.page.evaluate("navigator.clipboard.readText()") == "req_mock"
    chat.page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    expect(button).to_be_focused()
    chat.answers.last.get_by_role("button", name="More").click()
    chat.page.get_by_role("menuitem", name="Time, tokens and cost").click()
    expect(card).to_contain_text("req_mock")


@pytest.mark.parametrize("portrait", FEW_SCREENS, indirect=True, ids=lambda one: "-".join(map(str, one)))
def test_usage_has_a_look(portrait, server):
    """Pictures for people to look at."""
    add_sums(server)
    chat = portrait.chat
    chat.page.goto(chat.page.url.split("?")[0].rstrip("/") + "/usage")
    expect(screen(chat).locator(".usage-bar").first).to_be_visible()
    portrait.shoot("usage", is_kept=False)
    screen(chat).locator(".usage-scroll").evaluate("(e) => (e.scrollTop = e.clientHeight)")
    portrait.shoot("usage-tables")
