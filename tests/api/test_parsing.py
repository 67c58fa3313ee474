"""Reading bodies and queries: any bytes give a value or an `InvalidRequest`, nothing else."""

from __future__ import annotations

import json
from typing import Any

import orjson
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from runwright.api import parsing
from runwright.api.envelope import envelope
from runwright.errors import InvalidRequest
from runwright.models import catalog
from runwright.runs.listing.types import RunsQuery
from runwright.runs.types import CATALOG, CreateRun
from support.properties import examples

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=15,
).filter(lambda value: "Infinity" not in json.dumps(value))
ALMOST = st.text('{}[]",:\\u00d8def0123456789.eE+-truefalsn "', max_size=60)


def read_json(data: bytes) -> Any:
    """The value, or every error as one refusal."""
    errors: dict[str, list[str]] = {}
    value = parsing.read_json(data, errors)
    if errors:
        raise InvalidRequest(errors)
    return value


def read_query(raw: bytes, takes_metadata: bool) -> dict[str, Any]:
    """The parameters, or every error as one refusal."""
    errors: dict[str, list[str]] = {}
    values = parsing.read_query(raw, takes_metadata, errors)
    if errors:
        raise InvalidRequest(errors)
    return values


def _sendable(problem: InvalidRequest) -> None:
    """What is said about a body must fit into an answer."""
    shown = orjson.dumps(envelope(problem, "req_x", "http://x"))
    assert problem.errors
    assert len(shown) < 100_000


@examples(300)
@given(st.binary(max_size=80) | ALMOST.map(str.encode))
@example(b'{"\\ud800":1,"\\ud800":2}')
@example(b'{"a":1,"a":2}')
@example(b"[" * 100_000)
@example(b'{"a":' * 100_000)
@example(b"9" * 100_000)
@example(b'"\\ud800"')
@example(b"\xff")
@example(b"")
def test_any_bytes_are_a_value_or_a_refusal_that_can_be_sent(data: bytes) -> None:
    try:
        value = read_json(data)
    except InvalidRequest as problem:
        _sendable(problem)
    else:
        assert repr(value) == repr(json.loads(data))


@given(VALUES, st.booleans())
def test_a_valid_document_is_read_as_json_reads_it(value: Any, ascii_only: bool) -> None:
    data = json.dumps(value, ensure_ascii=ascii_only).encode()
    assert read_json(data) == json.loads(data) == value


@given(VALUES, VALUES, TEXT)
def test_a_repeated_key_is_refused_however_deep(one: Any, other: Any, key: str) -> None:
    name = json.dumps(key)
    text = f'[{{"x": {{{name}: {json.dumps(one)}, {name}: {json.dumps(other)}}}}}]'
    with pytest.raises(InvalidRequest) as caught:
        read_json(text.encode())
    assert list(caught.value.errors) == [key]


@given(st.sampled_from(["NaN", "Infinity", "-Infinity"]), st.booleans())
def test_numbers_that_are_none_are_refused(number: str, nested: bool) -> None:
    with pytest.raises(InvalidRequest):
        read_json(f'{{"a": [{number}]}}'.encode() if nested else number.encode())


@given(TEXT, st.sampled_from(["\\u0000", "\\ud800", "\\udfff", "\\udc00\\ud800"]), TEXT)
def test_a_string_that_cannot_be_stored_names_its_place(before: str, bad: str, after: str) -> None:
    inner = json.dumps(before)[:-1] + bad + json.dumps(after)[1:]
    if bad == "\\udfff" and before.endswith(tuple(map(chr, range(0xD800, 0xDC00)))):
        return
    with pytest.raises(InvalidRequest) as caught:
        read_json(f'{{"ok": "x", "list": [{{"deep": {inner}}}]}}'.encode())
    assert list(caught.value.errors) == ["list.0.deep"]


@pytest.mark.parametrize("pair", ["\\ud83d\\ude00", "\\u00e9", "\\u005cu0000", "\\\\u0000"])
def test_escapes_that_are_fine_are_taken(pair: str) -> None:
    assert read_json(f'"{pair}"'.encode()) == json.loads(f'"{pair}"')


@pytest.mark.parametrize("depth", [10, 200, 900, 950, 970, 980, 985, 990, 995, 1000, 1100, 5000])
@pytest.mark.parametrize("bottom", ['"\\u0000"', '"\\u0041"', "1"])
def test_every_depth_is_a_value_or_a_refusal(depth: int, bottom: str) -> None:
    for opening, closing in (("[", "]"), ('{"a":', "}")):
        data = (opening * depth + bottom + closing * depth).encode()
        try:
            read_json(data)
        except InvalidRequest as problem:
            _sendable(problem)


@examples(200)
@given(st.binary(max_size=60) | st.text("&=%ab0;+.metadata", max_size=60).map(str.encode))
@example(b"metadata=1&metadata.a=2")
@example(b"metadata.a=2&metadata=1")
@example(b"%ff=1")
@example(b"a=%00")
def test_any_query_is_a_value_or_a_refusal(raw: bytes) -> None:
    errors: dict[str, list[str]] = {}
    try:
        values = read_query(raw, takes_metadata=True)
        parsing.validate(RunsQuery, values, errors)
    except InvalidRequest as problem:
        _sendable(problem)


CONTEXT = {CATALOG: catalog.load()}
FIELDS = st.sampled_from(["model", "prompt", "context", "max_steps", "metadata", "other", ""])
JUNK = VALUES | st.sampled_from(["y0-fast", ["calendar"], {"k": "v"}, 4, "x" * 4001, 2**70])


@examples(300)
@given(st.dictionaries(FIELDS, JUNK))
def test_a_body_is_valid_or_names_what_it_was_given(body: dict[str, Any]) -> None:
    errors: dict[str, list[str]] = {}
    made = parsing.validate(CreateRun, body, errors, CONTEXT)
    assert (made is None) == bool(errors)
    for name in errors:
        field = name.partition(".")[0]
        # A field without a name can only be named as the body.
        assert field in body or field in ("model", "prompt", "body"), name
    if made is not None:
        assert 1 <= len(made.prompt) <= 4000
        assert type(made.max_steps) is int
        assert 1 <= made.max_steps <= 16
        assert len(made.metadata) <= 16


STRICT = [True, "4", 4.0, 4.5, None, 0, 17, -1, 10**20, [4], {"n": 4}, float("inf")]


@pytest.mark.parametrize("steps", STRICT, ids=repr)
def test_only_a_whole_number_in_bounds_is_a_number_of_steps(steps: Any) -> None:
    errors: dict[str, list[str]] = {}
    body = {"model": "y0-fast", "prompt": "a", "max_steps": steps}
    assert parsing.validate(CreateRun, body, errors, CONTEXT) is None
    assert list(errors) == ["max_steps"]
    assert all(isinstance(reason, str) and "\n" not in reason for reason in errors["max_steps"])
