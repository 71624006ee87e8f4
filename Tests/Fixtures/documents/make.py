"""Writes the PDF files of this folder: python3 make.py"""

from pathlib import Path

FOLDER = Path(__file__).parent
FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"


def pdf(*pages, encryption=b""):
    """A PDF file whose pages show these lines of text; an empty one shows nothing, as a scan would."""
    kids = b" ".join(b"%d 0 R" % (4 + 2 * place) for place in range(len(pages)))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(pages), kids),
        FONT,
    ]
    for place, text in enumerate(pages):
        lines = b" T* ".join(b"(%s) Tj" % line.encode("cp1252") for line in text.splitlines())
        stream = b"BT /F 12 Tf 14 TL 72 720 Td %s ET" % lines if text else b""
        objects.append(
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>"
            b"/Contents %d 0 R>>" % (5 + 2 * place)
        )
        objects.append(b"<</Length %d>>stream\n%s\nendstream" % (len(stream), stream))
    data, offsets = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    start = len(data)
    size = len(objects) + 1
    data += b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, table)
    data += b"trailer\n<</Size %d/Root 1 0 R%s>>\n" % (size, encryption)
    return data + b"startxref\n%d\n%%%%EOF\n" % start


# No password fits these digests, so none opens the file.
LOCK = b"/ID[<%s><%s>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<%s>/U<%s>>>" % (
    (b"11" * 16,) * 2 + (b"22" * 32, b"33" * 32)
)

if __name__ == "__main__":
    tides = ("The tides of Halvorsen Bay\nHigh water comes at noon.", "Caf\xe9 Zephyr closes at nine.")
    (FOLDER / "tides.pdf").write_bytes(pdf(*tides))
    (FOLDER / "scan.pdf").write_bytes(pdf(""))
    (FOLDER / "locked.pdf").write_bytes(pdf("Nobody reads this.", encryption=LOCK))
