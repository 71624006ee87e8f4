"""Makes what the tests of SottoTokens compare with, and the table of scalar classes.

    python3 make.py WHEEL

WHEEL is the one in Scripts/requirements-vocabularies.txt; tiktoken must be installed. The results
are tiktoken's own: its regular expressions, its merging, its version of Unicode.
"""

import base64
import gzip
import json
import pathlib
import random
import sys
import zipfile

import tiktoken
import tiktoken_ext.openai_public

HERE = pathlib.Path(__file__).parent
RUNS = HERE.parents[2] / "Sources/SottoTokens/Pretokenizing/ScalarClassRuns.swift"
NAMES = ["cl100k_base", "o200k_base"]

# The letters of ScalarClassTable.swift.
CLASSES = {
    "U": r"[\p{Lu}\p{Lt}]",
    "l": r"\p{Ll}",
    "L": r"[\p{Lm}\p{Lo}]",
    "M": r"\p{M}",
    "N": r"\p{N}",
    "s": r"[\s--[\r\n]]",
    "n": r"[\r\n]",
}

CURATED = [
    "Hello, world!",
    "I'll say it's what they'VE don't, I'M sure he'D 'sup o'clock 'tis x'\u017f 's",
    "HTTPServer camelCase XMLHttpRequest snake_case SCREAMING_CASE iPhone15Pro",
    "na\u00efve \u00c5ngstr\u00f6m Stra\u00dfe \u0130stanbul \u01c5 \ufb01 e\u0301 \u0301A A\u0301B",
    "\u4e2d\u6587\u6d4b\u8bd5\uff0c\u4f60\u597d\u3002 \u65e5\u672c\u8a9e\u30c6\u30b9\u30c8 \ud55c\uad6d\uc5b4 \u6f22\u5b57ABC\u3000x",
    "\u041f\u0440\u0438\u0432\u0435\u0442 \u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627 \u0939\u093f\u0928\u094d\u0926\u0940 \u0e20\u0e32\u0e29\u0e32\u0e44\u0e17\u0e22 \u10e5\u10d0\u10e0\u10d7\u10e3\u10da\u10d8",
    "\U0001f44d\U0001f3fd \U0001f468\u200d\U0001f469\u200d\U0001f467 \U0001f1e9\U0001f1ea \u2764\ufe0f",
    "3.14159 1,000,000 2026-11-30 0xFF \u00bd\u2167 \u0661\u0662\u0663\u0664 12345678901234567890",
    "a\r\n\r\n  b\n\n\n\tc   \n d  \r e \u00a0 f\u2028g\x85h   ",
    "https://example.org/a//b/?q=1&r=%20#x\n// comment\n/* */\n",
    'func f(_ x: Int) -> [String] {\n    return ["a", "b"]  // why\n}\n',
    '{"a": [1, 2.5, null], "b": {"c": "\\u00e9\\n"}}',
    "<|endoftext|> <|im_start|>user<|im_sep|> is text",
    "\x00\x01\ufffd\ufeff\ue000\U000e0100\U0010ffff",
    "\u0295\u088f\u1acf\U00032000",  # where Unicode 17 differs from 16, and beyond the table
]
ALPHABET = "aAbB\u65e5\u00aa\u0301\u01c5'sS\u017ftLlrEevV1\u00bd \t\n\r/!.\u00a0\u3000"
UNITS = ["a", "A", " ", "\n", "1", "\u65e5", "'", "/", "=", "\u0301", "\U0001f44d", "ab", "aA",
         " \n", "\r\n", "\u65e5A", "'s"]


def encoding(wheel, name):
    with zipfile.ZipFile(wheel) as archive:
        text = gzip.decompress(archive.read(f"bpe_openai/data/{name}.tiktoken.gz"))
    ranks = {base64.b64decode(a): int(b) for a, b in (line.split() for line in text.splitlines())}
    tiktoken_ext.openai_public.load_tiktoken_bpe = lambda *_, **__: ranks
    pattern = getattr(tiktoken_ext.openai_public, name)()["pat_str"]
    return tiktoken.Encoding(name, pat_str=pattern, mergeable_ranks=ranks, special_tokens={})


def scalar_classes():
    """The class letter of each scalar, by what tiktoken's expressions match."""
    everything = "".join(chr(c) for c in range(0x110000) if not 0xD800 <= c < 0xE000)
    ranks = {bytes([byte]): byte for byte in range(256)}
    classes = ["o"] * 0x110000
    for letter, pattern in CLASSES.items():
        matcher = tiktoken.Encoding("x", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
        for scalar in bytes(matcher.encode_ordinary(everything)).decode():
            classes[ord(scalar)] = letter
    return classes


def write_runs(classes):
    beyond = [c for c in range(0x33000, 0x110000) if classes[c] != "o"]
    assert beyond == list(range(0xE0100, 0xE01F0)) and classes[0xE0100] == "M"
    end = max(c for c in range(0x33000) if classes[c] != "o") + 1
    lines, start = [""], 0
    while start < end:
        stop = start
        while stop < end and classes[stop] == classes[start]:
            stop += 1
        run = classes[start] + (str(stop - start) if stop - start > 1 else "")
        if len(lines[-1]) + len(run) > 92:
            lines.append("")
        lines[-1] += run
        start = stop
    text, indent = RUNS.read_text(), "    "
    head, _, rest = text.partition('"""\n')
    tail = rest[rest.index('    """'):]
    RUNS.write_text(head + '"""\n' + "".join(f"{indent}{line}\n" for line in lines) + tail)


def texts(classes):
    chosen = random.Random(16)
    by_class = {}
    for scalar, letter in enumerate(classes):
        if not 0xD800 <= scalar < 0xE000:
            by_class.setdefault(letter, []).append(chr(scalar))

    def any_scalars(count):
        return "".join(chosen.choice(by_class[chosen.choice("UlLMNsno")]) for _ in range(count))

    def mixed(count):
        words = [word for text in CURATED for word in text.split(" ")]
        gaps = [" ", " ", "  ", "\n", "\r\n", "\n\n  ", "\t", "", ".", ", ", "(", "/", "\u3000"]
        return "".join(chosen.choice(words) + chosen.choice(gaps) for _ in range(count))

    yield from ["", *CURATED]
    for _ in range(150):
        yield "".join(chosen.choice(ALPHABET) for _ in range(chosen.randrange(1, 25)))
    for _ in range(60):
        yield mixed(chosen.randrange(2, 25))
    for _ in range(60):
        yield any_scalars(chosen.randrange(1, 30))
    for length in (5, 60, 400):
        yield base64.b64encode(chosen.randbytes(length)).decode()
        yield chosen.randbytes(length).hex()
    for unit in UNITS:
        for times in (2, 3, 17, 129):
            yield unit * times


def main(wheel):
    classes = scalar_classes()
    write_runs(classes)
    encodings = [encoding(wheel, name) for name in NAMES]
    with open(HERE / "texts.jsonl", "w") as file:
        for text in texts(classes):
            tokens = {e.name: e.encode_ordinary(text) for e in encodings}
            file.write(json.dumps({"text": text, **tokens}, separators=(",", ":")) + "\n")
    with open(HERE / "repeats.jsonl", "w") as file:
        for unit in UNITS:
            times = 20_000 // len(unit.encode())
            counts = {e.name: len(e.encode_ordinary(unit * times)) for e in encodings}
            line = {"unit": unit, "times": times, **counts}
            file.write(json.dumps(line, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
