"""Makes the vocabulary files from the lists of ranks: make-vocabulary.py WHEEL FOLDER

Reads both encodings' lists from the wheel (nothing of it is installed or run), checks them by
their SHA-256, and writes FOLDER/NAME.vocabulary: a hash table that is mapped and used as it is.
`Vocabulary.swift` describes the layout.
"""

import base64
import gzip
import hashlib
import pathlib
import struct
import sys
import zipfile

ENCODINGS = {
    "cl100k_base": (1, "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"),
    "o200k_base": (2, "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"),
}


def read_tokens(text):
    """The tokens by rank; each line has one in base64 and its rank."""
    tokens = []
    for line in text.splitlines():
        token, rank = line.split()
        if int(rank) != len(tokens):
            raise SystemExit(f"rank {rank} is out of order")
        tokens.append(base64.b64decode(token))
    return tokens


def hashed(token):
    """FNV-1a of 64 bits."""
    value = 0xCBF29CE484222325
    for byte in token:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def compiled(code, tokens):
    slot_count = 1 << (2 * len(tokens) - 1).bit_length()
    slots = [0] * (2 * slot_count)
    offsets = [0]
    for rank, token in enumerate(tokens):
        value = hashed(token)
        slot = value & (slot_count - 1)
        while slots[2 * slot + 1]:
            slot = (slot + 1) & (slot_count - 1)
        slots[2 * slot] = value >> 32
        slots[2 * slot + 1] = rank + 1
        offsets.append(offsets[-1] + len(token))
    longest = max(map(len, tokens))
    header = (1, code, len(tokens), slot_count, longest, offsets[-1])
    words = [*header, *slots, *offsets]
    return b"SOTTOBPE" + struct.pack(f"<{len(words)}I", *words) + b"".join(tokens)


def main(wheel, folder):
    folder = pathlib.Path(folder)
    with zipfile.ZipFile(wheel) as archive:
        for name, (code, expected) in ENCODINGS.items():
            text = gzip.decompress(archive.read(f"bpe_openai/data/{name}.tiktoken.gz"))
            if hashlib.sha256(text).hexdigest() != expected:
                raise SystemExit(f"{name} is not the list that is expected")
            (folder / f"{name}.vocabulary").write_bytes(compiled(code, read_tokens(text)))


if __name__ == "__main__":
    main(*sys.argv[1:])
