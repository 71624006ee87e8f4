"""What encryption costs, beside SQLCipher: the time that each adds to its own library without a key.

Each kind runs in a process of its own, because SQLCipher brings another SQLite along and two in one
process get into each other's way. Both are driven from Python, whose own time is in every figure and
falls out of the difference. What is measured is processor time, which other work on the machine changes little.
"""

import ctypes
import json
import random
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
VENV = ROOT / ".sotto/bench-sqlcipher"
KINDS = ("plain", "ours", "sqlcipher-plain", "sqlcipher")
MEASURES = {
    "reads": "small warm read",
    "commits": "commit of one row",
    "bulk": "row of a bulk insert",
}


def reference_python():
    """A Python that has SQLCipher 4, or None when it cannot be installed."""
    python = VENV / "bin/python"
    if not (VENV / "done").exists():
        try:
            subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=True)
            subprocess.run([python, "-m", "pip", "install", "-q", "sqlcipher3==0.6.4"], check=True)
        except (OSError, subprocess.CalledProcessError):
            return None
        (VENV / "done").touch()
    return python


def library(folder):
    """Our layer as a shared library."""
    path = folder / "pagecost.so"
    if not path.exists():
        sources = sorted((ROOT / "Sources/CCipherVFS").glob("*.c"))
        include = ROOT / "Sources/CCipherVFS/include"
        command = ["cc", "-O2", "-shared", "-fPIC", f"-I{include}", "-o", path]
        libraries = ["-lsqlite3", "-lsodium"]
        subprocess.run([*command, HERE / "pagecost.c", *sources, *libraries], check=True)
    return path


def measure(python, kind, folder):
    """Microseconds for one of each."""
    command = [python, __file__, kind, folder, library(folder)]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


# In the process that is measured


def connect(kind, folder, shared):
    path = f"{folder}/{kind}.sqlite"
    for end in ("", "-wal", "-shm"):
        Path(path + end).unlink(missing_ok=True)
    if kind == "ours":
        import sqlite3

        made = ctypes.CDLL(shared).pagecost_make(b"ours", path.encode())
        if made != 0:
            raise SystemExit(f"SQLite's code {made}")
        return sqlite3.connect(f"file:{path}?vfs=ours", uri=True, isolation_level=None)
    if kind == "plain":
        import sqlite3

        return sqlite3.connect(path, isolation_level=None)
    import sqlcipher3

    connection = sqlcipher3.connect(path, isolation_level=None)
    if kind == "sqlcipher":
        connection.execute(f"PRAGMA key = \"x'{'2b' * 32}'\"")
    return connection


def timed(count, body):
    begin = time.process_time()
    body()
    return (time.process_time() - begin) / count * 1e6


def run(kind, folder, shared):
    connection = connect(kind, folder, shared)
    execute = connection.execute
    # As a reader of the store has it. The text is a small message's.
    for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "cache_size = -512"):
        execute(f"PRAGMA {pragma}").fetchall()
    execute("CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
    text = "Some words of an answer. " * 12
    chosen = random.Random(5)
    rows, reads, commits = 40_000, 20_000, 3_000

    def bulk():
        execute("BEGIN")
        connection.executemany("INSERT INTO t (text) VALUES (?)", ((text,) for _ in range(rows)))
        execute("COMMIT")
        execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def read():
        for _ in range(reads):
            number = chosen.randrange(1, rows)
            execute("SELECT text FROM t WHERE id = ?", (number,)).fetchone()

    def commit():
        for _ in range(commits):
            execute("INSERT INTO t (text) VALUES (?)", (text,))

    return {
        "bulk": timed(rows, bulk),
        "reads": timed(reads, read),
        "commits": timed(commits, commit),
    }


if __name__ == "__main__":
    print(json.dumps(run(*sys.argv[1:])))
