#!/usr/bin/env python3
"""Draws the icons of the installed app from the page's favicon.svg.

Needs rsvg-convert, pngquant and optipng (Debian: librsvg2-bin, pngquant, optipng).
"""

import re
import struct
import subprocess
from pathlib import Path

PUBLIC = Path(__file__).resolve().parents[1] / "Sources" / "SottoWeb" / "Public"
SOURCE = (PUBLIC / "favicon.svg").read_text()
MARK = re.search(r"<svg[^>]*>(.*)</svg>", SOURCE, re.DOTALL)[1]
ACCENT = re.search(r"#\w{6}", MARK)[0]
# White on the accent, for a system that cuts the icon into a shape of its own.
INVERTED = MARK.replace(ACCENT, "#").replace("#fff", ACCENT).replace('"#"', '"#fff"')


def drawing(mark, scale, ground=None):
    """The mark at a part of the whole size, in the middle."""
    edge = 16 * (1 - scale)
    back = f'<path fill="{ground}" d="M0 0h32v32H0z"/>' if ground else ""
    place = f'transform="translate({edge} {edge}) scale({scale})"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">{back}<g {place}>{mark}</g></svg>'
    )


def png(svg, size):
    drawn = subprocess.run(
        ["rsvg-convert", "-w", str(size), "-h", str(size)],
        input=svg.encode(), capture_output=True, check=True,
    ).stdout  # fmt: skip
    return subprocess.run(
        ["pngquant", "32", "-"], input=drawn, capture_output=True, check=True
    ).stdout


def write(path, content):
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    if path.suffix == ".png":
        subprocess.run(["optipng", "-quiet", "-o7", "-strip", "all", path], check=True)


def ico(svg, *sizes):
    """A Windows icon of PNG pictures: a head, an entry of 16 bytes for each, and the pictures."""
    pictures = [png(svg, size) for size in sizes]
    head = struct.pack("<HHH", 0, 1, len(sizes))
    place = len(head) + 16 * len(sizes)
    for size, picture in zip(sizes, pictures):
        head += struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(picture), place)
        place += len(picture)
    return head + b"".join(pictures)


plain = drawing(MARK, 1)
write(PUBLIC / "favicon.ico", ico(plain, 16, 32, 48))
write(PUBLIC / "icons" / "any-192.png", png(plain, 192))
write(PUBLIC / "icons" / "any-512.png", png(plain, 512))
# What is within four fifths of the width is never cut off.
write(PUBLIC / "icons" / "maskable-512.png", png(drawing(INVERTED, 0.6, ACCENT), 512))
write(PUBLIC / "apple-touch-icon.png", png(drawing(INVERTED, 0.7, ACCENT), 180))
