"""A turn whose events come in answer to the request that begins it."""

import pytest

from .support.api import new_id


@pytest.mark.parametrize("query", ["", "render=html"])
def test_the_events_are_those_that_a_watcher_gets(api, query):
    conversation = api.new_conversation()
    identifier = new_id()
    begun = api.begin_watching(
        conversation, query, id=identifier, text="[[mock text=md chunks=20]]"
    ).read_to_end()
    assert begun.status == 200 and begun.ended_well
    first, *events = begun.events
    assert (first.name, first.id) == ("turn", None)
    assert first.data["turn"]["id"] == identifier
    question, answer = api.messages(conversation)
    assert first.data["user_message"]["id"] == question["id"]
    assert first.data["assistant_message"]["id"] == answer["id"]
    watched = api.watch(identifier, query=query).read_to_end()
    assert events[-1].name == watched.last.name == "finished"
    if not query:
        assert [(e.id, e.name, e.data) for e in events] == [
            (e.id, e.name, e.data) for e in watched.events
        ]


def test_the_same_request_again_is_the_same_turn_from_its_beginning(api, mock):
    conversation = api.new_conversation()
    fields = {"id": new_id(), "text": "[[mock chunks=30 delay=5]]"}
    before = mock.requests()
    cut = api.begin_watching(conversation, **fields)
    cut.read_until(lambda event: event.name == "text")
    cut.close()
    again = api.begin_watching(conversation, **fields).read_to_end()
    assert again.last.name == "finished"
    assert again.events[0].data["turn"]["id"] == fields["id"]
    assert len(api.messages(conversation)) == 2
    assert mock.requests() == before + 1


def test_a_turn_that_cannot_begin_is_refused_with_an_answer_of_its_own(api):
    conversation = api.new_conversation()
    refused = api.call(
        "POST",
        f"/api/v1/conversations/{conversation}/turns",
        {"id": new_id(), "text": "   "},
        headers={"Accept": "text/event-stream"},
    )
    assert refused.status == 400
    assert refused.error["code"] == "invalid_input"
    assert api.messages(conversation) == []
