"""The route table: each route names its scope, its body and its answer.

A route without a scope cannot be made. The OpenAPI document comes from the same table.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol

from pydantic import BaseModel

from runwright.api.call import Answer, Call, answer
from runwright.api.parsing import Errors, Query
from runwright.api.uploads import Upload
from runwright.db.transaction import Reader, Tx
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope


class Access(Enum):
    """What a route says instead of a scope."""

    ANY_KEY = "any valid key will do"
    NO_KEY = "no key is needed"
    BY_SOURCE = "needs the read scope of the source in the query"
    BY_SOURCES = (
        "needs the read scope of the source in the query, or of any source if there is none"
    )


Handler = Callable[[Call], Awaitable[Answer]]
LookUp = Callable[[Call, Mapping[str, Any], Errors], Awaitable[None]]
"""Is given a body, or the parameters of a GET, as they were sent, and adds to the errors."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeaderShape:
    """A header that a route takes or sends, for the OpenAPI document."""

    name: str
    schema: Mapping[str, Any]
    description: str
    always: bool = False
    """Whether every success carries it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One method of one path."""

    method: str
    path: str
    """With parameters as `{name}`."""
    action: str
    """`<noun>.<verb>`: the operation's name in the audit log and in the OpenAPI document."""
    scope: Scope | Access
    handler: Handler
    summary: str
    answer: type[BaseModel]
    body: type[BaseModel] | None = None
    query: type[Query] | None = None
    upload: Upload | None = None
    """Set when the body is a form with a file; `body` is then what its other parts must be."""
    look_up: LookUp | None = None
    """Names ids that lead nowhere in a request that is wrong elsewhere; else the handler does."""
    content: str | None = None
    """The media type of an answer that is not JSON."""
    status: int = 200
    makes: str | None = None
    """The id prefix of what it creates: the id is made before the first audit entry."""
    problems: tuple[str, ...] = ()
    """Codes that it can answer with, besides those that every route can."""
    request_headers: tuple[HeaderShape, ...] = ()
    """What it reads, besides the headers that every route does."""
    response_headers: tuple[HeaderShape, ...] = ()
    """What its successes carry, besides the headers that every one does."""

    no_query: BaseModel | None = field(init=False, default=None)
    """The query parameters of a request that has none."""
    needs_body: bool = field(init=False, default=True)
    """Whether a request must have a body: one whose fields are all optional may lack it."""

    def __post_init__(self) -> None:
        if not isinstance(self.scope, Scope | Access):
            raise TypeError(f"{self.method} {self.path} names no scope")
        if self.query is not None and not _has_required(self.query):
            object.__setattr__(self, "no_query", self.query())
        needs_body = self.upload is not None or _has_required(self.body)
        object.__setattr__(self, "needs_body", needs_body)

    @property
    def is_mutation(self) -> bool:
        """Whether it can change something, and may have a body."""
        return self.method in ("POST", "PATCH", "DELETE")

    @property
    def takes_idempotency_key(self) -> bool:
        """Whether an `Idempotency-Key` means something here.

        Stored answers belong to a project, and who has no key yet has no project either.
        """
        return self.is_mutation and self.scope is not Access.NO_KEY


class Shown(Protocol):
    """A value that knows how the API shows it."""

    def as_json(self) -> dict[str, Any]:
        """As the API shows it."""


def showing(existing: Callable[[Reader, Grant, str], Shown]) -> Handler:
    """The handler of a route that shows the thing that its path names."""

    async def handle(call: Call) -> Answer:
        thing = call.path["id"]
        return await call.commit(lambda tx: answer(existing(tx, call.grant, thing).as_json()))

    return handle


def deleting(delete: Callable[[Tx, Grant, str], object], what: str) -> Handler:
    """The handler of a route that erases the thing that its path names."""

    async def handle(call: Call) -> Answer:
        thing = call.path["id"]

        def act(tx: Tx) -> Answer:
            delete(tx, call.grant, thing)
            return answer({"id": thing, "object": what, "deleted": True})

        return await call.commit(act)

    return handle


def _has_required(model: type[BaseModel] | None) -> bool:
    return model is not None and any(each.is_required() for each in model.model_fields.values())


class _Node:
    """One place in the tree of paths."""

    __slots__ = ("children", "methods", "parameter", "parameter_name", "template")

    def __init__(self) -> None:
        self.children: dict[str, _Node] = {}
        self.parameter: _Node | None = None
        self.parameter_name = ""
        self.methods: dict[str, Route] = {}
        self.template = ""


@dataclass(frozen=True, slots=True)
class Match:
    """What a path leads to."""

    methods: Mapping[str, Route]
    template: str
    parameters: Mapping[str, str]

    def route(self, method: str) -> Route | None:
        """The route of a method. HEAD is answered as GET is, without the body (RFC 9110)."""
        return self.methods.get("GET" if method == "HEAD" else method)

    @property
    def allowed(self) -> tuple[str, ...]:
        """Every method that is answered here."""
        return tuple(sorted({*self.methods, *(["HEAD"] if "GET" in self.methods else [])}))


class Router:
    """Finds the routes of a path, in as many look-ups as it has segments."""

    def __init__(self, routes: Iterable[Route]) -> None:
        self.routes = tuple(routes)
        self._root = _Node()
        self._fixed: dict[str, Match] = {}
        """What paths without parameters lead to: no request needs a match of its own there."""
        for route in self.routes:
            self._add(route)

    def find(self, path: str) -> Match | None:
        """The routes at a path, or None when there is no such path."""
        return self._fixed.get(path) or self._walk(path)

    def _walk(self, path: str) -> Match | None:
        node: _Node | None = self._root
        parameters: dict[str, str] = {}
        for segment in path.split("/")[1:]:
            if node is None:
                return None
            child = node.children.get(segment)
            if child is None and node.parameter is not None and segment:
                parameters[node.parameter_name] = segment
                child = node.parameter
            node = child
        if node is None or not node.methods:
            return None
        return Match(node.methods, node.template, parameters)

    def _add(self, route: Route) -> None:
        node = self._root
        for segment in route.path.split("/")[1:]:
            if segment.startswith("{"):
                node.parameter = node.parameter or _Node()
                node.parameter_name = segment[1:-1]
                node = node.parameter
            else:
                node = node.children.setdefault(segment, _Node())
        if route.method in node.methods:
            raise ValueError(f"{route.method} {route.path} is there twice")
        node.methods[route.method] = route
        node.template = route.path
        if "{" not in route.path:
            self._fixed[route.path] = Match(node.methods, route.path, {})
