"""A history of very many messages, half Chinese and half English, and what is looked for in it."""

import http.client
import itertools
import json
import random
import sqlite3
import time
import urllib.parse

LENGTH = 400
PER_CONVERSATION = 50
BEGIN = 1_600_000_000_000
MINUTE = 60_000


class Vocabulary:
    """Words whose frequencies fall as those of a language do (Zipf)."""

    def __init__(self):
        self.chosen = random.Random(11)
        han = [chr(0x4E00 + number) for number in range(3500)]
        weights = list(itertools.accumulate(1 / (rank + 8) for rank in range(3500)))
        lengths = [1, 2, 2, 2, 2, 3, 4]
        self.chinese = self.words(30_000, han, weights, lengths)
        letters = "etaoinshrdlucmfwypvbgkqjxz"
        weights = list(itertools.accumulate(1 / (rank + 3) for rank in range(26)))
        self.english = self.words(50_000, letters, weights, range(2, 11))

    def words(self, count, letters, weights, lengths):
        found = {}
        while len(found) < count:
            size = self.chosen.choice(lengths)
            found["".join(self.chosen.choices(letters, cum_weights=weights, k=size))] = None
        return list(found), list(itertools.accumulate(1 / (rank + 5) for rank in range(count)))

    def messages(self, count):
        """The same each time."""
        chosen = random.Random(12)
        for _ in range(count):
            parts, length = [], 0
            is_chinese = chosen.random() < 0.5
            while length < LENGTH:
                if is_chinese and chosen.random() < 0.93:
                    words, weights = self.chinese
                    part = "".join(chosen.choices(words, cum_weights=weights, k=8)) + "，"
                else:
                    words, weights = self.english
                    part = " ".join(chosen.choices(words, cum_weights=weights, k=8)) + " "
                parts.append(part)
                length += len(part)
            yield "".join(parts)[:LENGTH]

    def searches(self):
        """What a person types, from the most common to what is nowhere."""
        english, chinese = self.english[0], self.chinese[0]
        pair = next(word for word in chinese if len(word) == 2)
        rare = next(word for word in chinese[20_000:] if len(word) == 2)
        return {
            "common word": english[0],
            "two common words": f"{english[0]} {english[1]}",
            "common and rare word": f"{english[0]} {english[40_000]}",
            "rare word": english[45_000],
            "beginning of words": next(word for word in english if len(word) > 4)[:3] + "*",
            "common Chinese word": pair,
            "Chinese letter": chinese[0][0],
            "rare Chinese word": rare,
            "long Chinese word": next(word for word in chinese if len(word) == 4),
            "nowhere": "qqxxzzqq",
        }


def identifier(time_ms, number):
    text = f"{time_ms:012x}7{number & 0xFFF:03x}8{number:015x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def fill(database, project, texts):
    """Writes the messages as the program does, and returns the bytes of their texts."""
    size = 0
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("BEGIN")
    conversation = parent = None
    for number, text in enumerate(texts):
        size += len(text.encode())
        now = BEGIN + number * MINUTE
        this = identifier(now, number)
        if number % PER_CONVERSATION == 0:
            if conversation:
                connection.execute(
                    "UPDATE conversations SET leaf_id = ? WHERE id = ?", (parent, conversation)
                )
            conversation, parent = identifier(now, number + (1 << 40)), None
            connection.execute(
                "INSERT INTO conversations (id, project_id, title, created_at, updated_at)"
                " VALUES (?, ?, '', ?, ?)",
                (conversation, project, now, now),
            )
        role = "assistant" if number % PER_CONVERSATION % 2 else "user"
        parts = json.dumps([{"type": "text", "text": text}], ensure_ascii=False)
        connection.execute(
            "INSERT INTO messages (id, conversation_id, parent_id, role, status, created_at, parts)"
            " VALUES (?, ?, ?, ?, 'complete', ?, ?)",
            (this, conversation, parent, role, now, parts),
        )
        parent = this
        if number % 20_000 == 19_999:
            connection.execute("COMMIT")
            connection.execute("BEGIN")
    connection.execute("COMMIT")
    connection.close()
    return size


def used_bytes(database):
    connection = sqlite3.connect(database)
    connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
    pages, free = (
        connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count")
    )
    connection.close()
    return (pages - free) * 4096


class Client:
    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port)

    def search(self, text, **options):
        query = urllib.parse.urlencode({"q": text, **options})
        self.connection.request("GET", f"/api/v1/search?{query}")
        return json.loads(self.connection.getresponse().read())

    def post(self, path, body):
        headers = {"Content-Type": "application/json"}
        self.connection.request("POST", path, json.dumps(body), headers)
        return json.loads(self.connection.getresponse().read())

    def wait_for_end(self, turn):
        self.connection.request("GET", f"/api/v1/turns/{turn}/events")
        assert b"finished" in self.connection.getresponse().read()

    def wait_until_indexed(self):
        while self.search("nothing")["unindexed"] >= 32:
            time.sleep(0.2)


class FullText:
    """Plain FTS5, which keeps no texts of its own."""

    def __init__(self, path, tokenizer, texts):
        self.tokenizer = tokenizer
        self.connection = sqlite3.connect(path, isolation_level=None)
        self.connection.execute("PRAGMA journal_mode = WAL")
        self.connection.execute("PRAGMA synchronous = NORMAL")
        self.connection.execute(
            f"CREATE VIRTUAL TABLE t USING fts5(x, content='', tokenize='{tokenizer}')"
        )
        begin = time.process_time()
        self.connection.execute("BEGIN")
        self.connection.executemany("INSERT INTO t (x) VALUES (?)", ((text,) for text in texts))
        self.connection.execute("COMMIT")
        self.seconds = time.process_time() - begin

    @property
    def size(self):
        return self.connection.execute("SELECT sum(length(block)) FROM t_data").fetchone()[0]

    def search(self, text, order):
        words = [
            f'"{word.removesuffix("*")}"{"*" if word.endswith("*") else ""}' for word in text.split()
        ]
        order = "rowid DESC" if order == "newest" else "rank"
        return self.connection.execute(
            f"SELECT rowid FROM t WHERE t MATCH ? ORDER BY {order} LIMIT 20", (" ".join(words),)
        ).fetchall()

    def add(self, text):
        self.connection.execute("INSERT INTO t (x) VALUES (?)", (text,))


def timings(count, call, after=lambda result: None):
    """Milliseconds of each of `count` calls, without what is done after each with its result."""
    found = []
    for number in range(count):
        begin = time.perf_counter()
        result = call(number)
        found.append((time.perf_counter() - begin) * 1000)
        after(result)
    return found


def percentile(values, share=0.99):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))]
