"""The tree of a conversation: edited, walked, hidden, branched, and the same after a restart."""

from .support.api import text_of_message
from .support.events import EventStream

LONG = "Please tell me everything that is worth knowing about herons. " * 2


def texts(api, conversation):
    return [text_of_message(message) for message in api.messages(conversation)]


def questions(api, conversation):
    return texts(api, conversation)[::2]


def test_what_was_chosen_edited_and_hidden_outlives_the_server(program):
    with program.serve() as server:
        api = server.api
        conversation = api.new_conversation()
        api.answer(conversation, text="one")
        first = api.messages(conversation)
        api.answer(conversation, text="two")
        second = api.messages(conversation)[2]
        api.answer(conversation, text="two again", parent_id=second["parent_id"])
        api.answer(conversation, text="another one", parent_id=None)
        assert questions(api, conversation) == ["another one"]
        assert api.messages(conversation)[0]["siblings"] == {
            "index": 2, "count": 2, "previous_id": first[0]["id"], "next_id": None,
        }
        choice = {"message_id": second["id"]}
        path = api.call("PUT", f"/api/v1/conversations/{conversation}/path", choice)
        assert path.status == 200
        assert questions(api, conversation) == ["one", "two"]
        message = f"/api/v1/messages/{second['id']}"
        edited = api.patch(message, {"text": "2", "pinned": True, "version": 1})
        conflict = api.call("PATCH", message, {"text": "II", "version": 1})
        assert conflict.status == 409
        assert conflict.json["error"]["current"] == edited
        api.delete(f"/api/v1/messages/{first[1]['id']}")
        before = api.messages(conversation)
        assert [message["role"] for message in before] == ["user", "user", "assistant"]

    with program.serve() as server:
        api = server.api
        assert api.messages(conversation) == before
        api.post(f"/api/v1/messages/{first[1]['id']}/restore")
        assert questions(api, conversation) == ["one", "2"]
        branch = api.post(f"/api/v1/conversations/{conversation}/branch", choice, status=201)
        assert texts(api, branch["id"]) == texts(api, conversation)[:3]


def test_what_is_hidden_is_not_sent(server, mock):
    api = server.api
    conversation = api.new_conversation()
    turn, _ = api.answer(conversation, text="a secret")
    api.delete(f"/api/v1/messages/{turn.user}")
    api.answer(conversation, text="go on")
    sent = mock.last_messages()
    assert "go on" in str(sent) and "a secret" not in str(sent)


def test_a_model_is_asked_for_the_title_of_a_long_message(server):
    api = server.api
    hints = EventStream(server.port, "/api/v1/events")
    hints.read_until(lambda event: event.name == "ready")
    conversation = api.new_conversation()
    api.answer(conversation, text=LONG)
    hint = hints.read_until(lambda event: event.data.get("kind") == "title").data
    assert hint["conversation_id"] == conversation
    named = api.get(f"/api/v1/conversations/{conversation}")
    assert (named["title_origin"] == "model") == hint["used"]


def test_pages_go_both_ways_from_a_message(server):
    api = server.api
    conversation = api.new_conversation()
    for number in range(6):
        api.answer(conversation, text=f"number {number}")
    path = f"/api/v1/conversations/{conversation}/messages"
    ids = [message["id"] for message in api.messages(conversation)]

    def page(query):
        answer = api.get(f"{path}?{query}")
        places = [ids.index(message["id"]) for message in answer["messages"]]
        return places, answer["has_more"], answer["has_newer"]

    assert page(f"around={ids[6]}&limit=4") == ([5, 6, 7, 8], True, True)
    assert page(f"around={ids[0]}&limit=4") == ([0, 1, 2], False, True)
    assert page(f"around={ids[11]}&limit=4") == ([8, 9, 10, 11], True, False)
    assert page(f"after={ids[8]}&limit=2") == ([9, 10], True, True)
    assert page(f"after={ids[8]}&limit=9") == ([9, 10, 11], True, False)
    assert page(f"after={ids[11]}&limit=9") == ([], True, False)
    # What is deleted is passed over.
    api.delete(f"/api/v1/messages/{ids[7]}")
    assert page(f"after={ids[6]}&limit=2") == ([8, 9], True, True)
    assert page(f"around={ids[6]}&limit=4") == ([5, 6, 8, 9], True, True)
    missing = api.call("GET", f"{path}?around=00000000-0000-7000-8000-000000000000")
    assert (missing.status, missing.json["error"]["code"]) == (404, "message_not_found")
    assert api.call("GET", f"{path}?after=x").status == 400


def test_a_path_is_chosen_and_shown_around_a_message(server):
    api = server.api
    conversation = api.new_conversation()
    api.answer(conversation, text="one")
    old = api.messages(conversation)[0]
    for number in range(3):
        api.answer(conversation, text=f"more {number}")
    api.answer(conversation, text="another one", parent_id=None)
    address = f"/api/v1/conversations/{conversation}/path?around={old['id']}&limit=4"
    page = api.call("PUT", address, {"message_id": old["id"]}).json
    assert text_of_message(page["messages"][0]) == "one" and page["has_newer"]
