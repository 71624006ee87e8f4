"""A very long answer in a very long conversation. Figures are printed beside their budgets, not asserted.

`./test` takes it small; `./bench --only page` sets SOTTO_STREAM_TOKENS and SOTTO_STREAM_MESSAGES, and
SOTTO_FIGURES, the file that the figures are added to as lines of JSON.
"""

import json
import os
import re
import statistics
from pathlib import Path

import pytest
from playwright.sync_api import expect

from chat import Chat
from test_budgets import add_messages

TOKENS = int(os.environ.get("SOTTO_STREAM_TOKENS", 3_000))
MESSAGES = int(os.environ.get("SOTTO_STREAM_MESSAGES", 500))

# The time from frame to frame, and from each key until what it typed is drawn. A message that is posted
# in a frame comes after that frame.
MEASURE = """() => {
  const figures = (window.figures = { gaps: [], keys: [] });
  const drawn = new MessageChannel();
  const waiting = [];
  drawn.port1.onmessage = () => waiting.shift()();
  const whenDrawn = (then) => {
    waiting.push(then);
    drawn.port2.postMessage(null);
  };
  let last = 0;
  const frame = (now) => {
    if (last) figures.gaps.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  addEventListener('keydown', ({ timeStamp }) => requestAnimationFrame(
    () => whenDrawn(() => figures.keys.push(performance.now() - timeStamp))), true);
}"""

# Opens a conversation of the list and waits until its last answer is drawn.
SWITCH = """async ([index, words]) => {
  const began = performance.now();
  document.querySelectorAll('a.conversation')[index].click();
  const isThere = () => {
    const last = [...document.querySelectorAll('chat-message.is-answer')].at(-1);
    return last?.textContent.includes(words);
  };
  while (!isThere()) await new Promise(requestAnimationFrame);
  const { port1, port2 } = new MessageChannel();
  await new Promise((done) => requestAnimationFrame(() => {
    port1.onmessage = done;
    port2.postMessage(null);
  }));
  return performance.now() - began;
}"""


HTML = "document.querySelector('chat-message.is-answer:last-of-type .prose').blocks.join('')"

AT_END = """() => {
  const scroller = document.querySelector('.transcript-scroller');
  return scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop < 30;
}"""


@pytest.fixture
def report(capsys):
    def show(name, figure, unit, budget):
        with capsys.disabled():
            print(f"\n  {name}: {figure:.1f} {unit} (budget {budget} {unit})", end="")
        if path := os.environ.get("SOTTO_FIGURES"):
            with open(path, "a") as file:
                line = {"name": name, "figure": figure, "unit": unit, "budget": budget}
                file.write(json.dumps(line) + "\n")

    return show


def p95(values):
    return statistics.quantiles(values, n=20)[-1]


def frame_times(trace):
    """The milliseconds of each frame of the page, from its first callback until it is handed to be drawn,
    as the browser notes them."""
    threads = {}
    for event in json.loads(trace)["traceEvents"]:
        if event["name"] == "ProxyMain::BeginMainFrame" and event["ph"] == "X":
            threads.setdefault(event["pid"], []).append(event["dur"] / 1000)
    return max(threads.values(), key=len)


def busy(session):
    """Seconds of the processor that the page's thread has used."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(one["value"] for one in metrics if one["name"] == "TaskDuration")


def memory_of(browser, page):
    """What the tab's process has for itself, in MB, once what is not needed is gone."""
    page.context.new_cdp_session(page).send("HeapProfiler.collectGarbage")
    system = browser.new_browser_cdp_session()
    processes = system.send("SystemInfo.getProcessInfo")["processInfo"]
    system.detach()
    sizes = []
    for process in processes:
        status = Path(f"/proc/{process['id']}/status")
        if process["type"] == "renderer" and status.exists():
            found = re.findall(r"(?:RssAnon|VmSwap):\s+(\d+)", status.read_text())
            sizes.append(sum(map(int, found)) / 1024)
    return max(sizes, default=0)


def test_a_long_answer_in_a_long_conversation(chat, browser, server, report):
    chat.ask("Short. [[mock chunks=3]]")
    chat.new().ask("First.")
    path = chat.page.evaluate("location.pathname")
    add_messages(server.data / "sotto.sqlite", path.rsplit("/", 1)[1], MESSAGES)
    page = chat.page.context.new_page()
    chat.page.close()
    chat = Chat(page).open(path)
    expect(chat.answers.last).to_contain_text(f"answer {MESSAGES - 1}")
    chat.send(f"At length. [[mock chunks={TOKENS} csize=4 delay_us=500 text=md]]")
    chat.wait_for_text()
    page.evaluate(MEASURE)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = busy(session)
    browser.start_tracing(page=page, categories=["cc"])
    typed = ""
    while chat.answers.last.get_attribute("data-status") == "streaming":
        chat.box.press_sequentially("all the while ", delay=40)
        typed += "all the while "
    answer = chat.wait_for("complete")
    frames = frame_times(browser.stop_tracing())
    figures = page.evaluate("window.figures")
    used = (busy(session) - before) * 1000 / len(frames)
    expect(chat.box).to_have_value(typed)
    report(f"frame while {TOKENS:,} tokens stream, p95", p95(frames), "ms", 16)
    report("  processor time for each frame, all work of the page", used, "ms", 16)
    report("  from frame to frame, p95", p95(figures["gaps"]), "ms", 34)
    report("  a typed letter until it is drawn, p95", p95(figures["keys"]), "ms", 50)
    report("  memory of the tab", memory_of(browser, page), "MB", 150)
    assert chat.from_end() < 30
    words = answer.locator(".block").last.text_content()
    whole = page.evaluate(HTML)
    there, back = [], []
    for _ in range(3):
        there.append(page.evaluate(SWITCH, [1, ""]))
        expect(chat.questions).to_have_count(1)
        back.append(page.evaluate(SWITCH, [0, words]))
        page.wait_for_function(AT_END)
    # What is not near its end is all there as well.
    page.wait_for_function("() => !document.querySelector('.is-folded:empty')")
    assert page.evaluate(HTML) == whole
    report("switching to a short conversation", statistics.median(there), "ms", 100)
    report("  and back to the long one", statistics.median(back), "ms", 100)
