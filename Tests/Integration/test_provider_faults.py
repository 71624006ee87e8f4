"""Every fault of a provider ends in text or a plain error, and the person can go on."""

import pytest

from .support.api import text_of_message
from .support.scripted import streamed_answer

# What the mock does, and the code of the error. The text that came before is kept.
FAILURES = [
    ("fault=401", "bad_key", 401, False),
    ("fault=403", "forbidden", 403, False),
    ("fault=404", None, 404, False),
    ("fault=400", "invalid_request", 400, False),
    ("fault=429", "rate_limited", 429, False),
    ("fault=500", "server_error", 500, False),
    ("fault=503", None, 503, False),
    ("drop=1", "connection_failed", None, False),
    ("close=3", "stream_cut", None, True),
    ("rst=3", None, None, True),
    ("error_at=3", None, None, True),
    ("error_at=0", None, None, False),
    ("error_at=3 nodone=1", None, None, True),
    ("close=3 teclose=1", "stream_cut", None, True),
]

# What the mock does differently without saying anything else; the answer is whole all the same.
ODDITIES = [
    "eol=crlf",
    "eol=cr",
    "split=1 text=emoji chunks=10",
    "frame=1 text=emoji chunks=10",
    "fault=split",
    "fault=crlf",
    "nodone=1",
    "nospace=1",
    "comment=1",
    "bom=1",
    "event=1",
    "usage=never",
    "teclose=1",
    "csize=200000 chunks=3",
    "split=7 eol=crlf text=zh",
]


def project_that_answers_well(api, project):
    """From now on the system prompt, which the mock reads first, asks for a good answer."""
    api.patch(f"/api/v1/projects/{project}", {"system_prompt": "[[mock chunks=4]]"})


@pytest.mark.parametrize("controls,code,status,has_text", FAILURES, ids=[f[0] for f in FAILURES])
def test_a_fault_is_told_in_plain_words_and_can_be_retried(api, controls, code, status, has_text):
    project = api.new_project("Faults")["id"]
    conversation = api.new_conversation(project)
    turn, stream = api.answer(conversation, text=f"[[mock {controls}]] question")
    assert stream.ended_well
    assert stream.last.name == "failed", stream.events
    error = stream.last.data["error"]
    if code:
        assert error["code"] == code, error
    if status:
        assert error["status"] == status, error
    assert isinstance(error["retryable"], bool)
    assert_plain(error["message"])
    answer = api.message(conversation, turn.assistant)
    assert answer["status"] == "failed"
    assert answer["error"] == error
    assert text_of_message(answer) == stream.text
    assert bool(stream.text) == has_text, stream.text

    project_that_answers_well(api, project)
    again, retried = api.answer(conversation, parent_id=turn.user)
    assert retried.last.name == "finished", retried.last
    assert again.user == turn.user and again.assistant != turn.assistant
    shown = api.messages(conversation)
    assert [m["id"] for m in shown] == [turn.user, again.assistant]
    assert shown[1]["status"] == "complete" and text_of_message(shown[1]) == retried.text

    _, next_one = api.answer(conversation, text="and on")
    assert next_one.last.name == "finished"


def assert_plain(message):
    """A sentence for a person: words, on one line, no code."""
    assert 10 < len(message) < 300 and "\n" not in message, message
    for unwanted in ("Error(", "{", "Optional", "nil", "errno", "CURLE", "NS"):
        assert unwanted not in message, message


def test_a_failed_answer_can_be_continued(api):
    project = api.new_project("Continue")["id"]
    conversation = api.new_conversation(project)
    turn, cut = api.answer(conversation, text="[[mock close=3]] question")
    project_that_answers_well(api, project)
    _, rest = api.answer(conversation, continue_message_id=turn.assistant)
    assert rest.last.name == "finished"
    answer = api.message(conversation, turn.assistant)
    assert answer["status"] == "complete" and not answer.get("error")
    assert text_of_message(answer) == cut.text + rest.text


@pytest.mark.parametrize("controls", ODDITIES)
def test_an_odd_stream_is_a_whole_answer(api, controls):
    plain = controls.replace("eol=crlf", "").replace("eol=cr", "")
    conversation = api.new_conversation()
    turn, stream = api.answer(conversation, text=f"[[mock {controls}]]")
    assert stream.last.name == "finished", stream.last
    assert stream.last.data["stop_reason"] == "stop"
    text = text_of_message(api.message(conversation, turn.assistant))
    assert text == stream.text and text
    assert "\ufffd" not in text
    if "fault=" not in plain:
        for name in ("split", "frame", "teclose", "bom", "comment", "event", "nospace"):
            plain = " ".join(word for word in plain.split() if not word.startswith(name))
        _, reference = api.answer(api.new_conversation(), text=f"[[mock {plain}]]")
        assert text == reference.text


def test_a_stream_without_a_finish_reason_is_not_shown_as_cut_or_broken(api):
    conversation = api.new_conversation()
    turn, stream = api.answer(conversation, text="[[mock nofinish=1]]")
    assert stream.last.name == "finished", stream.last
    assert text_of_message(api.message(conversation, turn.assistant)) == stream.text != ""


def test_a_stream_that_ends_without_any_mark_of_its_end_is_cut(api):
    conversation = api.new_conversation()
    turn, stream = api.answer(conversation, text="[[mock nofinish=1 nodone=1]]")
    assert stream.last.name == "failed", stream.last
    assert stream.last.data["error"]["code"] == "stream_cut"
    assert text_of_message(api.message(conversation, turn.assistant)) == stream.text != ""


@pytest.mark.parametrize("controls", ["badjson_at=3", "badutf8_at=3"])
def test_broken_bytes_do_not_hang_or_crash(api, controls):
    conversation = api.new_conversation()
    turn, stream = api.answer(conversation, text=f"[[mock {controls}]]")
    assert stream.last.is_terminal
    answer = api.message(conversation, turn.assistant)
    assert text_of_message(answer) == stream.text != ""
    assert answer["status"] in ("complete", "failed")
    if controls.startswith("badjson"):
        assert answer["status"] == "failed"
        assert answer["error"]["code"] == "malformed_answer"


def test_a_long_wait_is_told_and_left_to_the_person(server):
    # A server of its own: the provider's line is shut for a minute then.
    api = server.api
    _, stream = api.answer(api.new_conversation(), text="[[mock status=429 retry_after=70]]")
    assert "notice" not in [event.name for event in stream.events]
    error = stream.last.data["error"]
    assert (error["code"], error["status"], error["retryable"]) == ("rate_limited", 429, True)
    assert "70 seconds" in error["message"] + error.get("hint", ""), error


def test_a_rate_limit_does_not_end_the_session(api):
    conversation = api.new_conversation()
    # The first try and its three repeats.
    controls = "[[mock fail_first=4 id=session status=429]]"
    turn, first = api.answer(conversation, text=controls)
    assert first.last.name == "failed"
    _, second = api.answer(conversation, parent_id=turn.user)
    assert second.last.name == "finished"


def test_a_rate_limit_that_passes_is_waited_for(api):
    controls = "[[mock fail_first=1 id=passing status=429]]"
    _, stream = api.answer(api.new_conversation(), text=controls)
    notices = [event.data for event in stream.events if event.name == "notice"]
    assert notices == [{"code": "retrying", "seconds": 1}]
    assert stream.last.name == "finished"


def test_a_stalled_stream_is_shown_and_can_be_stopped(api):
    conversation = api.new_conversation()
    turn = api.turn(conversation, text="[[mock stall_at=2 stall=600]]")
    stream = api.watch(turn.id)
    stream.read_until(lambda event: event.name == "text")
    assert api.messages(conversation)[1]["status"] == "streaming"
    api.stop(turn.id)
    assert stream.read_to_end().last.name == "stopped"


@pytest.fixture
def add_provider(api):
    """Adds providers for one test: a configured one would be the next test's default."""
    names = []

    def add(name, base_url):
        body = {"name": name, "base_url": base_url, "default_model": "m"}
        api.post("/api/v1/providers", body, status=201)
        names.append(name)

    yield add
    for name in names:
        api.delete(f"/api/v1/providers/{name}")


PAGES = [
    (200, "text/html", b"<!doctype html><title>Sign in</title><p>Please sign in"),
    (502, "text/html", b"<html><h1>Bad Gateway</h1></html>"),
    (200, "text/plain", b""),
    (200, "application/json", b"{"),
    (200, "text/event-stream", b""),
    (200, "application/octet-stream", bytes(range(256)) * 40),
    (418, "application/json", b'{"error": null}'),
    (500, "application/json", b"[" * 100_000),
]


@pytest.mark.parametrize(
    "status,kind,body", PAGES, ids=[f"{p[0]}-{p[1]}-{len(p[2])}" for p in PAGES]
)
def test_what_is_no_answer_of_the_protocol_is_said_so(
    api, add_provider, scripted, status, kind, body
):
    provider = scripted(lambda *_: (status, {"Content-Type": kind}, body))
    add_provider("odd", provider.base_url)
    conversation = api.new_conversation()
    turn, stream = api.answer(conversation, text="question", model="odd/m")
    assert stream.last.name == "failed", stream.events
    assert_plain(stream.last.data["error"]["message"])
    assert "<" not in stream.last.data["error"]["message"]
    assert api.message(conversation, turn.assistant)["status"] == "failed"


@pytest.mark.parametrize(
    "wait",
    ["Wed, 21 Oct 2015 07:28:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT", "-5", "1e999", "soon"],
)
def test_any_form_of_retry_after_is_survived(api, add_provider, scripted, wait):
    headers = {"Content-Type": "application/json", "Retry-After": wait}
    provider = scripted(lambda *_: (429, headers, b'{"error": {"message": "slow down"}}'))
    add_provider("busy", provider.base_url)
    _, stream = api.answer(api.new_conversation(), text="question", model="busy/m")
    assert stream.last.data["error"]["code"] == "rate_limited"


def test_another_provider_answers_the_same_message(api, add_provider, scripted):
    provider = scripted(
        lambda *_: (200, {"Content-Type": "text/event-stream"}, streamed_answer("another", " one"))
    )
    add_provider("second", provider.base_url)
    conversation = api.new_conversation()
    turn, first = api.answer(conversation, text="[[mock fault=500]] question", model="openai/m")
    assert first.last.name == "failed"
    _, second = api.answer(conversation, parent_id=turn.user, model="second/m")
    assert second.text == "another one"
    assert api.messages(conversation)[1]["model"] == "second/m"


def test_a_provider_that_is_not_there_is_named(api, add_provider):
    add_provider("away", "http://127.0.0.1:9/v1")
    _, stream = api.answer(api.new_conversation(), text="question", model="away/m")
    error = stream.last.data["error"]
    assert error["code"] == "connection_failed"
    assert "127.0.0.1:9" in error["message"], error


def test_thirty_answers_at_once_all_come(api):
    turns = [
        (c, api.turn(c, text="[[mock chunks=50 delay=10]]"))
        for c in (api.new_conversation() for _ in range(30))
    ]
    ends = [api.watch(turn.id).read_to_end().last for _, turn in turns]
    assert [end for end in ends if end.name != "finished"] == []
