"""One small file of every format that is read, with a word that must come out of it.

What makes pictures and sound is imported where it is used: collecting the tests needs none of it.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from typing import NamedTuple

from support import samples

OFX = b"""OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>123456789
</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261012120000<TRNAMT>-42.10
<FITID>1<NAME>Greengrocer</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
"""
MT940 = b""":20:START
:25:50880050/0194787400
:28C:1/1
:60F:C261001EUR100,00
:61:2610121012D42,10NTRFNONREF
:86:Bookshop in the Harbour
:62F:C261031EUR57,90
-
"""
CAMT = b"""<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr/><Stmt>
<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Ntry><Amt Ccy="EUR">42.10</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2026-10-12</Dt></BookgDt>
<NtryDtls><TxDtls><RltdPties><Cdtr><Nm>Waterworks</Nm></Cdtr></RltdPties></TxDtls></NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>
"""
QIF = b"!Type:Bank\nD12/19/26\nPCobbler\nMweekly\nT-25.00\n^\n"
HTML = b"<!doctype html><title>Note</title><h1>Moving</h1><p>The ferry leaves at noon.</p>"


class Sample(NamedTuple):
    """A file, and a word that its text must hold."""

    content: bytes
    word: str


def sample(filename: str) -> Sample:
    """The file of one format, by its name."""
    return _MAKERS[filename]()


def _picture(kind: str) -> bytes:
    from PIL import Image, ImageDraw, ImageFont

    picture = Image.new("RGB", (420, 160), "white")
    pen, font = ImageDraw.Draw(picture), ImageFont.load_default(24)
    pen.text((20, 20), "Parcel for Anna", fill="black", font=font)
    pen.text((20, 70), "Left at the door", fill="black", font=font)
    made = io.BytesIO()
    picture.save(made, kind)
    return made.getvalue()


def _spoken(container: str, codec: str, rate: int = 16_000) -> bytes:
    """The first seconds of a recording that comes with the speech model."""
    import av
    import numpy as np
    from moonshine_voice.utils import get_assets_path

    with av.open(str(get_assets_path() / "beckett.wav")) as source:
        resampler = av.AudioResampler(format="fltp", layout="mono", rate=rate)
        frames = [f for frame in source.decode(audio=0) for f in resampler.resample(frame)]
    sound = np.concatenate([frame.to_ndarray() for frame in frames], axis=1)[:, : 4 * rate]
    made = io.BytesIO()
    with av.open(made, "w", format=container) as target:
        stream = target.add_stream(codec, rate=rate)
        assert isinstance(stream, av.AudioStream)
        for at in range(0, sound.shape[1], 1024):
            block = np.ascontiguousarray(sound[:, at : at + 1024])
            frame = av.AudioFrame.from_ndarray(block, format="fltp", layout="mono")
            frame.sample_rate = rate
            target.mux(stream.encode(frame))
        target.mux(stream.encode())
    return made.getvalue()


_MAKERS: Mapping[str, Callable[[], Sample]] = {
    "note.md": lambda: Sample(samples.NOTE, "Ingrid"),
    "page.html": lambda: Sample(HTML, "ferry"),
    "calendar.ics": lambda: Sample(samples.CALENDAR, "Dentist"),
    "bank.csv": lambda: Sample(samples.BANK, "Grocery"),
    "bank.ofx": lambda: Sample(OFX, "Greengrocer"),
    "bank.sta": lambda: Sample(MT940, "Bookshop"),
    "bank.xml": lambda: Sample(CAMT, "Waterworks"),
    "bank.qif": lambda: Sample(QIF, "Cobbler"),
    "letter.pdf": lambda: Sample(samples.pdf("The deposit is two thousand euros."), "deposit"),
    "scan.pdf": lambda: Sample(_picture("PDF"), "Parcel"),
    "photo.png": lambda: Sample(_picture("PNG"), "Parcel"),
    "photo.jpg": lambda: Sample(_picture("JPEG"), "Parcel"),
    "memo.wav": lambda: Sample(_spoken("wav", "pcm_s16le"), "tried"),
    "memo.m4a": lambda: Sample(_spoken("mp4", "aac"), "tried"),
}
"""Each format once; PDF with text, and as a picture of text."""
EVERY_FORMAT = tuple(_MAKERS)
