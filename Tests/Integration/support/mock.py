"""The mock provider of Benchmarks/mockllm as a child process."""

import http.client
import json
import subprocess
import threading
import time


class MockProvider:
    """Misbehaves as the first `[[mock key=value]]` in a request asks."""

    def __init__(self, binary, *arguments):
        self.process = subprocess.Popen(
            [binary, "-p", "0", "-r", "-s", "1800", *arguments],
            stdout=subprocess.PIPE,
            text=True,
        )
        line = self.process.stdout.readline()
        if "ready" not in line:
            raise RuntimeError(f"the mock provider did not start: {line!r}")
        self.port = int(line.strip().rsplit(":", 1)[1])
        self._own_requests = 0

    @property
    def base_url(self):
        return f"http://127.0.0.1:{self.port}/v1"

    def get(self, path):
        self._own_requests += 1
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request("GET", path)
            return connection.getresponse().read()
        finally:
            connection.close()

    def stats(self):
        """Its counters; `requests` without those that the tests themselves made to look at it."""
        stats = json.loads(self.get("/__stats"))
        stats["requests"] -= self._own_requests
        return stats

    def requests(self):
        return self.stats()["requests"]

    def last_request(self):
        """Head and body of the last request, as text."""
        return self.get("/__last").decode()

    def last_messages(self):
        return json.loads(self.last_request().split("\r\n\r\n", 1)[1])["messages"]

    def wait_for(self, predicate, what, seconds=20):
        """Polls the counters: the mock has no other way to tell."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            stats = self.stats()
            if predicate(stats):
                return stats
            threading.Event().wait(0.01)
        raise AssertionError(f"the provider never saw {what}: {stats}")

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
