"""Input methods: what they send to a field where Enter acts, and what comes of it."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

TEXTS = Path(__file__).parent / "texts"
TRACES = json.loads((TEXTS / "ime-traces.json").read_text())["traces"]
GROUPS = list(dict.fromkeys(trace["group"] for trace in TRACES))
REPLAY = (TEXTS / "ime-replay.js").read_text().split("\n", 1)[1]
# One that acts for each engine; the rest is shown by the composer.
ACTING = list({trace["engine"]: trace for trace in TRACES if trace.get("sends")
               and "only" not in trace}.values())  # fmt: skip
QUIET = [trace for trace in TRACES if not {"sends", "only"} & trace.keys()]

# Gives the composer a place to send to that only remembers, and replays each trace in it.
IN_COMPOSER = f"""async (traces) => {{
  const replay = {REPLAY};
  const composer = document.querySelector('chat-composer');
  const field = composer.querySelector('textarea');
  const sent = [];
  composer.app.threads.send = async (text) => void sent.push(text);
  const results = [];
  for (const {{ steps }} of traces) {{
    field.focus();
    field.value = '';
    sent.length = 0;
    replay(field, steps);
    await new Promise((done) => setTimeout(done));
    results.push({{ holds: field.value, sent: [...sent] }});
  }}
  field.value = '';
  field.dispatchEvent(new Event('input'));
  return results;
}}"""

# Replays each trace in a field that is to stay as it is.
IN_FIELD = f"""(field, traces) => {{
  const replay = {REPLAY};
  return traces.map(({{ steps }}) => {{
    field.value = '';
    replay(field, steps);
    return {{ holds: field.value, isThere: field.isConnected && field.checkVisibility() }};
  }});
}}"""

AT_ONCE = f"(field, steps) => {{ field.value = ''; ({REPLAY})(field, steps); }}"


def named(trace):
    return f"{trace['engine']}: {trace['name']}"


@pytest.mark.parametrize("group", GROUPS)
def test_the_composer_sends_what_is_meant(chat, group):
    """T086, T087: all that is known of an engine, in the order in which it sends it."""
    traces = [trace for trace in TRACES if trace["group"] == group]
    results = chat.page.evaluate(IN_COMPOSER, traces)
    expected = {named(trace): (trace["holds"], [trace["sends"]] if "sends" in trace else [])
                for trace in traces}  # fmt: skip
    assert {
        named(trace): (result["holds"], result["sent"]) for trace, result in zip(traces, results)
    } == expected


def palette(chat):
    chat.page.keyboard.press("Control+KeyK")
    return chat.page.locator("command-palette input")


def models(chat):
    chat.page.locator(".picker-button").click()
    return chat.page.locator("model-list input")


def name(chat):
    chat.conversation_menu(0, "Rename")
    return chat.page.locator(".rename")


def editor(chat):
    chat.box.press("ArrowUp")
    return chat.page.locator("message-editor textarea")


def search(chat):
    chat.page.keyboard.press("Control+Shift+KeyF")
    return chat.page.locator("search-screen").get_by_role("searchbox")


@pytest.mark.parametrize("opened", [palette, models, name, editor, search])
def test_other_fields_act_on_the_same_keys(chat, opened):
    """T085: the palette, the models, a conversation's name, a message and the search."""
    chat.ask("Keep the 안 and 你. [[mock chunks=2]]")
    place = chat.page.url
    field = opened(chat)
    expect(field).to_be_focused()
    # Whoever leaves a name keeps it, which closes its field.
    quiet = [trace for trace in QUIET if opened is not name or "blur" not in trace["steps"]]
    results = field.evaluate(IN_FIELD, quiet)
    assert {named(t): (r["holds"], r["isThere"]) for t, r in zip(quiet, results)} == {
        named(trace): (trace["holds"], True) for trace in quiet
    }
    for trace in {palette: ACTING, name: ACTING, editor: ACTING[:2]}.get(opened, []):
        field.evaluate(AT_ONCE, trace["steps"])
        expect(field).to_have_count(0)
        if opened is name:
            expect(chat.conversations.first).to_have_text(trace["sends"])
        elif opened is editor:
            expect(chat.questions.last).to_contain_text(trace["sends"])
            chat.wait_for("complete")
        if chat.page.url != place:
            chat.open(place)
        field = opened(chat)
        expect(field).to_be_focused()


def test_a_name_that_is_left_while_it_is_composed_is_kept(chat):
    chat.ask("Name me. [[mock chunks=2]]")
    left = next(trace for trace in QUIET if "blur" in trace["steps"])
    name(chat).evaluate(AT_ONCE, left["steps"])
    expect(chat.conversations.first).to_have_text(left["holds"])
