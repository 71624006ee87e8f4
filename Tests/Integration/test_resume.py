"""Watchers that are cut, slow or late get exactly the rest, once."""

import random
import threading

import pytest

from .support.api import text_of_message
from .support.events import RenderedBlocks, text_of


def watch_with_cuts(api, turn, chance, cuts, longest=4000):
    """Reconnects after random numbers of bytes. Returns every event it got."""
    events = []
    for _ in range(cuts):
        stream = api.watch(turn, last_event_id=events[-1].id if events else None)
        stream.read_bytes(chance.randrange(1, longest))
        stream.close()
        events += stream.events
        if events and events[-1].is_terminal:
            return events
    return (
        events
        + api.watch(turn, last_event_id=events[-1].id if events else None).read_to_end().events
    )


def test_a_stream_that_is_cut_anywhere_goes_on_without_loss_or_repetition(api, seed):
    chance = random.Random(seed)
    for language in ("en", "zh", "emoji"):
        conversation = api.new_conversation()
        turn = api.turn(
            conversation, text=f"[[mock chunks=600 delay_us=500 text={language} eachsend=1]]"
        )
        events = watch_with_cuts(api, turn.id, chance, cuts=25)
        assert events[-1].name == "finished"
        identifiers = [event.id for event in events]
        assert identifiers == list(range(identifiers[0], identifiers[0] + len(events)))
        assert text_of(events) == text_of_message(api.message(conversation, turn.assistant))


def test_three_watchers_see_the_same(api, seed):
    chance = random.Random(seed)
    conversation = api.new_conversation()
    turn = api.turn(conversation, text="[[mock chunks=3000 delay_us=100 text=mix eachsend=1]]")
    seen = {}

    def slow():
        # A small window and one byte at a time: the server must not wait for it, nor drop it.
        stream = api.watch(turn.id, receive_size=1, buffer=2048)
        for _ in range(3000):
            stream.read()
        seen["slow"] = stream.read_until(lambda event: event.is_terminal) and stream.events

    def cut():
        seen["cut"] = watch_with_cuts(api, turn.id, chance, cuts=15)

    def whole():
        seen["whole"] = api.watch(turn.id).read_to_end().events

    threads = [threading.Thread(target=watcher) for watcher in (slow, cut, whole)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert set(seen) == {"slow", "cut", "whole"}, "a watcher did not reach the end"
    stored = text_of_message(api.message(conversation, turn.assistant))
    assert len(stored) > 3000
    for name, events in seen.items():
        assert text_of(events) == stored, f"the {name} watcher saw something else"


def test_a_watcher_that_comes_after_the_end_gets_everything(api):
    conversation = api.new_conversation()
    turn, first = api.answer(conversation, text="[[mock chunks=50]]")
    late = api.watch(turn.id).read_to_end()
    assert [repr(event) for event in late.events] == [repr(event) for event in first.events]


def test_proxies_are_asked_to_hold_nothing_back(api):
    """T081, T082: one that collects or compresses would make bursts of a stream."""
    turn, _ = api.answer(api.new_conversation(), text="[[mock chunks=1]]")
    reply = api.call("GET", f"/api/v1/turns/{turn.id}/events")
    assert reply.headers["X-Accel-Buffering"] == "no"
    assert reply.headers["Cache-Control"] == "no-store, no-transform"


def test_after_the_last_event_there_is_nothing(api):
    conversation = api.new_conversation()
    turn, first = api.answer(conversation, text="[[mock chunks=5]]")
    for stream in (
        api.watch(turn.id, last_event_id=first.last.id),
        api.watch(turn.id, query=f"after={first.last.id}"),
    ):
        assert stream.read_to_end().events == []
        assert stream.status == 200


def test_the_header_counts_before_the_query(api):
    conversation = api.new_conversation()
    turn, first = api.answer(conversation, text="[[mock chunks=5]]")
    before_last = first.events[-2].id
    stream = api.watch(turn.id, last_event_id=before_last, query="after=0").read_to_end()
    assert [event.name for event in stream.events] == ["finished"]


@pytest.mark.parametrize("place", ["-1", "x", "1.5"])
def test_a_place_that_is_no_event_is_refused(api, place):
    conversation = api.new_conversation()
    turn, _ = api.answer(conversation, text="[[mock chunks=1]]")
    reply = api.call("GET", f"/api/v1/turns/{turn.id}/events?after={place}")
    assert reply.status == 400, reply


def test_the_end_of_an_answer_of_ten_megabytes_is_reached_at_once(api):
    conversation = api.new_conversation()
    turn, whole = api.answer(conversation, text="[[mock fault=huge]]")
    assert whole.last.name == "finished", whole.last
    assert len(whole.text.encode()) >= 10 * 1024 * 1024
    tail = api.watch(turn.id, last_event_id=whole.events[-3].id).read_to_end()
    assert [event.id for event in tail.events] == [event.id for event in whole.events[-2:]]
    stored = text_of_message(api.message(conversation, turn.assistant))
    assert stored == whole.text


@pytest.mark.parametrize(
    "controls", ["text=md chunks=400 delay_us=500", "text=zh chunks=50 reasoning=1"]
)
def test_rendered_blocks_end_as_the_stored_html(api, seed, controls):
    chance = random.Random(seed)
    conversation = api.new_conversation()
    turn = api.turn(conversation, text=f"[[mock {controls} eachsend=1]]")
    whole = api.watch(turn.id, query="render=html").read_to_end()
    assert whole.last.name == "finished"
    assert not [event for event in whole.events if event.name in ("text", "reasoning")]
    cut = RenderedBlocks()
    last = None
    for _ in range(12):
        stream = api.watch(turn.id, query="render=html", last_event_id=last)
        stream.read_bytes(chance.randrange(200, 3000))
        stream.close()
        cut.apply(stream.events)
        last = stream.last_id or last
    cut.apply(api.watch(turn.id, query="render=html", last_event_id=last).read_to_end().events)
    stored = api.message(conversation, turn.assistant, "render=html&limit=50")
    parts = {index: part["html"] for index, part in enumerate(stored["parts"]) if "html" in part}
    assert RenderedBlocks().apply(whole.events).parts == parts
    assert cut.parts == parts


@pytest.mark.parametrize("is_late", [False, True], ids=["live", "late"])
@pytest.mark.parametrize(
    "controls",
    ["text=md chunks=120", "text=md chunks=30 reasoning=1", "text=md chunks=30 usage=never"],
)
def test_a_rendered_stream_can_be_resumed_after_each_of_its_events(api, controls, is_late):
    conversation = api.new_conversation()
    turn = api.turn(conversation, text=f"[[mock {controls} delay_us=2000 eachsend=1]]")
    if is_late:
        api.watch(turn.id).read_to_end()
    whole = api.watch(turn.id, query="render=html").read_to_end()
    stored = api.message(conversation, turn.assistant, "render=html&limit=50")
    parts = {index: part["html"] for index, part in enumerate(stored["parts"]) if "html" in part}
    for count in range(1, len(whole.events)):
        seen = whole.events[:count]
        rest = api.watch(turn.id, query="render=html", last_event_id=seen[-1].id).read_to_end()
        place = f"after event {count} of {len(whole.events)}, {seen[-1]}"
        assert rest.last and rest.last.name == "finished", f"{place}: the end is never told"
        assert RenderedBlocks().apply(seen + rest.events).parts == parts, place
