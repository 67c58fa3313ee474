"""A form is the same however it is cut into chunks, and bounded whatever it holds."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright.api import multipart
from runwright.api.multipart import Form, boundary_of, read_form
from runwright.api.parsing import Errors

BOUNDARY = b"frontier"
END = b"--frontier--\r\n"
MOST = 100_000


class Memory:
    """A sink that shows what became of it."""

    def __init__(self) -> None:
        self.data = b""
        self.most_at_once = 0
        self.finished = False

    async def write(self, data: bytes) -> None:
        self.data += data
        self.most_at_once = max(self.most_at_once, len(data))

    async def finish(self) -> None:
        self.finished = True

    async def discard(self) -> None:
        raise AssertionError("whoever opened the sink decides that")


def part(name: bytes, content: bytes, filename: bytes | None = None) -> bytes:
    head = b'Content-Disposition: form-data; name="%s"' % name
    if filename is not None:
        head += b'; filename="%s"' % filename
    return b"--frontier\r\n%s\r\n\r\n%s\r\n" % (head, content)


def parsed(chunks: Sequence[bytes], most: int = MOST) -> tuple[Form, Memory, Errors]:
    sink, errors = Memory(), Errors()

    async def arriving() -> AsyncIterator[bytes]:
        for chunk in chunks:
            yield chunk

    async def read() -> Form:
        return await read_form(
            arriving(), BOUNDARY, sink, file_name="file", most=most, errors=errors
        )

    return asyncio.run(read()), sink, errors


# Cuts -------------------------------------------------------------------------------------------

NASTY = st.lists(
    st.sampled_from(
        [b"\r\n", b"--", b"--frontier", b"\r\n--frontie", b"\r", b"-", b"a", b"\0\xff"]
    ),
    max_size=30,
).map(b"".join)


@given(NASTY, st.lists(st.integers(1, 400), max_size=40))
def test_content_that_looks_like_the_end_comes_out_whole(content: bytes, cuts: list[int]) -> None:
    if b"\r\n--frontier" in b"\r\n" + content:
        return  # this is an end
    body = part(b"a", b"x") + part(b"file", content, b"n.txt") + part(b"b", b"y") + END
    edges = sorted({0, *(cut for cut in cuts if cut < len(body)), len(body)})
    chunks = [body[start:end] for start, end in pairwise(edges)]
    form, sink, errors = parsed(chunks)
    assert errors == {}
    assert form.fields == {"a": "x", "b": "y"}
    assert (sink.data, sink.finished) == (content, True)
    assert form.file is not None
    assert (form.file.filename, form.file.size) == ("n.txt", len(content))
    assert form.file.sha256 == hashlib.sha256(content).hexdigest()
    assert form.file.head == content[: multipart.HEAD_BYTES]


@given(st.binary(max_size=2000))
def test_rubbish_is_refused_and_never_finished(rubbish: bytes) -> None:
    _, sink, errors = parsed([rubbish])
    assert errors
    assert not sink.finished


@given(st.integers(0, 300))
def test_a_form_that_breaks_off_is_not_finished(end: int) -> None:
    body = part(b"purpose", b"context") + part(b"file", b"words" * 20, b"n.txt")
    form, sink, errors = parsed([body[:end]])
    assert errors.keys() == {"body"}
    assert not form.whole
    assert not sink.finished


# Bounds -----------------------------------------------------------------------------------------


def test_the_file_goes_on_chunk_by_chunk() -> None:
    body = part(b"file", b"a" * 90_000, b"n.txt") + END
    _, sink, errors = parsed([body[n : n + 1000] for n in range(0, len(body), 1000)])
    assert errors == {}
    assert sink.most_at_once <= 2000


def test_the_limit_is_exact() -> None:
    _, _, errors = parsed([part(b"file", b"a" * MOST, b"n.txt") + END])
    assert errors == {}
    form, sink, errors = parsed([part(b"file", b"a" * (MOST + 1), b"n.txt") + END])
    assert errors == {"file": [f"must have at most {MOST} bytes"]}
    assert not form.whole
    assert not sink.finished


def test_nothing_is_read_beyond_the_limit() -> None:
    chunks = [part(b"file", b"", b"n.txt")[:-2], *([b"a" * 10_000] * 1000)]
    taken = 0

    class Counting(list[bytes]):
        def __iter__(self):  # type: ignore[no-untyped-def]
            nonlocal taken
            for chunk in super().__iter__():
                taken += 1
                yield chunk

    _, sink, errors = parsed(Counting(chunks))
    assert errors.keys() == {"file"}
    assert taken <= MOST // 10_000 + 3
    assert len(sink.data) <= MOST


@pytest.mark.parametrize(
    ("body", "name"),
    [
        (b"".join(part(b"p%d" % n, b"") for n in range(multipart.MOST_PARTS + 1)), "body"),
        (part(b"a", b"x" * (multipart.LONGEST_FIELD + 1)), "a"),
        (b"--frontier\r\n" + b"A: b\r\n" * 100_000, "body"),
        (b"--frontier\r\nA: " + b"b" * 1_000_000, "body"),
        (b"--frontier\r\n" + b"b" * 1_000_000 + b": a", "body"),
        (b"x" * 1_000_000, "body"),
        (part(b"a", b"x") + part(b"a", b"y"), "a"),
        (part(b"file", b"x", b"n") + part(b"file", b"y", b"n"), "file"),
        (part(b"file", b"x"), "file"),
        (part(b"", b"x"), "body"),
        (b"--frontier\r\n\r\nx\r\n", "body"),
    ],
    ids=[
        "many parts",
        "long field",
        "many headers",
        "long header",
        "long header name",
        "no boundary",
        "field twice",
        "file twice",
        "file without a name",
        "part without a name",
        "part without headers",
    ],
)
def test_what_is_too_much_or_wrong_is_refused_by_name(body: bytes, name: str) -> None:
    form, sink, errors = parsed([body[n : n + 4096] for n in range(0, len(body), 4096)] + [END])
    assert errors.keys() == {name}
    assert not sink.finished
    assert not form.whole


def test_a_long_name_of_a_part_is_cut_in_the_answer() -> None:
    _, _, errors = parsed([part(b"n" * 3000, b"\xff") + END])
    assert [len(name) for name in errors] == [200]


# The header -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "boundary"),
    [
        (b"multipart/form-data; boundary=abc", b"abc"),
        (b'Multipart/Form-Data; charset=utf-8; Boundary="a b"', b"a b"),
        (b"multipart/form-data", None),
        (b"multipart/form-data; boundary=", None),
        (b"multipart/mixed; boundary=abc", None),
        (b"application/json", None),
        (b"", None),
        (b"; boundary=abc", None),
        (b"\xff\xfe", None),
    ],
)
def test_a_boundary_is_found_or_not(header: bytes, boundary: bytes | None) -> None:
    assert boundary_of(header) == boundary


@given(st.binary(max_size=200))
def test_no_header_is_a_crash(header: bytes) -> None:
    boundary_of(header)
    boundary_of(b"multipart/form-data; boundary=" + header)
