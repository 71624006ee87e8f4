"""What is in the history is found, also while it is being indexed and after a kill."""

import json
import sqlite3
import uuid
from contextlib import closing
from urllib.parse import quote

COUNT = 3000


def fill(program, project):
    """A conversation that was written before its words were known."""
    conversation, parent = str(uuid.uuid4()), None
    with closing(sqlite3.connect(program.database())) as database, database:
        database.execute(
            "INSERT INTO conversations (id, project_id, title, created_at, updated_at)"
            " VALUES (?, ?, '', 1, 1)",
            (conversation, project),
        )
        for number in range(COUNT):
            this = f"{number:08x}-0000-7000-8000-000000000000"
            text = f"message number{number} 部署流程 東京 서울 " + "and words " * 20
            database.execute(
                "INSERT INTO messages (id, conversation_id, parent_id, role, status, created_at,"
                " parts) VALUES (?, ?, ?, 'user', 'complete', ?, ?)",
                (this, conversation, parent, number, json.dumps([{"type": "text", "text": text}])),
            )
            parent = this
    return conversation


def found(server, query):
    return server.api.get(f"/api/v1/search?q={quote(query)}")["results"]


def test_an_interrupted_index_loses_nothing(program):
    with program.serve() as server:
        project = server.api.active_project()
    conversation = fill(program, project)
    # Killed as soon as it answers, it has begun to index at most.
    for _ in range(4):
        with program.serve() as server:
            assert found(server, f"number{COUNT - 1}")[0]["conversation_id"] == conversation
            server.kill()
    with program.serve() as server:
        while server.api.get("/api/v1/search?q=message")["unindexed"] >= 32:
            pass
        for number in (0, 1, COUNT // 2, COUNT - 1):
            assert len(found(server, f'"number{number}"')) == 1
        for word in ("部署", "部", "署流", "東京", "서울", "울", "流程"):
            answer = server.api.get(f"/api/v1/search?q={quote(word)}&limit=5")
            times = [result["message_created_at"] for result in answer["results"]]
            assert times == list(range(COUNT - 1, COUNT - 6, -1)), word
            rest = server.api.get(f"/api/v1/search?q={quote(word)}&limit=5&before={answer['next']}")
            assert rest["results"][0]["message_created_at"] == COUNT - 6
        best = server.api.get(f"/api/v1/search?q={quote('部署')}&order=relevance")
        assert best["is_bounded"] and best["considered"] == 500
