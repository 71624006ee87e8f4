"""What `sotto decode` makes of a recorded answer, in the words of an official library."""

import json
import subprocess


def decode(binary, protocol, recording, length=None):
    """The JSON object that `sotto decode` prints for a recording or its first `length` bytes."""
    arguments = ["decode", "--protocol", protocol, "--status", str(recording.status)]
    if recording.content_type:
        arguments += ["--content-type", recording.content_type]
    result = subprocess.run(
        [str(binary), *arguments, "-"],
        input=recording.body[:length],
        capture_output=True,
        timeout=60,
        check=True,
    )
    return json.loads(result.stdout)


def calls(decoded):
    """The tool calls as (id, name, arguments)."""
    return [
        (call["id"], call["name"], json.loads(call["arguments"]))
        for call in decoded["tool_calls"]
    ]


def cuts(recording):
    """Where to cut a streamed answer: early, in the middle, and just before its last event."""
    last = recording.body.rstrip().rfind(b"\n")
    return sorted({len(recording.body) // 10, len(recording.body) // 2, last})
