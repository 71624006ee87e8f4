"""Measures Sotto beside what it is compared with: nginx, curl, and the provider asked directly.

Each figure is the median of several runs, ours and the reference in turns, so that whatever else
the machine does falls on both. Needs only the standard library, cc, curl, and nginx and wrk for
the first row.
"""

import argparse
import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

import encryption as encrypting
import exports
import search
import tokens
from tools import HERE, KEY, ROOT, Child, Load, alternate, build, find, get, nginx, release, run, wrk


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

    def compare(self, figure, ours, reference, key):
        self.row(figure, ours[key], reference[key], unit="ms")

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

    def decoding(self):
        """Reads of 16 KiB to events, on one core, by processor time."""
        program = release("decodespeed")

        def once():
            lines = [line.split() for line in run(program).stdout.splitlines()]
            return {name: float(value) for name, value, _ in lines}

        (speed,) = self.medians(once)
        framing = speed.pop("framing")
        self.row("framing of events", framing, None, "> 300 MB/s", "MB/s", framing > 300)
        for protocol, rate in speed.items():
            goal = 400_000 if protocol == "openai-chat" else None
            self.row(
                f"decoding {protocol}, JSON included",
                rate,
                None,
                f"> {goal:,} chunks/s" if goal else "",
                "/s",
                rate > goal if goal else None,
            )

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
        load = Load(10, "chunks=200 delay=2 ts=1", at_once=1)
        with self.server() as server:
            ours, reference = self.medians(
                lambda: load.through(server), lambda: load.directly(self.mock.port)
            )
        self.compare("one stream: first token", ours, reference, "first")
        self.row("  added by us", ours["first"] - reference["first"], unit="ms")
        self.compare("one stream: delay of a token, p50", ours, reference, "p50")
        self.compare("one stream: delay of a token, p99", ours, reference, "p99")

    def many_streams(self):
        """Two hundred at once, each begun 10 ms after the last, as people do."""
        for delay in (50, 10):
            load = Load(200, f"chunks=200 delay={delay} ts=1", rate=100)
            with self.server() as server:
                ours, reference = self.medians(
                    lambda: load.through(server), lambda: load.directly(self.mock.port)
                )
            title = f"200 streams, a token each {delay} ms"
            self.compare(f"{title}: p50", ours, reference, "p50")
            self.compare(f"{title}: p99", ours, reference, "p99")
            added = ours["p99"] - reference["p99"]
            self.row("  p99 added by us", added, None, "< 50 ms", "ms", added < 50)
            self.compare("  first token", ours, reference, "first")
            self.row("  processor time for a token", ours["cpu"], unit="µs")
            self.row("  resident", ours["memory"], unit="MB")

    def burst(self):
        """Two hundred messages sent in the same moment."""
        load = Load(200, "chunks=20 delay=50 ts=1")
        with self.server() as server:
            ours, reference = self.medians(
                lambda: load.through(server), lambda: load.directly(self.mock.port)
            )
        self.compare("200 streams begun at once: first token", ours, reference, "first")

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
        environment = self.environment("commands")
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

    def history_import(self):
        """A whole ChatGPT export into an empty history, and once more."""
        size = 100_000_000 if self.runs == 1 else 1_000_000_000
        path = self.folder / "conversations.json"
        count = exports.write(path, size)
        environment = self.environment("import")
        # The file's pages are in the cache after this, as after a download.
        first = self.imported(path, environment)
        again = self.imported(path, environment)
        if first["imported"] != count or again["unchanged"] != count:
            raise SystemExit(f"bench: of {count} conversations: {first}, {again}")
        name = f"import of {size // 1_000_000:,} MB"
        goal = 60 * size / 1e9
        self.row(name, first["seconds"], None, f"< {goal:.0f} s", "s", first["seconds"] < goal)
        self.row("  most memory", first["memory"], None, "< 300 MB", "MB", first["memory"] < 300)
        self.row("  the same file again", again["seconds"], unit="s")
        path.unlink()

    def imported(self, path, environment):
        begin = time.perf_counter()
        child = subprocess.Popen(
            [self.binary, "import", path, "--json"], env=environment, stdout=subprocess.PIPE
        )
        output = child.stdout.read()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        counts = json.loads(output)["conversations"]
        return {
            "seconds": time.perf_counter() - begin,
            "memory": usage.ru_maxrss / 1000,
            "imported": counts["imported"],
            "unchanged": counts["unchanged"],
        }

    def encryption(self):
        """What encrypting the database adds, and what SQLCipher adds to its own library."""
        python = encrypting.reference_python()
        if python is None:
            print("left out: SQLCipher (pip cannot install sqlcipher3)", file=sys.stderr)
        kinds = [kind for kind in encrypting.KINDS if python or "cipher" not in kind]
        measures = self.medians(
            *(
                lambda kind=kind: encrypting.measure(
                    python if "cipher" in kind else sys.executable, kind, self.folder
                )
                for kind in kinds
            )
        )
        took = dict(zip(kinds, measures))
        for key, title in encrypting.MEASURES.items():
            plain, ours = took["plain"][key], took["ours"][key]
            self.row(f"{title}, encrypted; in the clear beside it", ours, plain, unit="µs")
            if python:
                theirs = took["sqlcipher"][key] - took["sqlcipher-plain"][key]
                goal = "half of SQLCipher's"
                self.row("  added by us, by SQLCipher", ours - plain, theirs, goal, "µs",
                         ours - plain <= theirs / 2)  # fmt: skip

    def token_counts(self):
        """The second half of a text, after the first: what a program that has been running for a
        while does. A hostile text comes after an empty one."""
        least = {"English": 8, "code": 8, "Chinese": 3, "chat JSON": 3}
        ordinary = {name: self.written(name, tokens.halves(text))
                    for name, text in tokens.ordinary_texts()}  # fmt: skip
        hostile = {name: self.written(name, ("", text)) for name, text in tokens.hostile_texts()}
        python = tokens.reference_python()
        if python is None:
            print("left out: tiktoken and toktok (pip cannot install them)", file=sys.stderr)
        for encoding in ("cl100k_base", "o200k_base"):
            if not (tokens.VOCABULARIES / f"{encoding}.vocabulary").exists():
                print(f"left out: {encoding} (./run installs it)", file=sys.stderr)
                continue
            beside = []
            seconds = {name: [] for name in {**ordinary, **hostile}}
            for _ in range(self.runs):
                if python:
                    beside.append(tokens.references(python, encoding, ordinary.values()))
                for name, folder in {**ordinary, **hostile}.items():
                    took, count = self.second_half(encoding, folder)
                    seconds[name].append(took)
                    if beside and name in ordinary:
                        expected = beside[-1][str(folder)]["tokens"]
                        if count != str(expected):
                            raise SystemExit(f"bench: {name}: {count} tokens, not {expected}")
            for name, folder in {**ordinary, **hostile}.items():
                size = (folder / "second").stat().st_size / 1e6
                ours = size / statistics.median(seconds[name])
                title = f"tokens of {name}, {encoding}"
                if name in hostile:
                    self.row(title, ours, None, "> 2 MB/s", "MB/s", ours > 2)
                    continue
                if not beside:
                    self.row(title, ours, unit="MB/s")
                    continue
                tiktoken, toktok = (
                    size / statistics.median(run[str(folder)][tool] for run in beside)
                    for tool in ("tiktoken", "toktok")
                )
                is_met = ours >= least[name] * tiktoken
                self.row(title, ours, tiktoken, f"{least[name]} x tiktoken", "MB/s", is_met)
                self.row("  toktok-rs beside it", ours, toktok, "", "MB/s")

    def search(self):
        """Many messages, ours through the server and FTS5 called directly."""
        count = 100_000 if self.runs == 1 else 1_000_000
        vocabulary = search.Vocabulary()
        environment = self.environment("search")
        database = self.folder / "search/sotto.sqlite"
        listed = run(self.binary, "project", "list", "--json", env=environment).stdout
        project = json.loads(listed)[0]["id"]
        size = search.fill(database, project, vocabulary.messages(count))
        before = search.used_bytes(database)
        references = [
            search.FullText(self.folder / f"{name}.sqlite", name, vocabulary.messages(count))
            for name in ("unicode61", "trigram")
        ]
        plain = references[0]
        with self.server("search") as server:
            client = search.Client(server.port)
            begin = server.cpu_seconds()
            client.wait_until_indexed()
            speed = size / 1e6 / (server.cpu_seconds() - begin)
            self.row("search: indexing", speed, size / 1e6 / plain.seconds, "", "MB/s")
            share = (search.used_bytes(database) - before) / size
            self.row("  size by the text's", share, plain.size / size, "< 0.8", "", share < 0.8)
            self.row("    trigram beside it", share, references[1].size / size)
            for order, most in (("newest", 3), ("relevance", 25)):
                self.searches(client, references, vocabulary.searches(), order, most)
            self.additions(client, project, plain, list(vocabulary.messages(2000)))

    def page(self):
        """The page in a browser, by its own tests: a very long answer in a very long conversation."""
        python = ROOT / ".sotto/test-venv/bin/python"
        chromium = os.environ.get("SOTTO_CHROMIUM") or find("chromium")
        if not python.exists() or not chromium:
            print("left out: the page (./test browser installs what it needs)", file=sys.stderr)
            return
        is_quick = self.runs == 1
        path = self.folder / "figures"
        environment = {
            **os.environ,
            "SOTTO_BINARY": str(self.binary),
            "SOTTO_MOCKLLM": str(HERE / "mockllm/mockllm"),
            "SOTTO_CHROMIUM": chromium,
            "SOTTO_STREAM_TOKENS": "20000" if is_quick else "100000",
            "SOTTO_STREAM_MESSAGES": "5000",
            "SOTTO_FIGURES": str(path),
        }
        test = ROOT / "Tests/Browser/test_streaming.py"
        run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", test, env=environment)
        for line in path.read_text().splitlines():
            row = json.loads(line)
            figure, budget, unit = row["figure"], row["budget"], row["unit"]
            self.row(row["name"], figure, None, f"< {budget} {unit}", unit, figure < budget)
        with self.server("page") as server:
            folder = ROOT / ".sotto/bench-open-webui"
            url = f"http://127.0.0.1:{server.port}/"
            runs = json.loads(run(python, HERE / "pageload.py", chromium, folder, url).stdout)
        for figure, key in (
            ("first load to a usable composer, Open WebUI beside it", "ms"),
            ("  over the wire", "kB"),
            ("  requests", "requests"),
        ):
            ours, theirs = (
                statistics.median(each[name][key] for each in runs) for name in ("ours", "open_webui")
            )
            if key == "requests":
                self.row(figure, ours, theirs)
            else:
                self.row(figure, ours, theirs, "a fifth", key, ours * 5 <= theirs)

    def searches(self, client, references, searched, order, most):
        times = 100
        all_ours = []
        for name, text in searched.items():
            client.search(text, order=order)
            ours = search.timings(times, lambda _: client.search(text, order=order))
            all_ours += ours
            plain, trigram = (
                search.timings(3, lambda _: reference.search(text, order))
                for reference in references
            )
            title = f"search, {order}: {name}"
            self.row(title, statistics.median(ours), statistics.median(plain), unit="ms")
            self.row("  trigram beside it", statistics.median(ours), statistics.median(trigram), unit="ms")
        slowest = search.percentile(all_ours)
        self.row(f"search, {order}: all, p99", slowest, None, f"< {most} ms", "ms", slowest < most)

    def additions(self, client, project, plain, texts):
        """A message is added, answered and indexed, and FTS5 adds a text."""

        def add(number):
            id = search.identifier(2_000_000_000_000, number + (1 << 41))
            turn = client.post(f"/api/v1/conversations/{made[number]}/turns", {
                "id": id, "text": texts[number % len(texts)] + " [[mock chunks=2]]",
            })  # fmt: skip
            assert "turn" in turn, turn
            return id

        made = [
            client.post(f"/api/v1/projects/{project}/conversations", {})["id"] for _ in range(800)
        ]
        hurried = search.percentile(search.timings(400, add))
        ours = search.percentile(
            search.timings(400, lambda number: add(400 + number), after=client.wait_for_end)
        )
        reference = search.percentile(search.timings(2000, lambda number: plain.add(texts[number])))
        self.row("search: adding a message, p99", ours, reference, "< 5 ms", "ms", ours < 5)
        self.row("  while the one before it is answered", hurried, reference, unit="ms")

    def written(self, name, halves):
        folder = self.folder / name.replace(" ", "-")
        folder.mkdir()
        for half, text in zip(("first", "second"), halves):
            (folder / half).write_bytes(text.encode())
        return folder

    def second_half(self, encoding, folder):
        """What counting the second file adds to counting the first, and its count."""
        environment = self.environment("tokens")
        both = [folder / "first", folder / "second"]
        before, _ = tokens.ours(self.binary, encoding, both[:1], environment)
        after, counts = tokens.ours(self.binary, encoding, both, environment)
        return max(after - before, 1e-6), counts[1]


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
        "decoding",
        "requests_per_second",
        "token_delay",
        "many_streams",
        "burst",
        "idle_memory",
        "start_up",
        "commands",
        "token_counts",
        "history_import",
        "search",
        "encryption",
        "page",
    ]
    chosen = [part for part in parts if options.only in part]
    if not chosen:
        parser.error(f"the parts are: {', '.join(parts)}")
    binary = build()
    with tempfile.TemporaryDirectory(prefix="sotto-bench-") as folder:
        bench = Bench(binary, folder, 1 if options.quick else 5)
        failed = False
        try:
            for part in chosen:
                print(f"measuring {part.replace('_', ' ')}…", file=sys.stderr)
                try:
                    getattr(bench, part)()
                except Exception:  # What was measured before is worth its minutes.
                    traceback.print_exc()
                    failed = True
        finally:
            bench.mock.stop()
    load = os.getloadavg()[1]
    print(f"median of {bench.runs} runs; {os.cpu_count()} cores, load (5 min) {load:.1f}")
    print_table(bench.rows)
    if failed:
        sys.exit("a part could not be measured; see above")


if __name__ == "__main__":
    main()
