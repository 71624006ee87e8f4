"""Texts to count the tokens of, and the references that count beside us.

Run by itself, `tokens.py VOCABULARY FOLDER...` is the reference's side: it prints the processor
seconds that tiktoken and toktok need for each folder's text, as JSON.
"""

import ast
import base64
import json
import os
import random
import struct
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VOCABULARIES = ROOT / ".sotto/vocabularies"
VENV = ROOT / ".sotto/bench-venv"
REFERENCES = ["tiktoken==0.14.0", "toktok-rs==0.3.0"]
MEGABYTE = 1 << 20


def reference_python():
    """A Python that has the references, or None when they cannot be installed."""
    python = VENV / "bin/python"
    if not (VENV / "done").exists():
        try:
            subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=True)
            subprocess.run([python, "-m", "pip", "install", "-q", *REFERENCES], check=True)
        except (OSError, subprocess.CalledProcessError):
            return None
        (VENV / "done").touch()
    return python


def ordinary_texts():
    """Four kinds of text, 2 to 6 MB of each, made of what lies here and in the system."""
    import pydoc_data.topics

    chosen = random.Random(9)
    topics = [text for _, text in sorted(pydoc_data.topics.topics.items())]
    licences = sorted(Path("/usr/share/common-licenses").glob("*"))
    pages = [path.read_text() for path in [*sorted(ROOT.glob("Docs/**/*.md")), *licences]]
    library = sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))
    sources = library + sorted(ROOT.glob("Sources/**/*.swift"))
    code = "\n".join(path.read_text(errors="replace") for path in sources)
    english = "\n".join(topics + pages + list(docstrings(library)))
    chinese = sentences(chosen, 2 * MEGABYTE)
    yield "English", english
    yield "code", code
    yield "Chinese", chinese
    yield "chat JSON", chat(chosen, [english, code, chinese], 4 * MEGABYTE)


def docstrings(paths):
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    for path in paths:
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, documented):
                yield ast.get_docstring(node) or ""


def halves(text):
    """Every other twenty lines, and the rest: alike, and not the same."""
    lines = text.splitlines(keepends=True)
    if len(lines) < 100:
        step = len(text) // 100
        lines = [text[start : start + step] for start in range(0, len(text), step)]
    blocks = ["".join(lines[start : start + 20]) for start in range(0, len(lines), 20)]
    return "".join(blocks[::2]), "".join(blocks[1::2])


def sentences(chosen, size):
    """The Chinese sentences of the checkout in random order."""
    locales = sorted(ROOT.glob("Sources/SottoWeb/Public/locales/zh*"))
    text = "".join(path.read_text() for path in [ROOT / "README.zh-CN.md", *locales])
    for end in "。；\n":
        text = text.replace(end, end + "\0")
    known = [s for s in text.split("\0") if sum("\u4e00" <= c <= "\u9fff" for c in s) > 4]
    made, length = [], 0
    while length < size:
        made.append(chosen.choice(known))
        length += len(made[-1].encode())
    return "".join(made)


def chat(chosen, texts, size):
    messages, length = [], 0
    while length < size:
        text = chosen.choice(texts)
        start = chosen.randrange(len(text) - 1000)
        message = {
            "id": f"chatcmpl-{chosen.randbytes(12).hex()}",
            "role": chosen.choice(["user", "assistant", "tool"]),
            "created": 1_764_500_000 + len(messages),
            "content": text[start : start + chosen.randrange(100, 1000)],
        }
        messages.append(json.dumps(message, ensure_ascii=False))
        length += len(messages[-1].encode())
    return "[" + ",".join(messages) + "]"


def hostile_texts():
    """A megabyte each of what has no word ends."""
    chosen = random.Random(10)
    letters = "abcdefghijklmnopqrstuvwxyz"
    units = {
        "one letter": "a", "spaces": " ", "digits": "7", "one CJK character": "\u65e5",
        "emoji": "\U0001f600", "line ends": "\n", "underscores": "_",
    }  # fmt: skip
    for name, unit in units.items():
        yield name, unit * (MEGABYTE // len(unit.encode()))
    yield "random base64", base64.b64encode(chosen.randbytes(MEGABYTE * 3 // 4)).decode()
    yield "random letters", "".join(chosen.choices(letters, k=MEGABYTE))


def ours(binary, encoding, paths, environment):
    """Processor seconds of the whole command, and the numbers that it printed."""
    command = [binary, "tokens", "--encoding", encoding, *paths]
    process = subprocess.Popen(
        [str(part) for part in command], stdout=subprocess.PIPE, env=environment, text=True
    )
    output = process.stdout.read().strip()
    process.stdout.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"bench: sotto tokens ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime, [line.split()[0] for line in output.splitlines()]


def references(python, encoding, folders):
    """For each folder the tokens and the processor seconds of each reference."""
    vocabulary = VOCABULARIES / f"{encoding}.vocabulary"
    command = [python, __file__, vocabulary, *folders]
    output = subprocess.run(
        [str(part) for part in command], check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    return json.loads(output)


def ranks(path):
    """The tokens of a vocabulary file, whose layout is told in Vocabulary.swift."""
    data = Path(path).read_bytes()
    version, _, count, slots, _, _, pairs = struct.unpack_from("<7I", data, 8)
    if version != 2:
        raise SystemExit(f"{path} has version {version} of the layout, not 2")
    start = 40 + 16 * slots + pairs // 2 + 8 * pairs
    offsets = struct.unpack_from(f"<{count + 1}I", data, start)
    text = data[start + 4 * (count + 1) :]
    return {text[offsets[rank] : offsets[rank + 1]]: rank for rank in range(count)}


def main(vocabulary, *folders):
    import tiktoken
    import tiktoken_ext.openai_public
    import toktok

    name = Path(vocabulary).stem
    tiktoken_ext.openai_public.load_tiktoken_bpe = lambda *_, **__: ranks(vocabulary)
    known = getattr(tiktoken_ext.openai_public, name)()
    encoding = tiktoken.Encoding(**{**known, "special_tokens": {}})
    results = {}
    for folder in folders:
        first = (Path(folder) / "first").read_bytes().decode()
        text = (Path(folder) / "second").read_bytes().decode()
        encoding.encode_ordinary(first)
        toktok.batch_count([first], name, threads=1)
        begin = time.process_time()
        count = len(encoding.encode_ordinary(text))
        between = time.process_time()
        toktok.batch_count([text], name, threads=1)
        results[folder] = {
            "tokens": count,
            "tiktoken": between - begin,
            "toktok": time.process_time() - between,
        }
    print(json.dumps(results))


if __name__ == "__main__":
    main(*sys.argv[1:])
