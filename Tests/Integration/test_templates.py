"""Templates on the command line and over the API."""

import json


def test_a_built_in_template_becomes_a_project(program):
    listed = json.loads(program.run("template", "list", "--language", "en", "--json").stdout)
    assert len(listed) == 8 and all(template["built_in"] for template in listed)
    shown = program.run("template", "show", "Tutor")
    assert shown.returncode == 0 and "--set subject=" in shown.stdout
    missing = program.run("project", "add", "Algebra", "--template", "Tutor")
    assert missing.returncode == 1 and "'subject'" in missing.stderr
    made = program.run(
        *("project", "add", "Algebra", "--template", "Tutor", "--set", "subject=algebra", "--json")
    )
    project = json.loads(made.stdout)
    assert project["name"] == "Algebra" and "tutor of algebra" in project["system_prompt"]
    assert "algebra" in project["opening_message"]


def test_the_model_opens_the_conversation(server):
    project = server.api.new_project("Tutor", opening_message="What do you know?")["id"]
    conversation = server.api.new_conversation(project)
    (opening,) = server.api.messages(conversation)
    assert opening["role"] == "assistant" and opening["parent_id"] is None
    _, stream = server.api.answer(conversation, text="Nothing")
    assert stream.events[-1].name == "finished"
    roles = [message["role"] for message in server.api.messages(conversation)]
    assert roles == ["assistant", "user", "assistant"]


def test_ones_own_can_be_copied_changed_and_removed(program):
    made = program.run(
        *("template", "add", "Mine", "--from", "Tutor", "--system", "Teach {{subject}} {{{{here}}"),
        "--json",
    )
    assert made.returncode == 0, made.stderr
    template = json.loads(made.stdout)
    assert not template["built_in"] and template["variables"][0]["name"] == "subject"
    wrong = program.run("template", "add", "Wrong", "--system", "{{nothing}}")
    assert wrong.returncode == 1 and "'nothing'" in wrong.stderr
    assert program.run("template", "remove", "Tutor").returncode == 1
    assert program.run("template", "remove", "Mine").returncode == 0
    assert program.run("template", "show", "Mine").returncode == 1
