"""Makes seeds of the recorded answers: make-seeds.py RECORDINGS FOLDER.

A seed is three bytes (protocol, status and label, how it is cut) and an answer of at most 64 KB.
"""

import base64
import json
import sys
from pathlib import Path

# In the order of the registry of wire protocols.
PROTOCOLS = ["openai-chat", "openai-responses", "anthropic", "gemini", "ollama"]
LIMIT = 65_000


def answer(recording):
    """The bytes of the recorded answer."""
    response = recording["response"]
    if "body_base64" in response:
        return base64.b64decode(response["body_base64"])
    return response.get("body", "").encode()


def main(recordings, folder):
    count = 0
    for expected in sorted(recordings.rglob("*.expected.json")):
        recording = expected.with_name(expected.name.replace(".expected", ""))
        protocol = json.loads(expected.read_text(encoding="utf-8")).get("protocol")
        if protocol not in PROTOCOLS or not recording.exists():
            continue
        body = answer(json.loads(recording.read_text(encoding="utf-8")))
        if 0 < len(body) <= LIMIT:
            head = bytes([PROTOCOLS.index(protocol), 0, count % 31])
            (folder / f"{count:04}").write_bytes(head + body)
            count += 1
    print(f"{count} seeds")


main(Path(sys.argv[1]), Path(sys.argv[2]))
