"""Measures Sotto beside what it is compared with: nginx, curl, and the provider asked directly.

Each figure is the median of several runs, ours and the reference in turns, so that whatever else
the machine does falls on both. Needs only the standard library, cc, curl, and nginx and wrk for
the first row.
"""

import argparse
import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
KEY = "sk-bench"


def run(*command, **options):
    return subprocess.run(
        [str(c) for c in command], check=True, capture_output=True, text=True, **options
    )


def build():
    """The mock provider, the load client and, unless SOTTO_BINARY names one, the release binary."""
    run("make", "-s", "-C", HERE / "mockllm")
    load = HERE / "streamload"
    source = HERE / "streamload.c"
    if not load.exists() or load.stat().st_mtime < source.stat().st_mtime:
        run("cc", "-O2", "-std=gnu11", "-Wall", "-Wextra", "-o", load, source)
    if "SOTTO_BINARY" in os.environ:
        return Path(os.environ["SOTTO_BINARY"]).resolve()
    command = ["swift", "build", "-c", "release", "--product", "sotto"]
    if sys.platform == "linux":
        command += ["--static-swift-stdlib", "-Xlinker", "-s"]
    print("building sotto in release mode…", file=sys.stderr)
    subprocess.run(command, check=True, cwd=ROOT, stdout=sys.stderr)
    return ROOT / ".build/release/sotto"


class Child:
    """A process that prints its address when it is ready."""

    def __init__(self, command, environment=None):
        self.process = subprocess.Popen(
            [str(c) for c in command],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
        )
        self.port = None
        for line in self.process.stdout:
            match = re.search(r"127\.0\.0\.1:(\d+)", line)
            if match:
                self.port = int(match[1])
                break
        if self.port is None:
            raise SystemExit(f"bench: {command[0]} did not start")

    def memory(self):
        """Resident MB now."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


class Bench:
    def __init__(self, binary, folder, runs):
        self.binary = binary
        self.folder = Path(folder)
        self.runs = runs
        self.mock = Child([HERE / "mockllm/mockllm", "-p", "0", "-s", "3600"])
        self.rows = []

    def environment(self, name):
        data = self.folder / name
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "SOTTO_DATA": str(data),
            "OPENAI_API_KEY": KEY,
            "OPENAI_BASE_URL": f"http://127.0.0.1:{self.mock.port}/v1",
        }

    @contextlib.contextmanager
    def server(self, name="data"):
        child = Child([self.binary, "serve", "--port", "0"], self.environment(name))
        try:
            yield child
        finally:
            child.stop()

    def row(self, figure, ours, reference=None, target="", unit="", is_met=None):
        self.rows.append((figure, ours, reference, target, unit, is_met))

    def medians(self, *measures):
        """Each measure's median; the measures take turns."""
        results = [[] for _ in measures]
        for _ in range(self.runs):
            for values, measure in zip(results, measures):
                values.append(measure())
        if isinstance(results[0][0], dict):
            return [
                {key: statistics.median(value[key] for value in values) for key in values[0]}
                for values in results
            ]
        return [statistics.median(values) for values in results]

    # The rows

    def requests_per_second(self):
        missing = [tool for tool in ("wrk", "nginx") if not find(tool)]
        if missing:
            print(f"left out: requests/s (apt-get install {' '.join(missing)})", file=sys.stderr)
            return
        with self.server() as server, nginx(self.folder) as port:
            ours, reference = self.medians(
                lambda: wrk(f"http://127.0.0.1:{server.port}/healthz"),
                lambda: wrk(f"http://127.0.0.1:{port}/healthz"),
            )
        self.row(
            "requests/s of /healthz, nginx beside it",
            ours,
            reference,
            "as high as nginx",
            "/s",
            ours >= reference,
        )

    def token_delay(self):
        """One stream at a time: what passing through us adds."""
        controls = "chunks=200 delay=2 ts=1"
        with self.server() as server:
            project = active_project(server.port)
            ours, reference = self.medians(
                lambda: through_sotto(server.port, project, 10, 1, controls),
                lambda: directly(self.mock.port, 10, 1, controls),
            )
        self.row(
            "first token, one stream, directly beside it",
            ours["first"],
            reference["first"],
            "",
            "ms",
        )
        self.row("  added by us", ours["first"] - reference["first"], None, "", "ms")
        self.row("token delay p50, one stream", ours["p50"], reference["p50"], "", "ms")
        self.row("token delay p99, one stream", ours["p99"], reference["p99"], "", "ms")

    def many_streams(self):
        for delay, name in ((50, "50 ms apart"), (10, "10 ms apart")):
            controls = f"chunks=200 delay={delay} ts=1"
            with self.server() as server:
                project = active_project(server.port)
                peak = []

                def ours_once():
                    process = start_through_sotto(server.port, project, 200, 200, controls)
                    peak.append(watch_memory(server, process))
                    return figures(process.communicate()[0])

                ours, reference = self.medians(
                    ours_once, lambda: directly(self.mock.port, 200, 200, controls)
                )
            title = f"200 streams, 200 tokens {name}"
            self.row(f"{title}: p50", ours["p50"], reference["p50"], "", "ms")
            self.row(f"{title}: p99", ours["p99"], reference["p99"], "", "ms")
            added = ours["p99"] - reference["p99"]
            self.row("  p99 added by us", added, None, "< 50 ms", "ms", added < 50)
            self.row(f"{title}: first token", ours["first"], reference["first"], "", "ms")
            self.row(f"{title}: resident", max(peak), None, "", "MB")

    def idle_memory(self):
        def once():
            with self.server() as server:
                get(server.port, "/")
                get(server.port, "/api/v1/projects")
                return server.memory()

        (ours,) = self.medians(once)
        self.row("resident when idle", ours, None, "< 40 MB", "MB", ours < 40)

    def start_up(self):
        """From the start of the process to the page in hand."""

        def once(name):
            begin = time.perf_counter()
            child = Child([self.binary, "serve", "--port", "0"], self.environment(name))
            get(child.port, "/")
            took = (time.perf_counter() - begin) * 1000
            child.stop()
            return took

        numbers = iter(range(1000))
        again, first = self.medians(lambda: once("data"), lambda: once(f"new-{next(numbers)}"))
        self.row("start to the first page", again, None, "< 150 ms", "ms", again < 150)
        self.row("  with a new data folder", first, None, "", "ms")

    def commands(self):
        """Whole commands, each 20 times, in turns with what they are compared with."""
        environment = self.environment("data")
        question = "[[mock chunks=20]] hello"
        body = json.dumps(
            {"model": "m", "stream": True, "messages": [{"role": "user", "content": question}]}
        )
        curl = [
            "curl",
            "-sN",
            f"http://127.0.0.1:{self.mock.port}/v1/chat/completions",
            "-H",
            f"Authorization: Bearer {KEY}",
            "-H",
            "Content-Type: application/json",
            "-d",
            body,
        ]
        ours, reference = alternate(
            [[self.binary, "--version"], ["curl", "--version"]], environment, 20
        )
        self.row("sotto --version, curl --version beside it", ours, reference, "", "ms")
        ours, reference = alternate([[self.binary, "ask", question], curl], environment, 20)
        self.row("sotto ask, curl asking the same", ours, reference, "", "ms")
        self.row("  added by us", ours - reference, None, "< 30 ms", "ms", ours - reference < 30)


def find(tool):
    return shutil.which(tool, path=os.environ["PATH"] + ":/usr/sbin:/usr/local/sbin")


@contextlib.contextmanager
def nginx(folder):
    """nginx with one small JSON answer, as its packages set it up: a worker for each core."""
    port = free_port()
    home = folder / "nginx"
    home.mkdir()
    paths = "\n".join(
        f"  {name}_temp_path {home}/{name};"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (home / "nginx.conf").write_text(
        f"""daemon off; worker_processes auto; pid {home}/pid; error_log {home}/error.log;
events {{ worker_connections 1024; multi_accept on; }}
http {{
{paths}
  access_log off; keepalive_requests 1000000; tcp_nodelay on;
  server {{
    listen 127.0.0.1:{port};
    location = /healthz {{ default_type application/json; return 200 '{{"status":"ok"}}'; }}
  }}
}}
"""
    )
    process = subprocess.Popen(
        [find("nginx"), "-p", str(home), "-c", str(home / "nginx.conf")], stderr=subprocess.DEVNULL
    )
    try:
        wait_for(port)
        yield port
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


def free_port():
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(port):
    for _ in range(500):
        with contextlib.suppress(OSError):
            return get(port, "/healthz")
        time.sleep(0.01)
    raise SystemExit(f"bench: nothing answers at port {port}")


def get(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path)
    response = connection.getresponse()
    body = response.read()
    connection.close()
    if response.status != 200:
        raise SystemExit(f"bench: {path} answered {response.status}")
    return body


def active_project(port):
    return json.loads(get(port, "/api/v1/projects"))["active_project_id"]


def wrk(url):
    output = run(find("wrk"), "-t2", "-c32", "-d2s", url).stdout
    if "Non-2xx" in output:
        raise SystemExit(f"bench: {url} did not answer 200:\n{output}")
    return float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1])


def start_through_sotto(port, project, streams, at_once, controls):
    return subprocess.Popen(
        [
            HERE / "streamload",
            "-p",
            str(port),
            "-P",
            project,
            "-n",
            str(streams),
            "-c",
            str(at_once),
            "-x",
            controls,
        ],
        stdout=subprocess.PIPE,
        text=True,
    )


def through_sotto(*arguments):
    return figures(start_through_sotto(*arguments).communicate()[0])


def directly(port, streams, at_once, controls):
    """The same streams straight from the provider."""
    output = run(
        HERE / "mockllm/mockload",
        "-u",
        f"http://127.0.0.1:{port}/v1/chat/completions",
        "-S",
        "-k",
        KEY,
        "-n",
        streams,
        "-c",
        at_once,
        "-x",
        controls,
    ).stdout
    return figures(output)


def figures(output):
    """First content and delay of each chunk, in ms, from the JSON of either load client."""
    result = json.loads(output)
    good = result.get("finished", 0) if "failed" in result else result["ok"]
    asked = result.get("streams", result.get("started"))
    if good != asked:
        raise SystemExit(f"bench: only {good} of {asked} streams came to their end: {output}")
    return {
        "first": result["ttfc_ms"]["p50"],
        "p50": result["chunk_oneway_ms"]["p50"],
        "p99": result["chunk_oneway_ms"]["p99"],
    }


def watch_memory(server, process):
    """The largest resident size while `process` runs, in MB."""
    largest = 0.0
    while process.poll() is None:
        largest = max(largest, server.memory())
        time.sleep(0.05)
    return largest


def alternate(commands, environment, times):
    """The median time of each command in ms."""
    results = [[] for _ in commands]
    for _ in range(times):
        for values, command in zip(results, commands):
            begin = time.perf_counter()
            subprocess.run(
                [str(c) for c in command],
                check=True,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                env=environment,
            )
            values.append((time.perf_counter() - begin) * 1000)
    return [statistics.median(values) for values in results]


def number(value, unit):
    if value is None:
        return ""
    text = (
        f"{value:,.0f}"
        if abs(value) >= 1000
        else f"{value:.2f}" if abs(value) < 100 else f"{value:.1f}"
    )
    return f"{text}{'' if unit == '/s' else ' '}{unit}"


def print_table(rows):
    lines = [("figure", "ours", "reference", "ratio", "target", "")]
    for figure, ours, reference, target, unit, is_met in rows:
        ratio = f"{ours / reference:.2f}" if reference else ""
        verdict = "" if is_met is None else "met" if is_met else "MISSED"
        lines.append((figure, number(ours, unit), number(reference, unit), ratio, target, verdict))
    widths = [max(len(line[column]) for line in lines) for column in range(6)]
    for line in lines:
        cells = [line[0].ljust(widths[0])]
        cells += [line[column].rjust(widths[column]) for column in (1, 2, 3)]
        cells += [line[4].ljust(widths[4]), line[5]]
        print("  ".join(cells).rstrip())


def main():
    parser = argparse.ArgumentParser(description="Measures Sotto beside what it is compared with.")
    parser.add_argument("--quick", action="store_true", help="one run instead of five")
    parser.add_argument(
        "--only", default="", metavar="WORD", help="only the parts with this in their name"
    )
    options = parser.parse_args()
    parts = [
        "requests_per_second",
        "token_delay",
        "many_streams",
        "idle_memory",
        "start_up",
        "commands",
    ]
    chosen = [part for part in parts if options.only in part]
    if not chosen:
        parser.error(f"the parts are: {', '.join(parts)}")
    binary = build()
    with tempfile.TemporaryDirectory(prefix="sotto-bench-") as folder:
        bench = Bench(binary, folder, 1 if options.quick else 5)
        try:
            for part in chosen:
                print(f"measuring {part.replace('_', ' ')}…", file=sys.stderr)
                getattr(bench, part)()
        finally:
            bench.mock.stop()
    load = os.getloadavg()[1]
    print(
        f"median of {bench.runs} runs; {os.cpu_count()} cores, load (5 min) {load:.1f}"
    )
    print_table(bench.rows)


if __name__ == "__main__":
    main()
