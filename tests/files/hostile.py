"""Files that were made to do harm, small where the harm does not need size."""

from __future__ import annotations

import io
import struct
import wave
import zipfile
import zlib
from collections.abc import Sequence

MEGABYTE = 1024 * 1024


# PDF --------------------------------------------------------------------------------------------


def pdf(objects: Sequence[bytes]) -> bytes:
    """These objects, numbered from 1; the first is the catalog."""
    body, places = bytearray(b"%PDF-1.7\n"), []
    for number, value in enumerate(objects, 1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, value)
    table = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    table += b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    return bytes(body) + table + end % (len(objects) + 1, len(body))


def one_page(content: bytes, *, box: bytes = b"0 0 612 792", filters: bytes = b"") -> bytes:
    """A PDF of one page with this content stream."""
    head = b"<< /Length %d %s>>\nstream\n" % (len(content), filters)
    return pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [%s] /Contents 4 0 R "
            b"/Resources << /Font << /F1 5 0 R >> >> >>" % box,
            head + content + b"\nendstream",
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        ]
    )


def flate_bomb(megabytes: int) -> bytes:
    """A page whose content unpacks, twice, to this much text."""
    line = b"BT /F1 12 Tf 72 720 Td (boom boom boom) Tj ET\n"
    packer, out = zlib.compressobj(9), []
    for _ in range(megabytes):
        out.append(packer.compress(line * (MEGABYTE // len(line))))
    out.append(packer.flush())
    twice = zlib.compress(b"".join(out), 9)
    return one_page(twice, filters=b"/Filter [/FlateDecode /FlateDecode] ")


def many_objects(count: int) -> bytes:
    """A PDF of so many objects, one page among them."""
    needed = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>",
    ]
    return pdf([*needed, *([b"<<>>"] * count)])


def many_pages(count: int) -> bytes:
    """A PDF that says it has so many pages; all are the same one."""
    kids = b"3 0 R " * min(count, 100_000)
    return pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, count),
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>",
        ]
    )


def endless_pages() -> bytes:
    """A PDF whose tree of pages has itself as its leaf."""
    return pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000 >>",
        ]
    )


def deep_pdf(depth: int) -> bytes:
    """Arrays within arrays."""
    return pdf([b"<< /Type /Catalog /Pages 2 0 R >>", b"[" * depth + b"]" * depth])


def huge_page() -> bytes:
    """A page of a million kilometres, without text: to be drawn, if somebody is fool enough."""
    return one_page(b"0 0 m 1e9 1e9 l S", box=b"0 0 2000000000 2000000000")


def polyglot() -> bytes:
    """A PDF that is an archive as well."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("program.exe", b"MZ" + bytes(100))
    text = b"BT /F1 12 Tf 72 720 Td (An innocent page.) Tj ET"
    return one_page(text) + packed.getvalue()


def packed() -> bytes:
    """An archive, which somebody may call a PDF."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.txt", b"a" * 100_000)
    return made.getvalue()


# Pictures and sound -----------------------------------------------------------------------------


def png(width: int, height: int, rows: bytes = b"") -> bytes:
    """A picture that says it is so large; its bytes are few."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        checksum = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + checksum

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = chunk(b"IDAT", zlib.compress(rows or bytes(1000)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + data + chunk(b"IEND", b"")


def png_text_bomb(megabytes: int) -> bytes:
    """A tiny picture with a comment that unpacks to this much."""
    comment = b"Comment\0\0" + zlib.compress(bytes(megabytes * MEGABYTE), 9)
    text = struct.pack(">I", len(comment)) + b"zTXt" + comment
    text += struct.pack(">I", zlib.crc32(b"zTXt" + comment))
    plain = png(4, 4, bytes(13 * 4))
    return plain[:33] + text + plain[33:]


def jpeg_head(width: int, height: int) -> bytes:
    """A JPEG that is a head, and nothing behind it."""
    frame = struct.pack(">BHHB", 8, height, width, 3) + b"\x01\x11\0\x02\x11\0\x03\x11\0"
    return b"\xff\xd8\xff\xc0" + struct.pack(">H", len(frame) + 2) + frame + b"\xff\xd9"


def truncated_m4a() -> bytes:
    """A file that says it is M4A, and ends within its second box."""
    brand = b"\0\0\0\x20ftypM4A \0\0\0\0M4A mp42isom\0\0\0\0"
    return brand + struct.pack(">I", 5000) + b"moov" + struct.pack(">I", 108) + b"mvhd" + bytes(40)


def m4a_of_huge_boxes() -> bytes:
    """Boxes that say they are larger than any disk."""
    brand = b"\0\0\0\x20ftypM4A \0\0\0\0M4A mp42isom\0\0\0\0"
    box = struct.pack(">I", 1) + b"mdat" + struct.pack(">Q", 2**62)
    return brand + box + bytes(100)


def wav_that_lies(seconds: int = 1) -> bytes:
    """A short sound that says it goes on for hours, at a rate that nothing plays."""
    made = io.BytesIO()
    with wave.open(made, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16_000)
        file.writeframes(bytes(32_000 * seconds))
    data = bytearray(made.getvalue())
    data[4:8] = data[40:44] = b"\xff\xff\xff\x7f"
    data[24:28] = struct.pack("<I", 0x7FFFFFFF)
    return bytes(data)


# Text -------------------------------------------------------------------------------------------


def text_bomb(megabytes: int) -> bytes:
    """The same sentence, over and over."""
    line = b"The same sentence about Ingrid Solberg of Oslo, again and again. "
    return line * (megabytes * MEGABYTE // len(line))


def one_word(megabytes: int) -> bytes:
    """A word without end."""
    return b"a" * (megabytes * MEGABYTE)


def one_line_csv(megabytes: int) -> bytes:
    """A statement whose only line has cells without end."""
    head = b"Date,Description,Amount\n2026-10-01,"
    cell = b"rent,-1.00,"
    return head + cell * (megabytes * MEGABYTE // len(cell))


def quote_csv(megabytes: int) -> bytes:
    """A statement whose first quote is never closed."""
    row = b"2026-10-01,rent,-1.00\n"
    return b'Date,Description,Amount\n"2026-10-01' + row * (megabytes * MEGABYTE // len(row))


def endless_calendar(*rules: str) -> bytes:
    """Events that come back for ever."""
    events = [
        "BEGIN:VEVENT\r\n"
        f"UID:{n}@example.org\r\nDTSTAMP:20200101T000000Z\r\nDTSTART:20200101T000000Z\r\n"
        f"DTEND:20200101T000001Z\r\nRRULE:{rule}\r\nSUMMARY:Again {n}\r\nEND:VEVENT\r\n"
        for n, rule in enumerate(rules)
    ]
    head = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\n"
    return (head + "".join(events) + "END:VCALENDAR\r\n").encode()


def deep_xml(depth: int) -> bytes:
    """A bank statement of elements within elements."""
    head = b'<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">'
    return head + b"<BkToCstmrStmt>" + b"<a>" * depth + b"</a>" * depth


def entity_bomb() -> bytes:
    """A bank statement whose entities laugh a billion times."""
    entities = '<!ENTITY l0 "lol">'
    for n in range(1, 10):
        inner = f"&l{n - 1};" * 10
        entities += f'<!ENTITY l{n} "{inner}">'
    head = f'<?xml version="1.0"?><!DOCTYPE Document [{entities}]>'
    body = '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>'
    return f"{head}{body}&l9;</BkToCstmrStmt></Document>".encode()


def outside_entity() -> bytes:
    """A bank statement that wants to show a file of the server."""
    head = '<?xml version="1.0"?><!DOCTYPE Document [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    body = '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>'
    return f"{head}{body}&x;</BkToCstmrStmt></Document>".encode()
