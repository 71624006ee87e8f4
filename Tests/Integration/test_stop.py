"""Stop closes the request to the provider and keeps what came; leaving does neither."""

import random

from .support.api import text_of_message


def test_stop_closes_the_upstream_and_keeps_the_text(api, mock):
    conversation = api.new_conversation()
    before = mock.stats()["client_aborts"]
    turn = api.turn(conversation, text="[[mock chunks=100000 delay=5]] question")
    stream = api.watch(turn.id)
    stream.read_until(lambda _: len(stream.text) > 40)
    assert api.stop(turn.id).status == 200
    mock.wait_for(lambda s: s["client_aborts"] > before, "the end of the request")
    stream.read_to_end()
    assert stream.last.name == "stopped"
    user, answer = api.messages(conversation)
    assert text_of_message(user) == "[[mock chunks=100000 delay=5]] question"
    assert answer["status"] == "stopped"
    assert text_of_message(answer) == stream.text


def test_stop_before_the_first_token_keeps_the_persons_message(api, mock):
    conversation = api.new_conversation()
    before = mock.stats()
    turn = api.turn(conversation, text="[[mock ttft=600000]] question")
    mock.wait_for(lambda s: s["requests"] > before["requests"], "the request")
    assert api.stop(turn.id).status == 200
    mock.wait_for(lambda s: s["client_aborts"] > before["client_aborts"], "the end of the request")
    user, answer = api.messages(conversation)
    assert text_of_message(user) == "[[mock ttft=600000]] question"
    assert answer["status"] == "stopped"
    assert api.watch(turn.id).read_to_end().last.name == "stopped"


def test_stop_at_once_after_sending(api):
    for _ in range(20):
        conversation = api.new_conversation()
        turn = api.turn(conversation, text="[[mock chunks=1000 delay=20]]")
        assert api.stop(turn.id).status == 200
        assert [m["status"] for m in api.messages(conversation)][1:] == ["stopped"]


def test_a_stopped_answer_can_be_continued(api, mock):
    project = api.new_project("Stopped", system_prompt="[[mock chunks=100000 delay=5]]")["id"]
    conversation = api.new_conversation(project)
    turn = api.turn(conversation, text="question")
    stream = api.watch(turn.id)
    stream.read_until(lambda event: event.name == "text")
    api.stop(turn.id)
    before = text_of_message(api.message(conversation, turn.assistant))
    api.patch(f"/api/v1/projects/{project}", {"system_prompt": "[[mock chunks=4]]"})
    _, rest = api.answer(conversation, continue_message_id=turn.assistant)
    assert rest.last.name == "finished"
    # The answer so far is sent, last or before a request to go on.
    sent = [(m["role"], m["content"].strip()) for m in mock.last_messages()[-2:]]
    assert ("assistant", before.strip()) in sent
    answer = api.message(conversation, turn.assistant)
    assert answer["status"] == "complete"
    assert text_of_message(answer) == before + rest.text


def test_stopping_what_has_ended_changes_nothing(api):
    conversation = api.new_conversation()
    turn, _ = api.answer(conversation, text="[[mock chunks=2]]")
    assert api.stop(turn.id).status == 200
    assert api.message(conversation, turn.assistant)["status"] == "complete"


def test_the_turn_goes_on_when_its_client_leaves(api, mock):
    conversation = api.new_conversation()
    before = mock.stats()["client_aborts"]
    turn = api.turn(conversation, text="[[mock chunks=200 delay=2]]")
    stream = api.watch(turn.id)
    stream.read_until(lambda event: event.name == "text")
    stream.close()
    rest = api.watch(turn.id, last_event_id=stream.last_id).read_to_end()
    assert rest.last.name == "finished"
    assert stream.text + rest.text == text_of_message(api.message(conversation, turn.assistant))
    assert mock.stats()["client_aborts"] == before


def test_a_hundred_turns_started_and_stopped_at_random(api, mock, seed):
    chance = random.Random(seed)
    turns = []
    for _ in range(100):
        conversation = api.new_conversation()
        delay, first = chance.choice([0, 1, 5]), chance.choice([0, 0, 30])
        controls = f"chunks=100000 delay={delay} ttft={first} csize=20"
        turn = api.turn(conversation, text=f"[[mock {controls}]]")
        if chance.random() < 0.5:
            api.watch(turn.id).read_bytes(chance.randrange(1, 500)) if not first else None
        turns.append((conversation, turn))
        if len(turns) >= 8:
            stop_one(api, *turns.pop(chance.randrange(len(turns))))
    for conversation, turn in turns:
        stop_one(api, conversation, turn)
    assert api.call("GET", "/healthz").status == 200


def stop_one(api, conversation, turn):
    assert api.stop(turn.id).status == 200
    answer = api.message(conversation, turn.assistant)
    assert answer["status"] in ("stopped", "complete")
    assert text_of_message(answer) == api.watch(turn.id).read_to_end().text


def test_deleting_a_conversation_stops_its_answer(api, mock):
    conversation = api.new_conversation()
    before = mock.stats()["client_aborts"]
    turn = api.turn(conversation, text="[[mock chunks=100000 delay=5]]")
    api.watch(turn.id).read_until(lambda event: event.name == "text")
    api.delete(f"/api/v1/conversations/{conversation}")
    mock.wait_for(lambda s: s["client_aborts"] > before, "the end of the request")
    api.post(f"/api/v1/conversations/{conversation}/restore")
    assert api.messages(conversation)[1]["status"] == "stopped"
