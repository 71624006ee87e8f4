"""Two clients and an import write into one history at once; nothing that was acknowledged is missing.

A few seconds in `./test`; SOTTO_SOAK=120 makes it two minutes.
"""

import json
import os
import random
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from .support.api import text_of_message

SECONDS = float(os.environ.get("SOTTO_SOAK", 3))
# What a client is told when the other one was first.
BUSY = {"turn_running", "version_conflict"}


class Client:
    """Sends, edits and renames at random, and keeps what was acknowledged: for each message and each
    conversation the texts by their versions."""

    def __init__(self, name, api, conversations, seed):
        self.name = name
        self.api = api
        self.conversations = conversations
        self.random = random.Random(seed)
        self.texts = {}
        self.titles = {}
        self.busy = 0
        self.words = 0

    def run(self, deadline):
        actions = [self.send, self.send, self.edit, self.edit, self.rename]
        while time.monotonic() < deadline:
            self.random.choice(actions)()
        return self

    def word(self):
        self.words += 1
        return f"{self.name}word{self.words}"

    def acknowledged(self, reply, status):
        if reply.status == status:
            return True
        assert reply.status == 409 and reply.error["code"] in BUSY, reply
        self.busy += 1
        return False

    def send(self):
        conversation = self.random.choice(self.conversations)
        text = f"[[mock chunks=3]] {self.word()}"
        reply = self.api.try_turn(conversation, text=text)
        if self.acknowledged(reply, 202):
            self.texts[reply.json["user_message"]["id"]] = {1: text}
            stream = self.api.watch(reply.json["turn"]["id"]).read_to_end()
            assert stream.last.name == "finished", stream.last

    def edit(self):
        """Of any message that is there, also one of the other client."""
        conversation = self.random.choice(self.conversations)
        messages = [m for m in self.api.messages(conversation, "limit=20") if m["role"] == "user"]
        if not messages:
            return
        message = self.random.choice(messages)
        text = f"[[mock chunks=3]] {self.word()}"
        change = {"text": text, "version": message["version"]}
        reply = self.api.call("PATCH", f"/api/v1/messages/{message['id']}", change)
        if self.acknowledged(reply, 200):
            self.texts.setdefault(message["id"], {})[reply.json["version"]] = text

    def rename(self):
        conversation = self.random.choice(self.conversations)
        title = self.word()
        reply = self.api.call("PATCH", f"/api/v1/conversations/{conversation}", {"title": title})
        if self.acknowledged(reply, 200):
            self.titles.setdefault(conversation, {})[reply.json["version"]] = title


class ImportingClient:
    """Imports one file after the other with the command line."""

    def __init__(self, program):
        self.program = program
        self.files = []

    def run(self, deadline):
        while time.monotonic() < deadline:
            path = os.path.join(self.program.folder, f"export{len(self.files)}.json")
            with open(path, "w") as file:
                json.dump([self.conversation(len(self.files), number) for number in range(40)], file)
            balance = self.balance(path)
            assert balance["conversations"]["imported"] == 40, balance
            self.files.append(path)
        return self

    def balance(self, path):
        result = self.program.run("import", path, "--json")
        assert result.returncode == 0, result.stderr
        return json.loads(result.stdout)

    def conversation(self, run, number):
        mapping = {}
        for index in range(4):
            mapping[f"m{index}"] = {
                "id": f"m{index}",
                "parent": f"m{index - 1}" if index else None,
                "message": {
                    "id": f"m{index}",
                    "author": {"role": "assistant" if index % 2 else "user"},
                    "create_time": 1717000000 + index,
                    "content": {"content_type": "text", "parts": [self.word(run, number, index)]},
                },
            }
        return {
            "title": f"chat {number}",
            "create_time": 1717000000 + number,
            "id": f"r{run}c{number}",
            "mapping": mapping,
            "current_node": "m3",
        }

    @staticmethod
    def word(run, number, index):
        return f"imported{run}x{number}x{index}"


def merged(parts):
    """What all were told, by id and version; no version was given to two."""
    together = {}
    for part in parts:
        for identifier, versions in part.items():
            known = together.setdefault(identifier, {})
            assert not known.keys() & versions.keys(), "two changes were told the same version"
            known.update(versions)
    return together


def path_of(api, conversation):
    messages, query = [], "limit=200"
    while True:
        page = api.get(f"/api/v1/conversations/{conversation}/messages?{query}")
        messages = page["messages"] + messages
        if not page["has_more"]:
            return messages
        query = f"limit=200&before={messages[0]['id']}"


def found(api, word):
    """In quotation marks, which a longer word that begins so does not answer to."""
    results = api.get(f"/api/v1/search?q=%22{word}%22")["results"]
    return [result for result in results if result["kind"] == "message"]


@pytest.mark.timeout(120 + 3 * SECONDS)
def test_two_clients_and_an_import_lose_nothing(program, seed):
    with program.serve() as server:
        api = server.api
        conversations = [api.new_conversation() for _ in range(4)]
        clients = [
            Client(name, api, conversations, seed + number)
            for number, name in enumerate(("first", "second"))
        ]
        importer = ImportingClient(program)
        deadline = time.monotonic() + SECONDS
        with ThreadPoolExecutor() as pool:
            for work in [pool.submit(part.run, deadline) for part in (*clients, importer)]:
                work.result()
        check(api, conversations, clients, importer, random.Random(seed))
        assert server.terminate() == 0
    with closing(sqlite3.connect(program.database())) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    assert "sound" in program.run("doctor").stdout


def check(api, conversations, clients, importer, chosen):
    texts = merged([client.texts for client in clients])
    titles = merged([client.titles for client in clients])
    for conversation, versions in titles.items():
        now = api.get(f"/api/v1/conversations/{conversation}")
        assert now["title"] == versions[max(versions)]

    there = {}
    for conversation in conversations:
        path = path_of(api, conversation)
        assert [m["role"] for m in path] == ["user", "assistant"] * (len(path) // 2)
        assert {m["status"] for m in path} <= {"complete"}
        there |= {m["id"]: m for m in path if m["role"] == "user"}
    assert there.keys() == texts.keys()
    while api.get("/api/v1/search?q=a")["unindexed"] >= 32:
        pass
    for identifier, versions in texts.items():
        assert there[identifier]["version"] == max(versions)
        assert text_of_message(there[identifier]) == versions[max(versions)]
        for version, text in versions.items():
            hits = [hit["message_id"] for hit in found(api, text.split()[-1])]
            assert (identifier in hits) == (version == max(versions)), text

    for run, path in enumerate(importer.files):
        again = importer.balance(path)
        assert again["conversations"]["unchanged"] == 40, again
        assert again["messages"]["imported"] == 0, again
        for _ in range(10):
            word = importer.word(run, chosen.randrange(40), chosen.randrange(4))
            assert len(found(api, word)) == 1, word
    counts = {"sent": len(texts), "changes": sum(map(len, texts.values())) - len(texts)}
    counts |= {"renamed": sum(map(len, titles.values())), "imports": len(importer.files)}
    counts["refused"] = sum(client.busy for client in clients)
    print(counts)
    assert all(count > 0 for name, count in counts.items() if name != "refused"), counts
