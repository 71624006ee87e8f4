"""One request id is one turn, however often and from wherever it is sent."""

import threading

import pytest

from .support.api import Turn, new_id, text_of_message


def send_at_once(api, conversation, count, **fields):
    """The same request from `count` clients at the same time."""
    replies = []
    gate = threading.Barrier(count)

    def client():
        gate.wait()
        replies.append(api.try_turn(conversation, **fields))

    threads = [threading.Thread(target=client) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return replies


@pytest.mark.parametrize("clients", [2, 8])
def test_the_same_request_sent_at_once_is_one_turn(api, mock, clients):
    for _ in range(10):
        conversation = api.new_conversation()
        before = mock.requests()
        identifier = new_id()
        replies = send_at_once(
            api, conversation, clients, id=identifier, text="[[mock chunks=5 delay=2]] once"
        )
        assert [reply.status for reply in replies] == [202] * clients
        turns = [Turn(reply.json) for reply in replies]
        assert all(turn == turns[0] for turn in turns)
        assert turns[0].id == identifier
        assert api.watch(turns[0].id).read_to_end().last.name == "finished"
        assert len(api.messages(conversation)) == 2
        assert mock.requests() - before == 1, "the provider was asked more than once"


def test_a_retry_after_the_end_is_the_same_turn(api, mock):
    conversation = api.new_conversation()
    identifier = new_id()
    turn, _ = api.answer(conversation, id=identifier, text="[[mock chunks=2]]")
    before = mock.requests()
    assert api.turn(conversation, id=identifier, text="[[mock chunks=2]]") == turn
    assert len(api.messages(conversation)) == 2
    assert mock.requests() == before


def test_a_retry_after_a_failure_adds_no_second_message(api):
    conversation = api.new_conversation()
    identifier = new_id()
    turn, stream = api.answer(conversation, id=identifier, text="[[mock fault=500]] question")
    assert stream.last.name == "failed"
    assert api.turn(conversation, id=identifier, text="[[mock fault=500]] question") == turn
    assert [m["role"] for m in api.messages(conversation)] == ["user", "assistant"]


def test_answering_again_at_once_is_one_answer(api, mock):
    conversation = api.new_conversation()
    turn, _ = api.answer(conversation, text="[[mock chunks=2]]")
    before = mock.requests()
    replies = send_at_once(api, conversation, 4, id=new_id(), parent_id=turn.user)
    assert {reply.status for reply in replies} == {202}
    assert len({reply.body for reply in replies}) == 1
    api.watch(Turn(replies[0].json).id).read_to_end()
    assert mock.requests() - before == 1


def test_an_id_of_another_conversation_is_refused(api):
    first, second = api.new_conversation(), api.new_conversation()
    turn, _ = api.answer(first, text="[[mock chunks=1]]")
    reply = api.try_turn(second, id=turn.id, text="[[mock chunks=1]]")
    assert reply.status == 409, reply
    assert reply.error["code"] == "identifier_in_use"
    assert api.messages(second) == []


def test_two_different_requests_at_once_are_one_turn_and_a_refusal(api):
    conversation = api.new_conversation()
    turn = api.turn(conversation, text="[[mock chunks=1000 delay=20]]")
    reply = api.try_turn(conversation, text="in between")
    assert reply.status == 409, reply
    assert reply.error["code"] == "turn_running"
    assert api.stop(turn.id).status == 200
    assert [text_of_message(m) for m in api.messages(conversation) if m["role"] == "user"] == [
        "[[mock chunks=1000 delay=20]]"
    ]


def test_a_conversation_made_twice_with_one_id_is_one(api):
    project = api.active_project()
    identifier = new_id()
    first = api.new_conversation(project, id=identifier)
    assert api.new_conversation(project, id=identifier) == first == identifier
