"""A restart brings everything back."""

from .support.api import text_of_message


def snapshot(api):
    state = {"projects": api.projects()}
    for project in state["projects"]["projects"]:
        listed = api.get(f"/api/v1/projects/{project['id']}/conversations?limit=200")
        state[project["id"]] = listed
        for conversation in listed["conversations"]:
            state[conversation["id"]] = api.messages(conversation["id"])
    return state


def test_everything_is_as_it_was(program):
    with program.serve() as server:
        api = server.api
        first = api.new_project("First", system_prompt="one", temperature=0.5, description="d")[
            "id"
        ]
        second = api.new_project("Zweites 第二", model="openai/some-model", max_output_tokens=99)[
            "id"
        ]
        api.post(f"/api/v1/projects/{second}/activate")
        for project in (first, second):
            for number in range(3):
                conversation = api.new_conversation(project)
                turn, _ = api.answer(conversation, text=f"[[mock chunks=9]] {number} 你好")
                api.answer(conversation, parent_id=turn.user)
                api.answer(conversation, text="more")
        failed = api.new_conversation(first, title="Failed")
        api.answer(failed, text="[[mock close=2]]")
        before = snapshot(api)
        assert server.terminate() == 0
    with program.serve() as server:
        assert snapshot(server.api) == before
        assert server.api.active_project() == second
        server.kill()
    with program.serve() as server:
        assert snapshot(server.api) == before


def test_what_was_deleted_can_be_restored_after_a_restart(program):
    with program.serve() as server:
        api = server.api
        project = api.new_project("Deleted")["id"]
        inside = api.new_conversation(project)
        api.answer(inside, text="[[mock chunks=2]] inside")
        kept = api.new_project("Kept")["id"]
        conversation = api.new_conversation(kept)
        api.answer(conversation, text="[[mock chunks=2]] alone")
        until = api.delete(f"/api/v1/conversations/{conversation}")["undo_until"]
        api.delete(f"/api/v1/projects/{project}")
        assert api.call("GET", f"/api/v1/conversations/{inside}").status == 404
        server.terminate()
    with program.serve() as server:
        api = server.api
        assert api.call("GET", f"/api/v1/conversations/{conversation}").status == 404
        assert project not in [p["id"] for p in api.projects()["projects"]]
        api.post(f"/api/v1/projects/{project}/restore")
        api.post(f"/api/v1/conversations/{conversation}/restore")
        assert text_of_message(api.messages(inside)[0]) == "[[mock chunks=2]] inside"
        assert text_of_message(api.messages(conversation)[0]) == "[[mock chunks=2]] alone"
        assert until > api.get(f"/api/v1/conversations/{conversation}")["updated_at"]


def test_a_server_that_is_asked_to_end_leaves_its_answers_interrupted(program):
    with program.serve() as server:
        conversation = server.api.new_conversation()
        turn = server.api.turn(conversation, text="[[mock chunks=100000 delay=5]]")
        stream = server.api.watch(turn.id)
        stream.read_until(lambda event: event.name == "text")
        assert server.terminate() == 0
        stream.read_to_end()
    with program.serve() as server:
        answer = server.api.message(conversation, turn.assistant)
        assert answer["status"] == "interrupted"
        assert text_of_message(answer).startswith(stream.text)
        rest = server.api.watch(turn.id, last_event_id=stream.last_id).read_to_end()
        if not stream.last.is_terminal:
            assert rest.last.name == "interrupted"
        assert stream.text + rest.text == text_of_message(answer)
