"""How one method of a noun serves both clients, and stays typed for both.

A noun's method describes what is to be done (see `requests`). Decorated with `call` it answers at
once on a blocking client and is awaited on an asynchronous one; decorated with `flow` it is
iterated with `for` or with `async for`.
"""

from __future__ import annotations

import json
import os
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, wraps
from inspect import Signature, signature
from types import MethodType
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, TypeVar, overload
from urllib.parse import quote

from runwright.client.drivers import Blocking, Concurrent
from runwright.client.errors import MalformedResponseError
from runwright.client.requests import Answer, Flow, Give, Request, Steps
from runwright.client.retries import Retries, persist
from runwright.client.types.common import Keep, as_json
from runwright.client.uploads import Form
from runwright.client.values import Reader, data_of
from runwright.client.version import VERSION

P = ParamSpec("P")
T = TypeVar("T")
D = TypeVar("D", bound=Blocking | Concurrent)

PAGE_SIZE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What holds for every request of a client."""

    url: str
    api_key: str = field(repr=False)
    version: str | None = None
    """The dated version of the API; the key's own when absent."""
    timeout: float = 60.0
    retries: Retries = field(default_factory=Retries)

    @property
    def headers(self) -> dict[str, str]:
        """Those of every request."""
        every = {"User-Agent": f"runwright-client/{VERSION}"}
        if self.api_key:
            every["Authorization"] = f"Bearer {self.api_key}"
        if self.version:
            every["Service-Version"] = self.version
        return every


class Noun(Generic[D]):
    """Base of the nouns: how their requests are made, and their answers read."""

    def __init__(self, driver: D, options: Options) -> None:
        self._driver: D = driver
        self._options = options

    def _request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        body: Any = None,
        form: Form | None = None,
        more_seconds: float = 0,
    ) -> Request:
        own = dict(headers or {})
        encoded = None
        if form is not None:
            own |= form.headers
        elif body is not None:
            own["Content-Type"] = "application/json"
            encoded = json.dumps(
                body, default=as_json, ensure_ascii=False, separators=(",", ":"), allow_nan=False
            ).encode()
        return Request(
            method=method,
            url=self._options.url + path,
            query={name: _text(each) for name, each in (query or {}).items() if each is not None},
            headers={**self._options.headers, **own},
            body=encoded,
            form=form,
            timeout=self._options.timeout + more_seconds,
        )

    def _get(self, path: str, read: Reader[T], **options: Any) -> Steps[T]:
        request = self._request("GET", path, **options)
        answer = yield from persist(request, self._options.retries)
        return _read(answer, read)

    def _act(
        self,
        method: str,
        path: str,
        read: Reader[T],
        *,
        idempotency_key: str | None = None,
        **options: Any,
    ) -> Steps[T]:
        """A request that changes something: made once, however often it is sent."""
        headers = {"Idempotency-Key": idempotency_key or os.urandom(16).hex()}
        request = self._request(method, path, headers=headers, **options)
        answer = yield from persist(request, self._options.retries)
        return _read(answer, read)

    def _pages(
        self, path: str, read: Reader[T], page_size: int | None = None, **query: Any
    ) -> Flow[T]:
        """Everything in a list, page by page."""
        asked = {**query, "limit": page_size or PAGE_SIZE}
        while True:
            page = yield from self._get(path, _page_of(read), query=asked)
            for each in page.values:
                yield Give(each)
            if page.last is None:
                return
            asked["after"] = page.last


class call(Generic[P, T]):  # noqa: N801  # a decorator
    """A method that ends with one value."""

    def __init__(self, steps: Callable[Concatenate[Any, P], Steps[T]]) -> None:
        self._steps = steps
        self.__doc__ = steps.__doc__

    @cached_property
    def signature(self) -> Signature:
        """As it is called: without `self`, and with what it returns."""
        return _signature(self._steps, "{}")

    @overload
    def __get__(self, noun: None, owner: Any) -> call[P, T]: ...
    @overload
    def __get__(self, noun: Noun[Blocking], owner: Any) -> Callable[P, T]: ...
    @overload
    def __get__(
        self, noun: Noun[Concurrent], owner: Any
    ) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(self, noun: Noun[Any] | None, owner: Any) -> Any:
        if noun is None:
            return self
        driver, method = noun._driver, MethodType(self._steps, noun)

        @wraps(method)
        def bound(*given: P.args, **named: P.kwargs) -> Any:
            return driver.run(method(*given, **named))

        bound.__signature__ = self.signature  # type: ignore[attr-defined]
        return bound


class flow(Generic[P, T]):  # noqa: N801  # a decorator
    """A method that gives values one after another."""

    def __init__(self, steps: Callable[Concatenate[Any, P], Flow[T]]) -> None:
        self._steps = steps
        self.__doc__ = steps.__doc__

    @cached_property
    def signature(self) -> Signature:
        """As it is called: without `self`, and with what it iterates over."""
        return _signature(self._steps, "Iterator[{}]")

    @overload
    def __get__(self, noun: None, owner: Any) -> flow[P, T]: ...
    @overload
    def __get__(
        self, noun: Noun[Blocking], owner: Any
    ) -> Callable[P, Generator[T, None, None]]: ...
    @overload
    def __get__(
        self, noun: Noun[Concurrent], owner: Any
    ) -> Callable[P, AsyncGenerator[T, None]]: ...
    def __get__(self, noun: Noun[Any] | None, owner: Any) -> Any:
        if noun is None:
            return self
        driver, method = noun._driver, MethodType(self._steps, noun)

        @wraps(method)
        def bound(*given: P.args, **named: P.kwargs) -> Any:
            return driver.give(method(*given, **named))

        bound.__signature__ = self.signature  # type: ignore[attr-defined]
        return bound


def _signature(steps: Callable[..., Any], form: str) -> Signature:
    """What `help` shows: `Steps[Run]` is how it is done, `Run` is what comes back."""
    found = signature(steps)
    _, *parameters = found.parameters.values()
    inner = str(found.return_annotation).partition("[")[2].removesuffix("]")
    return found.replace(parameters=parameters, return_annotation=form.format(inner))


def path(template: str, *ids: object) -> str:
    """A path with ids in place of its `{}`; refuses an id that would lead elsewhere."""
    for each in ids:
        if str(each).strip(". ") == "":
            raise ValueError(f"{each!r} is not an id")
    return template.format(*(quote(str(each), safe="") for each in ids))


def given(**fields: Any) -> dict[str, Any]:
    """The fields that were given: None is what was not."""
    return {name: value for name, value in fields.items() if value is not None}


def changed(**fields: Any) -> dict[str, Any]:
    """The fields that are to change: None takes away, KEEP leaves as it is."""
    return {name: value for name, value in fields.items() if not isinstance(value, Keep)}


def metadata_query(metadata: Mapping[str, str] | None) -> dict[str, str]:
    """Filters by metadata, as query parameters."""
    return {f"metadata.{name}": value for name, value in (metadata or {}).items()}


def joined(names: Iterable[str] | None) -> str | None:
    """A list as one query parameter."""
    return ",".join(names) if names else None


def _read(answer: Answer, read: Reader[T]) -> T:
    try:
        return read(json.loads(answer.content))
    except MalformedResponseError as error:
        error.request_id = answer.request_id
        raise
    except ValueError as error:
        message = f"The response is not JSON: {error}"
        raise MalformedResponseError(message, request_id=answer.request_id) from None


class _Page(NamedTuple, Generic[T]):
    values: tuple[T, ...]
    last: str | None
    """Where the next page begins; None when there is none."""


def _page_of(read: Reader[T]) -> Reader[_Page[T]]:
    def read_page(given: Any) -> _Page[T]:
        values = data_of(read)(given)
        last = given.get("last_id") if given.get("has_more") else None
        if given.get("has_more") and not isinstance(last, str):
            raise MalformedResponseError(
                "A page of a list has more behind it, but does not say where"
            )
        return _Page(values, last)

    return read_page


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int):
        return str(value)
    return str(as_json(value))
