"""A PDF is read page by page; what cannot be read says why, and nothing runs without a bound."""

from __future__ import annotations

import io
import subprocess
import sys
import zipfile
import zlib
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from PIL import Image, ImageDraw, ImageFont

from runwright.files.formats.image import reader as image
from runwright.files.formats.pdf import reader as pdf
from runwright.files.formats.types import Draft, Page, Part, Reading, Unreadable

from .pdf_maker import Sheet, assemble, make, stream

READING = Reading("quarterly report.pdf", datetime(2026, 3, 1, tzinfo=UTC), ZoneInfo("UTC"))

ALONE = """
import resource, sys
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo
from runwright.files.formats.pdf import reader as pdf
from runwright.files.formats.types import Reading, Unreadable
resource.setrlimit(resource.RLIMIT_AS, (600_000_000, 600_000_000))
resource.setrlimit(resource.RLIMIT_CPU, (8, 8))
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
reading = Reading("x.pdf", datetime(2026, 3, 1, tzinfo=UTC), ZoneInfo("UTC"))
print("begun", flush=True)
print(sum(1 for _ in pdf.read(Path(sys.argv[1]), reading)))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def parts(folder: Path, content: bytes) -> list[Part]:
    path = folder / "file.pdf"
    path.write_bytes(content)
    return list(pdf.read(path, READING))


def pages(found: list[Part]) -> list[Page]:
    return [part for part in found if isinstance(part, Page)]


def drafts(found: list[Part]) -> list[Draft]:
    return [part for part in found if isinstance(part, Draft)]


def letter() -> Sheet:
    sheet = Sheet()
    for number in range(6):
        sheet.write(50, 80 + 14 * number, f"Line {number} of a letter that says rather little.")
    return sheet


def picture(text: str, width: int = 1000, height: int = 400) -> tuple[int, int, bytes]:
    scan = Image.new("L", (width, height), 255)
    font = ImageFont.load_default(64)
    ImageDraw.Draw(scan).text((80, 150), text, fill=0, font=font)
    return width, height, scan.tobytes()


def refusal(folder: Path, content: bytes) -> str:
    with pytest.raises(Unreadable) as refused:
        parts(folder, content)
    return str(refused.value)


def test_each_page_is_one_part_with_its_number(folder: Path) -> None:
    found = parts(folder, make([Sheet().write(50, 80, word) for word in ("One", "Two", "Three")]))
    assert pages(found) == [Page(1, "One"), Page(2, "Two"), Page(3, "Three")]


def test_a_page_without_anything_is_an_empty_page(folder: Path) -> None:
    assert parts(folder, make([Sheet()])) == [Page(1, "")]


def test_passages_know_their_page(folder: Path) -> None:
    found = drafts(parts(folder, make([letter(), Sheet().write(50, 80, "Kind regards, Ada")])))
    assert [(draft.source, draft.kind, draft.page) for draft in found] == [
        ("documents", "passage", 1),
        ("documents", "passage", 2),
        ("documents", "document", None),
    ]
    assert "Kind regards" in found[1].text


def test_wider_steps_between_lines_part_paragraphs(folder: Path) -> None:
    sheet = Sheet()
    for y, text in [(80, "One."), (94, "Still one."), (130, "Two."), (144, "Still two.")]:
        sheet.write(50, y, text)
    [page] = pages(parts(folder, make([sheet])))
    assert page.text == "One.\nStill one.\n\nTwo.\nStill two."


def test_words_broken_at_the_end_of_a_line_are_made_whole(folder: Path) -> None:
    sheet = Sheet().write(50, 80, "This gives infor-").write(50, 94, "mation to readers.")
    [page] = pages(parts(folder, make([sheet])))
    assert page.text == "This gives information to readers."


def test_a_hyphen_between_two_words_of_the_page_is_kept(folder: Path) -> None:
    sheet = Sheet().write(50, 80, "The cost of avoidance is a cost-").write(50, 94, "avoidance.")
    [page] = pages(parts(folder, make([sheet])))
    assert page.text.endswith("is a cost-avoidance.")


def test_writing_that_jumps_about_is_read_from_the_top_down(folder: Path) -> None:
    sheet = Sheet()
    for number in (5, 2, 4, 0, 3, 1):
        sheet.write(50, 80 + 14 * number, f"Line {number}.")
    [page] = pages(parts(folder, make([sheet])))
    assert page.text.split("\n") == [f"Line {number}." for number in range(6)]


def test_columns_are_read_in_the_order_in_which_they_are_written(folder: Path) -> None:
    sheet = Sheet()
    for x, side in ((50, "left"), (320, "right")):
        for number in range(8):
            sheet.write(x, 80 + 14 * number, f"Line {number} of the {side} column of prose")
    [page] = pages(parts(folder, make([sheet])))
    assert page.text.index("Line 7 of the left") < page.text.index("Line 0 of the right")


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("Annual report", "Annual report"),
        ("Microsoft Word - Annual report.doc", "Annual report"),
        ("untitled", "A heading"),
        ("", "A heading"),
    ],
)
def test_the_title_is_what_the_file_says_or_its_heading(
    folder: Path, said: str, title: str
) -> None:
    sheet = letter().write(50, 50, "A heading", size=18)
    found = drafts(parts(folder, make([sheet], title=said)))
    assert {draft.title.split(" › ")[0] for draft in found} == {title}


def test_without_a_heading_the_title_is_the_name_of_the_file(folder: Path) -> None:
    [draft, document] = drafts(parts(folder, make([letter()])))
    assert document.title == draft.title
    assert draft.title == "quarterly report"


def test_a_password_is_asked_for(folder: Path) -> None:
    assert "password" in refusal(folder, make([letter()], password="secret"))


def test_a_file_that_opens_without_a_password_is_read(folder: Path) -> None:
    [page] = pages(parts(folder, make([letter()], password="")))
    assert page.text.startswith("Line 0 of a letter")


def test_a_damaged_file_says_so(folder: Path) -> None:
    assert "damaged" in refusal(folder, b"%PDF-1.4\n" + bytes(range(256)) * 40)
    assert "damaged" in refusal(folder, b"%PDF-1.4\n" + bytes(4_000) + b"\nstartxref\n9\n%%EOF")


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.98])
def test_a_file_that_was_cut_off_says_so(folder: Path, share: float) -> None:
    whole = make([letter()] * 20)
    assert "incomplete" in refusal(folder, whole[: int(share * len(whole))])


def test_a_file_without_pages_says_so(folder: Path) -> None:
    assert "no pages" in refusal(folder, make([]))


def test_a_page_that_is_no_page_says_so(folder: Path) -> None:
    bodies = [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [7 0 R] /Count 1 >>"]
    assert "damaged" in refusal(folder, assemble(bodies))


def test_another_kind_of_file_with_the_name_of_a_pdf_is_refused(folder: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("letter.txt", "Hello")
    assert "damaged" in refusal(folder, packed.getvalue())


def test_what_stands_after_a_pdf_in_the_same_file_is_not_read(folder: Path) -> None:
    packed = io.BytesIO(make([letter()]))
    with zipfile.ZipFile(packed, "a") as archive:
        archive.writestr("hidden.txt", "Hidden words")
    [page] = pages(parts(folder, packed.getvalue()))
    assert "Line 0 of a letter" in page.text
    assert "Hidden" not in page.text


def test_a_scanned_page_is_recognised(folder: Path) -> None:
    scan = Sheet(width=500, height=200, picture=picture("Invoice paid"))
    [page] = pages(parts(folder, make([scan])))
    assert "invoice" in page.text.lower()
    assert "paid" in page.text.lower()


def test_a_picture_beside_text_is_no_scan(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(image, "recognise", lambda _picture: "recognised")
    sheet = letter()
    sheet.picture = picture("Background")
    [page] = pages(parts(folder, make([sheet])))
    assert "Line 0" in page.text
    assert "recognised" not in page.text


def test_scans_need_text_recognition(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "runwright.files.formats.image.reader", None)
    scan = Sheet(picture=picture("Invoice"))
    assert "recognition is not installed" in refusal(folder, make([scan, Sheet()]))
    assert [
        page.text for page in pages(parts(folder, make([scan, Sheet().write(50, 80, "Hi")])))
    ] == [
        "",
        "Hi",
    ]


@pytest.mark.parametrize(("width", "height"), [(14_400, 14_400), (200_000, 200_000), (3, 14_400)])
def test_a_huge_page_is_never_drawn_at_its_size(
    folder: Path, monkeypatch: pytest.MonkeyPatch, width: float, height: float
) -> None:
    seen: list[Image.Image] = []

    def recognise(picture: Image.Image) -> str:
        seen.append(picture)
        return "seen"

    monkeypatch.setattr(image, "recognise", recognise)
    scan = Sheet(width=width, height=height, picture=picture("Poster", 40, 40))
    assert pages(parts(folder, make([scan]))) == [Page(1, "seen")]
    [drawn] = seen
    assert drawn.width * drawn.height <= 8_100_000
    assert max(drawn.size) <= 8_001


def test_too_many_pages_are_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "MOST_PAGES", 3)
    assert "more than 3 pages; split it" in refusal(folder, make([Sheet()] * 4))
    assert len(parts(folder, make([Sheet()] * 3))) == 3


def test_too_much_text_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "MOST_CHARACTERS", 600)
    assert "more than 600 characters; split it" in refusal(folder, make([letter()] * 3))
    assert len(pages(parts(folder, make([letter()] * 2)))) == 2


def test_a_page_of_very_many_drawn_pieces_ends(folder: Path) -> None:
    sheet = letter()
    sheet.drawn.extend([b"10 10 5 5 re f"] * 60_000)
    [page] = pages(parts(folder, make([sheet])))
    assert page.text.startswith("Line 0")


def test_a_file_of_very_many_objects_ends(folder: Path) -> None:
    content = stream(letter().content())
    bodies = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
        b"/Resources << /Font << /F 5 0 R >> >> >>",
        content,
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        *[b"<< /Nothing true >>"] * 100_000,
    ]
    [page] = pages(parts(folder, assemble(bodies)))
    assert page.text.startswith("Line 0")


@pytest.mark.slow
def test_a_stream_that_unpacks_without_end_ends_by_the_limits(folder: Path) -> None:
    packer = zlib.compressobj(1)
    packed = b"".join([*(packer.compress(b" " * 1_000_000) for _ in range(800)), packer.flush()])
    bodies = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>",
        stream(packed, filtered="/Filter /FlateDecode"),
    ]
    path = folder / "bomb.pdf"
    path.write_bytes(assemble(bodies))
    ended = subprocess.run(
        [sys.executable, "-c", ALONE, str(path)], capture_output=True, text=True, check=False
    )
    assert ended.stdout == "begun\n"
    assert ended.returncode < 0, "ended by a signal, which the parent reports as a limit"
