"""Makes seeds of the recorded answers: make-seeds.py RECORDINGS FOLDER.

A seed is three bytes (protocol, status and label, how it is cut) and an answer of at most 64 KB.
"""

import json
import sys
from pathlib import Path

# In the order of the registry of wire protocols.
PROTOCOLS = ["openai-chat", "openai-responses", "anthropic", "gemini", "ollama"]
LIMIT = 65_000


def protocol_of(expected):
    try:
        return json.loads(expected.read_text(encoding="utf-8")).get("protocol")
    except (OSError, ValueError):
        return None


def main(recordings, folder):
    count = 0
    for expected in sorted(recordings.rglob("*.expected.json")):
        protocol = protocol_of(expected)
        stem = expected.name.removesuffix(".expected.json")
        bodies = [one for one in expected.parent.glob(stem + ".*") if one != expected]
        for body in bodies:
            data = body.read_bytes()
            if protocol not in PROTOCOLS or len(data) > LIMIT:
                continue
            head = bytes([PROTOCOLS.index(protocol), 0, count % 31])
            (folder / f"{count:04}").write_bytes(head + data)
            count += 1
    print(f"{count} seeds")


main(Path(sys.argv[1]), Path(sys.argv[2]))
