"""Writes Sources/SottoSearch/Words/FoldingPairs.swift: what scalars are folded to, beyond their lower case.

Compatibility forms become the plain ones (full-width letters, ligatures, presentation forms) and letters lose
their accents. Kana keep their voicing marks and Hangul its syllables: they are other letters, not accented ones.
"""

import unicodedata
from pathlib import Path

TARGET = Path(__file__).parents[3] / "Sources/SottoSearch/Words/FoldingPairs.swift"
SCALARS = [*range(0x80, 0xD800), *range(0xE000, 0x10000), *range(0x1D400, 0x1D800), *range(0x1F130, 0x1F16A)]


def is_accent(character):
    scalar = ord(character)
    return (
        0x300 <= scalar <= 0x36F or 0x1AB0 <= scalar <= 0x1AFF or 0x1DC0 <= scalar <= 0x1DFF or 0x20D0 <= scalar <= 0x20FF
    )


def folded(character):
    scalar = ord(character)
    if 0xAC00 <= scalar <= 0xD7A3 or 0x3041 <= scalar <= 0x30FF:
        return character
    form = "NFKC" if 0xFF65 <= scalar <= 0xFFDC else "NFKD"
    plain = unicodedata.normalize(form, character).casefold()
    if form == "NFKD":
        plain = unicodedata.normalize(form, plain)
    return "".join(c for c in plain if not is_accent(c))


def pairs():
    for scalar in SCALARS:
        character = chr(scalar)
        result = folded(character)
        if result in ("", character) or result == character.lower() or len(result) > 8:
            continue
        if all(c.isalnum() or unicodedata.category(c).startswith("M") for c in result):
            yield character + result


def main():
    lines, line = [], ""
    for pair in pairs():
        if len(line) + len(pair) + 1 > 90:
            lines.append(line)
            line = ""
        line += pair + " "
    lines.append(line)
    body = "".join(f"    {line.strip()}\n" for line in lines)
    TARGET.write_text(
        "/// A scalar and what it is folded to, in pairs with blanks between them; Unicode "
        + unicodedata.unidata_version
        + ".\n/// `Tests/Fixtures/search/make.py` writes this file.\nenum FoldingPairs {\n"
        + '  static let text: StaticString = """\n'
        + body
        + '    """\n}\n'
    )


main()
