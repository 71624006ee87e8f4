"""A ChatGPT export of any size, such as a person with many long conversations has."""

import json
import random

WORDS = (
    "the model answers with a list of steps and an example that shows how each of them works in "
    "practice while the question was about something simpler than this 你好 世界 数据"
).split()


def conversation(rng, number):
    mapping = {"root": {"id": "root", "message": None, "parent": None, "children": ["n0"]}}
    count = rng.randrange(6, 40)
    for index in range(count):
        is_user = index % 2 == 0
        length = rng.randrange(20, 60) if is_user else rng.randrange(100, 500)
        text = " ".join(rng.choices(WORDS, k=length))
        if not is_user and rng.random() < 0.3:
            text += '\n\n```python\nprint("an example")\n```\n'
        mapping[f"n{index}"] = {
            "id": f"n{index}",
            "parent": f"n{index - 1}" if index else "root",
            "children": [f"n{index + 1}"] if index + 1 < count else [],
            "message": {
                "id": f"n{index}",
                "author": {"role": "user" if is_user else "assistant", "name": None},
                "create_time": 1_700_000_000 + number * 100 + index,
                "update_time": None,
                "content": {"content_type": "text", "parts": [text]},
                "status": "finished_successfully",
                "end_turn": True,
                "weight": 1.0,
                "metadata": {
                    "model_slug": "gpt-4o",
                    "default_model_slug": "auto",
                    "finish_details": {"type": "stop", "stop_tokens": [200002]},
                    "request_id": "0123456789abcdef-FRA",
                    "message_source": None,
                    "timestamp_": "absolute",
                },
                "recipient": "all",
                "channel": None,
            },
        }
    return {
        "title": "conversation NUMBER",
        "create_time": 1_700_000_000 + number,
        "update_time": 1_700_000_000 + number + count,
        "mapping": mapping,
        "moderation_results": [],
        "current_node": f"n{count - 1}",
        "conversation_id": "id-NUMBER",
        "default_model_slug": "gpt-4o",
        "is_archived": False,
    }


def write(path, size):
    """Writes about `size` bytes: two hundred different conversations again and again, each with a
    title and an id of its own."""
    rng = random.Random(1)
    pieces = [json.dumps(conversation(rng, n), ensure_ascii=False).encode() for n in range(200)]
    written = number = 0
    with open(path, "wb") as file:
        file.write(b"[")
        while written < size:
            piece = pieces[number % 200].replace(b"NUMBER", b"%d" % number)
            file.write((b"," if number else b"") + piece)
            written += len(piece)
            number += 1
        file.write(b"]")
    return number
