"""`sotto serve` and other sotto commands as child processes in a data folder of their own."""

import os
import queue
import re
import signal
import sqlite3
import subprocess
import tempfile
import threading
import time

from .api import Api

CANARY_KEY = "sk-test-canary-5f3b9c7a1e"
PASSPHRASE = "the passphrase of the tests"


class Program:
    """The binary with its environment: a data folder, a home, a key and a provider."""

    def __init__(self, binary, folder, base_url=None, key=CANARY_KEY, data=None):
        self.binary = str(binary)
        self.folder = str(folder)
        self.data = str(data or os.path.join(self.folder, "data"))
        self.home = os.path.join(self.folder, "home")
        os.makedirs(self.home, exist_ok=True)
        self.passphrase_file = os.path.join(self.folder, "passphrase")
        with open(self.passphrase_file, "w") as file:
            file.write(PASSPHRASE + "\n")
        self.environment = {
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
            "HOME": self.home,
            "LANG": "C.UTF-8",
            "TERM": "dumb",
            "SOTTO_DATA": self.data,
            "SOTTO_KEY_STORE": "sealed-file",
            "SOTTO_PASSPHRASE_FILE": self.passphrase_file,
        }
        if base_url:
            self.environment["OPENAI_API_KEY"] = key
            self.environment["OPENAI_BASE_URL"] = base_url
            # With a provider given, the small local model stays out even where it is installed.
            self.environment["SOTTO_LOCAL_PYTHON"] = "/nonexistent/python3"

    def run(self, *arguments, stdin="", timeout=60, environment=None):
        """Runs a command to its end."""
        return subprocess.run(
            [self.binary, *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            timeout=timeout,
            env={**self.environment, **(environment or {})},
        )

    def start(self, *arguments, **options):
        """Starts a command and returns at once."""
        return subprocess.Popen([self.binary, *arguments], env=self.environment, **options)

    def serve(self, *arguments, environment=None):
        return Server(self, arguments, environment or {})

    def database(self):
        """The path of the database: the one file that begins like one."""
        for folder, _, names in os.walk(self.data):
            for name in names:
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    if file.read(16) == b"SQLite format 3\0":
                        return path
        raise AssertionError("there is no database in the data folder")

    def integrity(self):
        connection = sqlite3.connect(self.database())
        try:
            return connection.execute("PRAGMA integrity_check").fetchone()[0]
        finally:
            connection.close()


class Server:
    """A running server; `output` is everything it has written to standard output and error."""

    def __init__(self, program, arguments, environment):
        self.program = program
        self.port = None
        self.api = None
        self._lines = queue.Queue()
        self._log = tempfile.TemporaryFile()
        self._stdout = []
        self.process = subprocess.Popen(
            [program.binary, "serve", "--port", "0", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._log,
            env={**program.environment, **environment},
        )
        self._reader = threading.Thread(target=self._read_output, daemon=True)
        self._reader.start()

    def _read_output(self):
        for line in self.process.stdout:
            self._stdout.append(line)
            self._lines.put(line.decode())
        self._lines.put(None)

    def wait_until_ready(self, seconds=30):
        """Returns when it has printed its address, which it does when it answers there."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.01, deadline - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"the server did not start: {self.output}") from None
            if line is None:
                self.process.wait()
                raise AssertionError(
                    f"the server ended with status {self.process.returncode}: {self.output}"
                )
            match = re.search(r"http://127\.0\.0\.1:(\d+)", line)
            if match:
                self.port = int(match[1])
                self.api = Api(self.port)
                return self

    @property
    def output(self):
        self._log.seek(0)
        return b"".join(self._stdout).decode("utf-8", "replace") + self._log.read().decode(
            "utf-8", "replace"
        )

    def kill(self):
        """kill -9, and gone when this returns."""
        self.process.kill()
        return self._finish()

    def terminate(self, seconds=20):
        """Asks it to end; returns its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self._finish(seconds)

    def _finish(self, seconds=20):
        try:
            status = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError(f"the server did not end when asked: {self.output}") from None
        finally:
            self._reader.join(5)
        self.process.stdout.close()
        return status

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        if not self.process.stdout.closed:
            self._finish()
        self._log.close()

    def __enter__(self):
        return self.wait_until_ready()

    def __exit__(self, *_):
        self.close()
