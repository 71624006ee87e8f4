"""Makes the vocabulary files from the lists of ranks: make-vocabulary.py WHEEL FOLDER

Reads both encodings' lists from the wheel (nothing of it is installed or run), checks them by
their SHA-256, and writes FOLDER/NAME.vocabulary: a hash table that is mapped and used as it is.
`Vocabulary.swift` describes the layout.
"""

import base64
import gzip
import hashlib
import itertools
import pathlib
import struct
import sys
import zipfile

ENCODINGS = {
    "cl100k_base": (1, "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"),
    "o200k_base": (2, "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"),
}

# Numbers that `VocabularyLayout.swift` shares: the bits of a rank, and the factor that spreads hashes.
RANK_BITS = 21
MIX = 0x9E3779B97F4A7C15
ALL = (1 << 64) - 1
NONE = 1 << RANK_BITS


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
    """Eight bytes at a time, the last ones filled up with zeros; its upper bits choose the slot."""
    value = len(token)
    for start in range(0, len(token), 8):
        word = int.from_bytes(token[start : start + 8], "little")
        value = (value ^ value >> 32 ^ word) * MIX & ALL
    return value


def token_slots(tokens):
    """The first eight bytes, then the rank with the length above it, then the place in the text."""
    slot_bits = (2 * len(tokens) - 1).bit_length()
    slots = [0] * (2 << slot_bits)
    place = 0
    for rank, token in enumerate(tokens):
        slot = hashed(token) >> (64 - slot_bits)
        while slots[2 * slot + 1]:
            slot = (slot + 1) & ((1 << slot_bits) - 1)
        slots[2 * slot] = int.from_bytes(token[:8], "little")
        slots[2 * slot + 1] = place << 32 | len(token) << RANK_BITS | rank
        place += len(token)
    return slots


def last_pair(token, ranks):
    """The two tokens that a token is merged from at last, or None when merging leads elsewhere."""
    parts = [bytes([byte]) for byte in token]
    while len(parts) > 2:
        pairs = [ranks.get(left + right, NONE) for left, right in zip(parts, parts[1:])]
        lowest = min(pairs)
        if lowest == NONE:
            return None
        index = pairs.index(lowest)
        parts[index : index + 2] = [parts[index] + parts[index + 1]]
    return ranks[parts[0]], ranks[parts[1]]


def pair_slots(tokens):
    """The pairs that merging can make tokens of: one for each token of two bytes or more. Another
    pair of tokens may have the bytes of a third as well, but merging never comes to it: between
    the ends of a token the steps are those that the token's bytes take by themselves."""
    ranks = {token: rank for rank, token in enumerate(tokens)}
    slot_bits = (2 * len(tokens) - 1).bit_length()
    slots = [ALL] * (1 << slot_bits)
    filter = [0] * (1 << slot_bits + 2 - 6)
    for rank, token in enumerate(tokens):
        pair = last_pair(token, ranks) if len(token) > 1 else None
        if pair is None:
            continue
        key = pair[0] << RANK_BITS | pair[1]
        mixed = key * MIX & ALL
        bit = mixed >> (64 - slot_bits - 2)
        filter[bit >> 6] |= 1 << (bit & 63)
        slot = mixed >> (64 - slot_bits)
        while slots[slot] != ALL:
            slot = (slot + 1) & (len(slots) - 1)
        slots[slot] = key << RANK_BITS | rank
    return filter, slots


def compiled(code, tokens):
    slots = token_slots(tokens)
    filter, pairs = pair_slots(tokens)
    offsets = [0, *itertools.accumulate(map(len, tokens))]
    longest = max(map(len, tokens))
    if longest >= 1 << 32 - RANK_BITS:
        raise SystemExit(f"a token of {longest} bytes is too long")
    header = (2, code, len(tokens), len(slots) // 2, longest, offsets[-1], len(pairs), 0)
    parts = [
        b"SOTTOBPE",
        struct.pack("<8I", *header),
        struct.pack(f"<{len(slots)}Q", *slots),
        struct.pack(f"<{len(filter)}Q", *filter),
        struct.pack(f"<{len(pairs)}Q", *pairs),
        struct.pack(f"<{len(offsets)}I", *offsets),
    ]
    return b"".join(parts + tokens)


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
