"""While it is in use, every answer under `/v1` must be one that the OpenAPI document describes.

A contract test asks for it with `pytestmark = pytest.mark.usefixtures("conforming")` and an
import of the fixture.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator, FormatChecker

from support.server import Server

_ENVELOPE = {"$ref": "#/components/schemas/ErrorEnvelope"}
_STAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
_FORMATS = FormatChecker(formats=())


@_FORMATS.checks("date-time")
def _is_stamp(value: Any) -> bool:
    """Timestamps of ours are in UTC and end in Z."""
    return not isinstance(value, str) or _STAMP.fullmatch(value) is not None


@_FORMATS.checks("date", raises=ValueError)
def _is_date(value: Any) -> bool:
    return not isinstance(value, str) or bool(date.fromisoformat(value))


@_FORMATS.checks("uri", raises=httpx.InvalidURL)
def _is_uri(value: Any) -> bool:
    return not isinstance(value, str) or httpx.URL(value).is_absolute_url


class Document:
    """The OpenAPI document of a server, as a judge of answers."""

    def __init__(self, value: dict[str, Any]) -> None:
        self.value = value
        self._validators: dict[str, Draft202012Validator] = {}
        paths = sorted(value["paths"], key=lambda path: path.count("{"))
        self._paths = [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), path) for path in paths]

    @property
    def operations(self) -> list[tuple[str, str, dict[str, Any]]]:
        """Every method, path template and operation."""
        return [
            (method.upper(), path, operation)
            for path, methods in self.value["paths"].items()
            for method, operation in methods.items()
        ]

    def check(self, response: httpx.Response) -> None:
        """Fail unless the document has this answer."""
        request = response.request
        is_head = request.method == "HEAD"
        method = "GET" if is_head else request.method
        told = self._told(method, request.url.raw_path.decode(), response.status_code)
        self._check_headers(told.get("headers", {}), response)
        content = told["content"]
        media = response.headers["content-type"].partition(";")[0]
        if is_head:
            assert response.read() == b""
            assert {media, "*/*"} & set(content), (str(request.url), media, set(content))
            return
        if "application/json" not in content:
            assert {media, "*/*"} & set(content), (str(request.url), media, set(content))
            return
        assert media == "application/json", response.headers
        response.read()  # an error ends, also where an answer would not
        shape = content["application/json"]["schema"]
        problems = [error.message for error in self._validator(shape).iter_errors(response.json())]
        assert not problems, (request.method, str(request.url), response.text[:500], problems)

    def check_body(self, operation: dict[str, Any], body: Any) -> None:
        """Fail unless a body is one that the document allows."""
        content = operation.get("requestBody", {}).get("content", {})
        if body is not None:
            self._validator(content["application/json"]["schema"]).validate(body)

    def check_value(self, shape: dict[str, Any], value: Any) -> None:
        """Fail unless a value has this shape."""
        self._validator(shape).validate(value)

    def _check_headers(self, told: dict[str, Any], response: httpx.Response) -> None:
        for name, reference in told.items():
            header = self.value["components"]["headers"][reference["$ref"].rpartition("/")[2]]
            value: Any = response.headers.get(name)
            if value is None:
                assert not header["required"], f"{response.request.url} lacks {name}"
                continue
            if header["schema"].get("type") == "integer":
                value = int(value)
            self._validator(header["schema"]).validate(value)

    def _told(self, method: str, raw_path: str, status: int) -> dict[str, Any]:
        """What the document says about an answer with that status."""
        path = raw_path.partition("?")[0]
        template = next((name for form, name in self._paths if form.fullmatch(path)), None)
        operation = self.value["paths"].get(template, {}).get(method.lower())
        if operation is None:
            assert status >= 400, f"{method} {path} is in no document and answers {status}"
            return {"content": {"application/json": {"schema": _ENVELOPE}}}
        assert str(status) in operation["responses"], f"{method} {template} never says {status}"
        return dict(operation["responses"][str(status)])

    def _validator(self, shape: dict[str, Any]) -> Draft202012Validator:
        name = str(shape)
        if name not in self._validators:
            whole = {**shape, "components": self.value["components"]}
            self._validators[name] = Draft202012Validator(whole, format_checker=_FORMATS)
        return self._validators[name]


@pytest.fixture(scope="session")
def document(server: Server) -> Document:
    """The shared server's OpenAPI document."""
    return Document(httpx.get(f"{server.url}/openapi.json").json())


@pytest.fixture
def conforming(document: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check every answer that this test's clients get."""
    send = httpx.Client.send

    def checked(self: httpx.Client, request: httpx.Request, **options: Any) -> httpx.Response:
        response = send(self, request, **options)
        if request.url.path.startswith("/v1"):
            document.check(response)
        return response

    monkeypatch.setattr(httpx.Client, "send", checked)
