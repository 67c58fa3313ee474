"""Writes small PDFs by hand, so that tests know every byte of what they read."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field

_PADDING = bytes.fromhex("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a")
_PERMISSIONS = -4
_FILE_ID = b"0123456789abcdef"


@dataclass
class Sheet:
    """One page; places are in points from the top left."""

    width: float = 595
    height: float = 842
    sideways: bool = False
    """Whether its text runs from the bottom to the top."""
    drawn: list[bytes] = field(default_factory=list)
    picture: tuple[int, int, bytes] | None = None
    """Width, height and grey pixels of a picture that covers the page."""

    def write(self, x: float, y: float, text: str, size: float = 10) -> Sheet:
        """Put one line of text on the page."""
        shown = text.encode("cp1252").replace(b"\\", b"\\\\")
        shown = shown.replace(b"(", b"\\(").replace(b")", b"\\)")
        place = f"1 0 0 1 {x:g} {self.height - y:g}"
        if self.sideways:
            place = f"0 1 -1 0 {y:g} {x:g}"
        place = f"BT /F {size:g} Tf {place} Tm "
        self.drawn.append(place.encode() + b"(" + shown + b") Tj ET")
        return self

    def row(self, y: float, cells: dict[float, str], size: float = 10) -> Sheet:
        """Put texts beside each other, each at its place from the left."""
        for x, cell in cells.items():
            self.write(x, y, cell, size)
        return self

    def rule(self, x0: float, y0: float, x1: float, y1: float) -> Sheet:
        """Draw a line."""
        ends = f"{x0:g} {self.height - y0:g} m {x1:g} {self.height - y1:g} l S"
        self.drawn.append(ends.encode())
        return self

    def box(self, x: float, y: float, width: float, height: float, grey: float) -> Sheet:
        """Fill a box."""
        shape = f"{x:g} {self.height - y - height:g} {width:g} {height:g} re f"
        self.drawn.append(f"{grey:g} g {shape} 0 g".encode())
        return self

    def grid(self, xs: Sequence[float], ys: Sequence[float]) -> Sheet:
        """Rule every line of a grid."""
        for x in xs:
            self.rule(x, ys[0], x, ys[-1])
        for y in ys:
            self.rule(xs[0], y, xs[-1], y)
        return self

    def content(self) -> bytes:
        """The page's stream."""
        scan = f"q {self.width:g} 0 0 {self.height:g} 0 0 cm /I Do Q".encode()
        return b"\n".join([*([scan] if self.picture else []), *self.drawn])


def make(sheets: Sequence[Sheet], *, title: str = "", password: str | None = None) -> bytes:
    """A PDF of these pages; `password` is what opens it, and may be empty."""
    bodies: list[bytes] = [b"<< /Type /Catalog /Pages 2 0 R >>", b"", _font()]
    kids = []
    for sheet in sheets:
        resources = b"/Font << /F 3 0 R >>"
        if sheet.picture:
            bodies.append(_image(*sheet.picture))
            resources += f" /XObject << /I {len(bodies)} 0 R >>".encode()
        bodies.append(stream(sheet.content()))
        bodies.append(_page(sheet, resources, len(bodies)))
        kids.append(f"{len(bodies)} 0 R")
    bodies[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>".encode()
    information = b""
    if title and password is None:
        bodies.append(b"<< /Title (" + title.encode() + b") >>")
        information = f" /Info {len(bodies)} 0 R".encode()
    if password is None:
        return assemble(bodies, information)
    return _encrypted(bodies, password)


def stream(content: bytes, *, filtered: str = "") -> bytes:
    """The body of a stream."""
    head = f"<< /Length {len(content)} {filtered} >>\nstream\n"
    return head.encode() + content + b"\nendstream"


def assemble(bodies: Sequence[bytes], trailer: bytes = b"") -> bytes:
    """A file of these objects; the first is the catalogue."""
    out = bytearray(b"%PDF-1.4\n")
    places = []
    for number, body in enumerate(bodies, start=1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(bodies) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{place:010} 00000 n \n".encode() for place in places)
    size = f"/Size {len(bodies) + 1} /Root 1 0 R".encode()
    out += b"trailer\n<< " + size + trailer + b" >>\n"
    return bytes(out + f"startxref\n{start}\n%%EOF\n".encode())


def _page(sheet: Sheet, resources: bytes, contents: int) -> bytes:
    return (
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {sheet.width:g} {sheet.height:g}] "
        f"/Contents {contents} 0 R /Resources << ".encode()
        + resources
        + b" >> >>"
    )


def _font() -> bytes:
    return b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"


def _image(width: int, height: int, pixels: bytes) -> bytes:
    packed = zlib.compress(pixels)
    head = (
        f"<< /Type /XObject /Subtype /Image /Width {width} /Height {height} /BitsPerComponent 8 "
        f"/ColorSpace /DeviceGray /Filter /FlateDecode /Length {len(packed)} >>\nstream\n"
    )
    return head.encode() + packed + b"\nendstream"


def _encrypted(bodies: list[bytes], password: str) -> bytes:
    """The standard handler with 40-bit RC4, as old banks still use it."""
    padded = (password.encode() + _PADDING)[:32]
    owner = _rc4(hashlib.md5(padded).digest()[:5], padded)
    permissions = _PERMISSIONS.to_bytes(4, "little", signed=True)
    key = hashlib.md5(padded + owner + permissions + _FILE_ID).digest()[:5]
    user = _rc4(key, _PADDING)
    locked = [_locked(body, number, key) for number, body in enumerate(bodies, start=1)]
    handler = (
        f"<< /Filter /Standard /V 1 /R 2 /O <{owner.hex()}> /U <{user.hex()}> /P {_PERMISSIONS} >>"
    )
    both = f" /Encrypt {len(bodies) + 1} 0 R /ID [<{_FILE_ID.hex()}> <{_FILE_ID.hex()}>]"
    return assemble([*locked, handler.encode()], both.encode())


def _locked(body: bytes, number: int, key: bytes) -> bytes:
    head, mark, rest = body.partition(b"\nstream\n")
    if not mark:
        return body
    own = hashlib.md5(key + number.to_bytes(3, "little") + b"\0\0").digest()[:10]
    return head + mark + _rc4(own, rest.removesuffix(b"\nendstream")) + b"\nendstream"


def _rc4(key: bytes, text: bytes) -> bytes:
    state = list(range(256))
    at = 0
    for i in range(256):
        at = (at + state[i] + key[i % len(key)]) % 256
        state[i], state[at] = state[at], state[i]
    out, i, at = bytearray(), 0, 0
    for byte in text:
        i = (i + 1) % 256
        at = (at + state[i]) % 256
        state[i], state[at] = state[at], state[i]
        out.append(byte ^ state[(state[i] + state[at]) % 256])
    return bytes(out)
