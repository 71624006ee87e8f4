"""Projects and conversations never mix, neither in what is sent nor in what is kept."""

import json
import threading

from .support.api import text_of_message


def test_nothing_of_one_project_is_sent_for_another(api, mock):
    sent = {}
    for name in ("heron", "otter"):
        project = api.new_project(name, system_prompt=f"You are {name}-system.")["id"]
        conversation = api.new_conversation(project)
        sent[name] = [conversation]
        for number in range(2):
            api.answer(conversation, text=f"[[mock chunks=2]] {name}-question-{number}")
            sent[name].append(mock.last_request())
    for name, other in (("heron", "otter"), ("otter", "heron")):
        for request in sent[name][1:]:
            assert other not in request
        assert f"{name}-system" in sent[name][2]
        assert f"{name}-question-0" in sent[name][2], "the history is not sent"
        assert other not in json.dumps(api.messages(sent[name][0]))


def test_two_conversations_of_a_project_do_not_mix(api, mock):
    project = api.new_project("Two", system_prompt="shared-system")["id"]
    first, second = api.new_conversation(project), api.new_conversation(project)
    api.answer(first, text="[[mock chunks=2]] only-in-the-first")
    api.answer(second, text="[[mock chunks=2]] only-in-the-second")
    messages = json.dumps(mock.last_messages())
    assert "only-in-the-second" in messages and "shared-system" in messages
    assert "only-in-the-first" not in messages


def test_the_system_prompt_as_it_is_now_is_sent(api, mock):
    project = api.new_project("Prompt", system_prompt="first-prompt")["id"]
    conversation = api.new_conversation(project)
    api.answer(conversation, text="[[mock chunks=1]]")
    assert mock.last_messages()[0]["content"] == "first-prompt"
    api.patch(f"/api/v1/projects/{project}", {"system_prompt": "second-prompt"})
    api.answer(conversation, text="again")
    messages = mock.last_messages()
    assert messages[0]["role"] in ("system", "developer")
    assert messages[0]["content"] == "second-prompt"
    assert "first-prompt" not in json.dumps(messages)
    api.patch(f"/api/v1/projects/{project}", {"system_prompt": ""})
    api.answer(conversation, text="once more")
    assert [m["role"] for m in mock.last_messages()] == [
        "user",
        "assistant",
        "user",
        "assistant",
        "user",
    ]


def test_the_settings_of_a_project_are_sent(api, mock):
    project = api.new_project(
        "Settings", model="openai/special-model", temperature=0.25, max_output_tokens=123
    )["id"]
    api.answer(api.new_conversation(project), text="[[mock chunks=1]]")
    body = json.loads(mock.last_request().split("\r\n\r\n", 1)[1])
    assert body["model"] == "special-model"
    assert body["temperature"] == 0.25
    assert 123 in (body.get("max_tokens"), body.get("max_completion_tokens"))


def test_answers_that_run_at_once_stay_in_their_conversations(api):
    languages = ["en", "zh", "emoji", "md", "en", "zh", "emoji", "md"]
    started = [
        (api.new_conversation(), f"[[mock chunks=300 delay_us=500 text={text} csize={5 + n}]] {n}")
        for n, text in enumerate(languages)
    ]
    turns = [(c, api.turn(c, text=text), text) for c, text in started]
    seen = {}

    def watch(turn):
        seen[turn.id] = api.watch(turn.id).read_to_end().text

    threads = [threading.Thread(target=watch, args=(turn,)) for _, turn, _ in turns]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    for conversation, turn, text in turns:
        user, answer = api.messages(conversation)
        assert text_of_message(user) == text
        assert text_of_message(answer) == seen[turn.id]
    assert len(set(seen.values())) == len(turns), "answers that should differ are equal"


def test_renaming_during_an_answer_erases_nothing(api):
    conversation = api.new_conversation()
    turn = api.turn(conversation, text="[[mock chunks=400 delay=1]]")
    stream = api.watch(turn.id)
    stream.read_until(lambda event: event.name == "text")
    for number in range(20):
        api.patch(f"/api/v1/conversations/{conversation}", {"title": f"Title {number}"})
    stream.read_to_end()
    assert api.get(f"/api/v1/conversations/{conversation}")["title"] == "Title 19"
    assert text_of_message(api.message(conversation, turn.assistant)) == stream.text
