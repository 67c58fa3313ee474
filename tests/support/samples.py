"""Small files of every kind that tests upload, made here: nothing is copied from anywhere."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

NOTE = b"""# The Oslo office

The lease of the Oslo office ends on 31 March 2027. Ingrid Solberg signed it.

# The Lisbon office

The rent of the Lisbon office is due on the first of each month.
"""

CALENDAR = "\r\n".join(
    (
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Example//EN",
        "BEGIN:VEVENT",
        "UID:dentist@example.org",
        "DTSTAMP:20261101T000000Z",
        "DTSTART:20261120T090000Z",
        "DTEND:20261120T093000Z",
        "SUMMARY:Dentist appointment",
        "LOCATION:Elm Street 4",
        "ATTENDEE;CN=Ingrid Solberg:mailto:ingrid@example.org",
        "END:VEVENT",
        "BEGIN:VEVENT",
        "UID:review@example.org",
        "DTSTAMP:20261101T000000Z",
        "DTSTART:20261204T140000Z",
        "DTEND:20261204T150000Z",
        "SUMMARY:Quarterly budget review",
        "DESCRIPTION:Bring the figures of the Oslo office.",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    )
).encode()

BANK = b"""Date,Description,Amount,Currency
2026-10-01,Rent Lisbon office,-1200.00,EUR
2026-10-05,Salary Acme,3500.00,EUR
2026-10-17,Grocery store,-42.10,EUR
2026-10-28,Train ticket,-99.95,EUR
"""

GIF = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x01\x00\x01\x00"
PROGRAM = b"MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff\x00\x00" + b"\0" * 100
ELF = b"\x7fELF\x02\x01\x01" + b"\0" * 100
ZIP = b"PK\x03\x04\x14\x00\x00\x00\x08\x00" + b"\0" * 40 + b"PK\x05\x06" + b"\0" * 18


def pdf(*pages: str, encrypted: bool = False) -> bytes:
    """A PDF with one line of text on each page."""
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for n, text in enumerate(pages):
        line = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        content = f"BT /F1 12 Tf 72 720 Td ({line}) Tj ET".encode("latin-1")
        objects += [
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] "
            b"/Resources << /Font << /F1 3 0 R >> >> /Contents %d 0 R >>" % (5 + 2 * n),
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        ]
    if encrypted:
        secret = b"<" + b"5a" * 32 + b">"
        objects.append(
            b"<< /Filter /Standard /V 1 /R 2 /P -4 /O " + secret + b" /U " + secret + b" >>"
        )
    return _assembled(objects, encrypted)


def _assembled(objects: Sequence[bytes], encrypted: bool) -> bytes:
    """The objects behind each other, with the table that tells where each begins."""
    body, places = bytearray(b"%PDF-1.4\n"), []
    for number, value in enumerate(objects, 1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, value)
    table = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    table += b"".join(b"%010d 00000 n \n" % place for place in places)
    trailer = b"/Size %d /Root 1 0 R /ID [<00><00>]" % (len(objects) + 1)
    if encrypted:
        trailer += b" /Encrypt %d 0 R" % len(objects)
    return bytes(body + table) + b"trailer << %s >>\nstartxref\n%d\n%%%%EOF\n" % (
        trailer,
        len(body),
    )


def png(width: int = 8, height: int = 8) -> bytes:
    """A white picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        checksum = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + checksum

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\xff" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
