"""The processes that the benchmark starts, and the load clients that it asks."""

import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
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
    return release("sotto")


def release(product):
    command = ["swift", "build", "-c", "release", "--product", product]
    if sys.platform == "linux":
        command += ["--static-swift-stdlib", "-Xlinker", "-s"]
    print(f"building {product} in release mode…", file=sys.stderr)
    subprocess.run(command, check=True, cwd=ROOT, stdout=sys.stderr)
    return ROOT / ".build/release" / product


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

    def cpu_seconds(self):
        """What it has used of the processor so far, in user and kernel mode."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

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


class Load:
    """Streams through Sotto or straight from the provider, from the same kind of client."""

    def __init__(self, streams, controls, at_once=None, rate=None):
        self.streams = str(streams)
        self.shape = ["-n", self.streams, "-c", str(at_once or streams), "-x", controls]
        if rate:
            self.shape += ["-r", str(rate)]

    def through(self, server):
        """Runs through Sotto. Adds the largest memory and the processor time to the figures."""
        before = server.cpu_seconds()
        process = subprocess.Popen(
            [HERE / "streamload", "-p", str(server.port), "-P", active_project(server.port)]
            + self.shape,
            stdout=subprocess.PIPE,
            text=True,
        )
        memory = 0.0
        while process.poll() is None:
            memory = max(memory, server.memory())
            time.sleep(0.05)
        output = process.stdout.read()
        process.stdout.close()
        result = figures(output)
        used = server.cpu_seconds() - before
        result["memory"] = memory
        result["cpu"] = used * 1e6 / json.loads(output)["chunks"]
        return result

    def directly(self, port):
        url = f"http://127.0.0.1:{port}/v1/chat/completions"
        command = [HERE / "mockllm/mockload", "-u", url, "-S", "-k", KEY, *self.shape]
        return figures(run(*command).stdout)


def figures(output):
    """First content and delay of each chunk, in ms, from the JSON of either load client."""
    result = json.loads(output)
    good = result["finished"] if "streams" in result else result["ok"]
    asked = result.get("streams", result.get("started"))
    if good != asked:
        raise SystemExit(f"bench: only {good} of {asked} streams came to their end: {output}")
    return {
        "first": result["ttfc_ms"]["p50"],
        "p50": result["chunk_oneway_ms"]["p50"],
        "p99": result["chunk_oneway_ms"]["p99"],
    }


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
