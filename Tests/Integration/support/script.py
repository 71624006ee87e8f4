"""Command-line tests as text: a command, what it reads, what it must print and return.

    $ sotto ask --no-stream hello     the command; `NAME=value` in front sets its environment
    < text                            a line of standard input
    > text                            a line of standard output
    ! text                            a line of standard error
    ? 1                               the exit status, 0 if not given

`...` in an expected line stands for any text, a line of `...` alone for any number of lines.
`$MOCK`, `$DATA` and `$FOLDER` are the provider's base URL, the data folder and a folder of the
test's own. `#` begins a comment.
"""

import re
import shlex


class Step:
    def __init__(self, number, command):
        self.number = number
        self.command = command
        self.stdin, self.stdout, self.stderr = [], [], []
        self.status = 0


def parse(text):
    steps = []
    for number, line in enumerate(text.splitlines(), 1):
        mark, rest = line[:1], line[2:]
        if mark == "$":
            steps.append(Step(number, rest))
        elif mark in "<>!" and mark:
            {"<": steps[-1].stdin, ">": steps[-1].stdout, "!": steps[-1].stderr}[mark].append(rest)
        elif mark == "?":
            steps[-1].status = int(rest)
        elif line.strip() and mark != "#":
            raise ValueError(f"line {number} of the script is not understood: {line!r}")
    return steps


def run(text, program, values):
    """Runs every step; the first that differs fails with what was expected and what came."""
    for step in parse(text):
        words = shlex.split(fill_in(step.command, values))
        environment = {}
        while words and re.match(r"[A-Z_]+=", words[0]):
            name, value = words.pop(0).split("=", 1)
            environment[name] = value
        assert words and words[0] == "sotto", f"line {step.number}: only sotto can be run"
        stdin = "".join(fill_in(line, values) + "\n" for line in step.stdin)
        result = program.run(*words[1:], stdin=stdin, environment=environment)
        where = f"line {step.number}: $ {step.command}"
        shown = f"\nstdout:\n{result.stdout}\nstderr:\n{result.stderr}"
        assert result.returncode == step.status, f"{where}: status {result.returncode}{shown}"
        check(result.stdout, step.stdout, values, f"{where}: standard output{shown}")
        check(result.stderr, step.stderr, values, f"{where}: standard error{shown}")


def check(text, expected, values, message):
    pattern = ""
    for line in expected:
        if line.strip() == "...":
            pattern += r"(?:.*\n)*"
        else:
            pieces = fill_in(line, values).split("...")
            pattern += ".*".join(re.escape(piece) for piece in pieces) + r"\n"
    assert re.fullmatch(pattern, text), message


def fill_in(text, values):
    for name, value in values.items():
        text = text.replace(f"${name}", str(value))
    return text
