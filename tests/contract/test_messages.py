"""What is wrong with a field is said in our own words, one sentence for each kind of mistake."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from api.conforming import Document, conforming, document  # noqa: F401
from support.client import Api, error_of

pytestmark = pytest.mark.usefixtures("conforming")

NOBODY = "run_01k00000000000000000000001"
FOREIGN = ("Input should", "valid string", "unable to parse", "raw data", "Value error", "pydantic")
"""Words of the library that validates."""
WRONG: list[Any] = [
    None,
    True,
    7,
    10**30,
    1.5,
    4.0,
    "",
    "x" * 20_000,
    "lone \ud800 surrogate",
    "n\0l",
    [],
    [None, 1, "x", [], {}],
    ["x"] * 200,
    {},
    {"a": None, "k" * 65: "v", "amount": 1.5, "period": 3},
    {str(n): n for n in range(20)},
]
QUERIES = ["", "x", "-1", "1.5", "9" * 30, "%00", "%ED%A0%80", "%FF", "x" * 3_000]


def messages(answer: httpx.Response) -> list[str]:
    """What an answer says about fields; an answer that has nothing to say is fine too."""
    assert answer.status_code < 500, answer.text
    error = answer.json().get("error", {})
    return [reason for reasons in error.get("errors", {}).values() for reason in reasons]


def check(said: list[str]) -> None:
    assert [text for text in said if any(word in text for word in FOREIGN)] == []


def bodies(document: Document) -> list[tuple[str, str, list[str]]]:  # noqa: F811
    """Method, path and fields of every call that takes JSON."""
    schemas, found = document.value["components"]["schemas"], []
    for method, path, operation in document.operations:
        content = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if content is not None:
            shape = schemas[content["schema"]["$ref"].rpartition("/")[2]]
            found.append((method, path.replace("{id}", NOBODY), list(shape["properties"])))
    return found


@pytest.mark.parametrize("value", WRONG, ids=lambda value: repr(value)[:20])
def test_every_body_with_wrong_values_is_refused_in_our_words(
    api: Api,
    document: Document,  # noqa: F811
    value: Any,
) -> None:
    calls = bodies(document)
    assert len(calls) >= 15
    for method, path, fields in calls:
        body = json.dumps({**dict.fromkeys(fields, value), "unknown": 1})
        answer = api.http.request(
            method, path, content=body, headers={"Content-Type": "application/json"}
        )
        said = messages(answer)
        assert "is not a known field" in said
        check(said)


@pytest.mark.parametrize("value", QUERIES, ids=lambda value: repr(value)[:20])
def test_every_query_with_wrong_values_is_refused_in_our_words(
    api: Api,
    document: Document,  # noqa: F811
    value: str,
) -> None:
    for method, path, operation in document.operations:
        names = [p["name"] for p in operation["parameters"] if p["in"] == "query"]
        if method == "GET" and not path.endswith("stream"):
            query = "&".join(f"{name}={value}" for name in [*names, "unknown"])
            said = messages(api.get(f"{path.replace('{id}', NOBODY)}?{query}"))
            assert said
            check(said)


@pytest.mark.parametrize(
    "metadata", ["", "{", "[]", "null", '{"a": 1}', '{"a": "\\ud800"}', '{"a": "\\u0000"}', "NaN"]
)
def test_the_parts_of_an_upload_are_refused_in_our_words(api: Api, metadata: str) -> None:
    form = {"purpose": "x", "metadata": metadata}
    said = messages(api.http.post("/v1/files", files={"file": ("a.txt", b"text")}, data=form))
    assert len(said) >= 2
    check(said)


SAID: list[tuple[bytes, dict[str, list[str]]]] = [
    (b'{"prompt": "a \\ud800"}', {"prompt": ["must not contain a lone surrogate"]}),
    (b'{"prompt": "a \\u0000"}', {"prompt": ["must not contain NUL"]}),
    (b'{"prompt": ""}', {"prompt": ["must not be empty"]}),
    (b'{"prompt": 4}', {"prompt": ["must be a string"]}),
    (b'{"prompt": "x", "max_steps": 4.0}', {"max_steps": ["must be a whole number"]}),
    (b'{"prompt": "x", "files": {}}', {"files": ["must be a list"]}),
    (b'{"prompt": "x", "metadata": []}', {"metadata": ["must be an object"]}),
    (b'{"prompt": "x", "max_steps": 17}', {"max_steps": ["must be at most 16"]}),
    (b'{"prompt": ', {"body": ["must be valid JSON; there is an error at line 1, column 12"]}),
    (b'{"prompt": NaN}', {"body": ["must be valid JSON; NaN is not a JSON number"]}),
    (
        b'{"max_steps": ' + b"9" * 5_000 + b"}",
        {"body": ["must not contain numbers with that many digits"]},
    ),
]


@pytest.mark.parametrize(("body", "errors"), SAID, ids=[repr(body)[:40] for body, _ in SAID])
def test_each_mistake_has_one_sentence(api: Api, body: bytes, errors: dict[str, list[str]]) -> None:
    answer = api.http.post(
        f"/v1/agents/ag_{NOBODY[4:]}/run",
        content=body,
        headers={"Content-Type": "application/json"},
    )
    assert error_of(answer, 400, "invalid_request")["errors"] == errors
