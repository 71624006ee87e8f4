"""`kill -9` at random moments: what a client has seen is kept, and the conversation goes on."""

import http.client
import os
import random
import threading
import time

import pytest

from .support.api import new_id, text_of_message
from .support.events import text_of

KILLS = int(os.environ.get("SOTTO_KILLS", "200"))
#: The kills are shared between so many data folders, so that no single test takes minutes.
FOLDERS = 4
CONVERSATIONS = 4
#: What the server is doing when it is killed; streaming most of the time.
MOMENTS = ["stream", "start-up", "stream", "send", "stream", "stop", "continue", "finish"]
ENDINGS = {
    "finished": "complete",
    "stopped": "stopped",
    "failed": "failed",
    "interrupted": "interrupted",
}


class Witness:
    """One turn as its client saw it until the server was killed."""

    def __init__(self, conversation, text, continues=None):
        """`continues` is an interrupted answer to go on with in place of a new message."""
        self.conversation = conversation
        self.text = text
        self.continues = continues["id"] if continues else None
        self.base = text_of_message(continues) if continues else ""
        self.request = new_id()
        self.turn = None
        self.stream = None
        self.stop_was_confirmed = False
        self.lives = threading.Event()
        self.cut = None
        self.wrong = None

    def send(self, api):
        fields = {"continue_message_id": self.continues} if self.continues else {"text": self.text}
        self.turn = api.turn(self.conversation, id=self.request, **fields)

    def follow(self, api):
        self.stream = api.watch(self.turn.id)
        while self.stream.read():
            if self.stream.events:
                self.lives.set()

    def stop(self, api):
        self.stop_was_confirmed = api.stop(self.turn.id).status == 200

    def run(self, api, *steps):
        """The steps one after the other until the server is gone."""
        try:
            for step in steps:
                step(api)
        except (OSError, http.client.HTTPException) as error:
            # The kill: a refused, reset or cut answer. What was lost by it shows in `check`.
            self.cut = error
        except AssertionError as error:
            self.wrong = error
        finally:
            self.lives.set()

    def check(self, api):
        """After the restart: everything the client was told is there."""
        assert self.wrong is None, f"before the kill: {self.wrong}"
        messages = api.messages(self.conversation)
        mine = [m for m in messages if m["role"] == "user" and text_of_message(m) == self.text]
        assert len(mine) <= 1, f"the message is there {len(mine)} times"
        if self.turn is None:
            return None
        assert len(mine) == 1, f"the accepted message is gone: {self.text}"
        answer = next(m for m in messages if m["id"] == self.turn.assistant)
        stored = text_of_message(answer)
        events = self.stream.events if self.stream else []
        seen = self.base + text_of(events)
        # Comparisons of their own: pytest would print both texts, which may be megabytes.
        is_kept = stored.startswith(seen)
        assert is_kept, f"seen {len(seen)}, kept {len(stored)}: {seen[-40:]!r} / {stored[-40:]!r}"
        identifiers = [event.id for event in events]
        assert identifiers == sorted(set(identifiers)), "event ids do not grow"
        if events and events[-1].is_terminal:
            assert answer["status"] == ENDINGS[events[-1].name]
        elif self.stop_was_confirmed:
            assert answer["status"] in ("stopped", "complete")
        else:
            assert answer["status"] in ("interrupted", "complete", "stopped")
        rest = api.watch(self.turn.id, last_event_id=events[-1].id if events else 0).read_to_end()
        assert rest.ended_well
        is_complete = seen + rest.text == stored
        assert is_complete, "the rest of the events does not complete the text"
        if not (events and events[-1].is_terminal):
            assert rest.last and rest.last.is_terminal, f"no end is told: {rest.events[-2:]}"
            assert ENDINGS[rest.last.name] == answer["status"]
        return answer


@pytest.mark.parametrize("folder", range(FOLDERS))
def test_nothing_seen_is_lost_when_the_server_is_killed(program, seed, folder):
    chance = random.Random(seed + folder)
    rounds = max(10, KILLS // FOLDERS)
    kills = {moment: 0 for moment in set(MOMENTS)}
    interrupted = continued = seen = 0
    project = conversations = None
    witnesses = []
    for number in range(rounds):
        moment = MOMENTS[number % len(MOMENTS)]
        if moment == "start-up":
            starting = program.serve()
            time.sleep(chance.uniform(0, 0.06))  # the random moment itself
            starting.kill()
            starting.close()
            kills[moment] += 1
            continue
        server = program.serve().wait_until_ready()
        try:
            api = server.api
            answers = [(witness, witness.check(api)) for witness in witnesses]
            project = project or api.new_project("Killed")["id"]
            for witness, answer in answers:
                interrupted += answer is not None and answer["status"] == "interrupted"
                seen += len(text_of(witness.stream.events)) if witness.stream else 0
            if answers and number % 3 == 0:
                witness, answer = chance.choice(answers)
                continued += go_on(api, project, witness, answer)
            if number % 10 == 0:
                conversations = [api.new_conversation(project) for _ in range(CONVERSATIONS)]
            witnesses = one_round(server, project, conversations, answers, moment, number, chance)
            kills[moment] += 1
        finally:
            server.close()
    with program.serve() as server:
        for witness in witnesses:
            witness.check(server.api)
        go_on(server.api, project, witnesses[0], None)
        assert server.terminate() == 0
    assert program.integrity() == "ok"
    print(
        f"kills: {kills}, interrupted answers: {interrupted}, continued: {continued}, "
        f"characters seen before a kill: {seen}"
    )
    assert sum(kills.values()) == rounds
    assert (
        interrupted > rounds / 4
    ), "hardly anything was interrupted: the kills came at the wrong time"
    assert continued > 0


def one_round(server, project, conversations, answers, moment, number, chance):
    """Streams in all conversations at once and kills the server in the middle."""
    api = server.api
    chunks = 40 if moment == "finish" else 4000
    pace = chance.choice([0, 100, 500, 2000]) if moment != "finish" else 1000
    if moment != "finish" and pace == 0:
        chunks = 20000
    size = chance.choice([5, 40])
    language = chance.choice(["en", "zh", "emoji", "md"])
    set_mock(
        api, project, f"chunks={chunks} delay_us={pace} csize={size} text={language} eachsend=1"
    )
    witnesses = [Witness(c, f"question {number}.{i}") for i, c in enumerate(conversations)]
    if moment == "continue":
        cut = [(w, a) for w, a in answers if a and api.messages(w.conversation)[-1] == a]
        cut = [(w, a) for w, a in cut if a["status"] in ("interrupted", "stopped")]
        witnesses = [Witness(w.conversation, w.text, continues=a) for w, a in cut] or witnesses
    threads = []
    for witness in witnesses:
        steps = (witness.send, witness.follow)
        threads.append(threading.Thread(target=witness.run, args=(api, *steps)))
    stopper = None
    for thread in threads:
        thread.start()
    if moment in ("stream", "stop", "continue"):
        for witness in witnesses:
            witness.lives.wait(20)
    if moment == "stop":
        stopper = threading.Thread(target=witnesses[0].run, args=(api, witnesses[0].stop))
        stopper.start()
        time.sleep(chance.uniform(0, 0.01))
    elif moment == "finish":
        time.sleep(chance.uniform(0.02, 0.08))
    elif moment == "send":
        time.sleep(chance.uniform(0, 0.02))
    else:
        time.sleep(chance.uniform(0, 0.4))
    server.kill()
    for thread in [*threads, *([stopper] if stopper else [])]:
        thread.join(30)
        assert not thread.is_alive(), "a client hangs after the server was killed"
    return witnesses


def go_on(api, project, witness, answer):
    """Continues an interrupted answer, then sends a new message to the same conversation."""
    set_mock(api, project, "chunks=3")
    went_on = 0
    if answer is not None and answer["status"] == "interrupted":
        before = text_of_message(answer)
        turn, stream = api.answer(witness.conversation, continue_message_id=answer["id"])
        assert stream.last.name == "finished", stream.events
        assert turn.assistant == answer["id"]
        after = api.message(witness.conversation, answer["id"])
        assert after["status"] == "complete"
        assert text_of_message(after) == before + stream.text
        assert stream.text
        went_on = 1
    if witness.turn is None:
        # Not known whether it arrived: the same request again is the same turn, once.
        again = api.turn(witness.conversation, id=witness.request, text=witness.text)
        api.watch(again.id).read_to_end()
        mine = [m for m in api.messages(witness.conversation) if text_of_message(m) == witness.text]
        assert len(mine) == 1
    turn, stream = api.answer(witness.conversation, text=f"and then? {new_id()}")
    assert stream.last.name == "finished", stream.events
    assert api.message(witness.conversation, turn.assistant)["status"] == "complete"
    return went_on


def set_mock(api, project, controls):
    """The mock obeys the first control in a request, so the system prompt rules every turn."""
    api.patch(f"/api/v1/projects/{project}", {"system_prompt": f"[[mock {controls}]]"})
