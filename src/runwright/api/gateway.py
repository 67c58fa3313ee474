"""The way of every request under `/v1`, in the decided order:

authenticate, rate limit, version, the route's scope (an audit entry, allowed or denied), parse
and validate, then the handler: the body's scopes, idempotency, act. The answer is sent after
its audit entries and its writes are durable. A bad key learns nothing but 401.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Mapping
from typing import Any

import orjson
import structlog

from runwright import ids, logs
from runwright.api import idempotency, parsing, versions
from runwright.api.authentication import Authentication
from runwright.api.bodies import ClientLeft, body_chunks, read_body
from runwright.api.call import EVENT_STREAM, Answer, Call, fingerprint
from runwright.api.envelope import render
from runwright.api.heads import check_size
from runwright.api.hosts import REFUSAL, Hosts
from runwright.api.metrics import Metrics
from runwright.api.protocol import CYCLE, take_body
from runwright.api.router import Access, Match, Route, Router
from runwright.api.sending import send_answer
from runwright.api.uploads import read_upload
from runwright.config import Settings
from runwright.db.database import Database
from runwright.errors import (
    Internal,
    InvalidRequest,
    MethodNotAllowed,
    NotFound,
    Overloaded,
    Problem,
    RateLimited,
    Unauthenticated,
)
from runwright.trust.caller import Caller
from runwright.trust.kernel import Principal, Trail, authorize
from runwright.trust.keyring import KeyRing
from runwright.trust.rates.limits import Allowance, Limiter
from runwright.trust.rates.line import Line
from runwright.trust.rates.streams import OpenStreams
from runwright.trust.scopes import SOURCES, Scope

RATE_WITHOUT_KEY = 120
"""Requests a minute from one address to the few routes that need no key."""
NO_ROUTE = "(none)"
STOPPING = (
    "The server stopped before this request was finished, so the outcome is unknown. "
    "Retry with the same Idempotency-Key."
)
STOPPING_SECONDS = 5

log = structlog.get_logger()


class _Exchange:
    """What is known of a request so far; the answer's headers are made from it."""

    route: Route | None = None
    template = NO_ROUTE
    principal: Principal | None = None
    allowance: Allowance | None = None
    trail: Trail | None = None
    action = "error"
    stream_of: str | None = None
    """The key that it counts for as an open stream."""

    def __init__(self, scope: Mapping[str, Any], hosts: Hosts, version: str) -> None:
        self.started = time.perf_counter()
        self.scope = scope
        self.headers: Mapping[bytes, bytes] = dict(scope["headers"])
        self.request_id = ids.new("req")
        self.version = version
        self._hosts = hosts
        client = scope.get("client")
        self.address = str(client[0]) if client else ""

    def base_url(self) -> str:
        return self._hosts.base_url(self.scope)


class Gateway:
    """The ASGI application of `/v1`."""

    def __init__(  # noqa: PLR0913 - its parts, by name, in one place
        self,
        routes: Iterable[Route],
        *,
        settings: Settings,
        database: Database,
        keyring: KeyRing,
        limits: Limiter,
        versions: versions.Versions,
        metrics: Metrics,
        context: Mapping[str, Any],
    ) -> None:
        self.router = Router(routes)
        self._settings = settings
        self._request_log = logs.RequestLog(settings.log_level in ("debug", "info"))
        self._database = database
        self._authentication = Authentication(keyring, settings.rate_limit)
        self._limits = Line(limits)
        self._streams = OpenStreams()
        self._hosts = Hosts(settings)
        self._versions = versions
        self._metrics = metrics
        self._context = context
        """What body validation may look at, such as the model catalog."""

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        """Answer one request."""
        exchange = _Exchange(scope, self._hosts, self._versions.newest)
        try:
            answer = await self._answer(exchange, receive)
            await send_answer(
                scope,
                answer,
                receive,
                send,
                request_id=exchange.request_id,
                version=exchange.version,
                allowance=exchange.allowance,
            )
            self._account(exchange, answer.status)
        except ClientLeft:
            return
        finally:
            if exchange.stream_of is not None:
                self._streams.leave(exchange.stream_of)

    async def _answer(self, exchange: _Exchange, receive: Any) -> Answer:
        """What is to be sent, when it may leave; `ClientLeft` when nobody waits for it."""
        try:
            try:
                route, call = await self._admit(exchange, receive)
                answer = await route.handler(call)
            finally:
                if exchange.trail:
                    await self._flush(exchange.trail)
            return self._in_version(exchange, answer)
        except ClientLeft:
            raise
        except asyncio.CancelledError:
            # Nobody else cancels a request: the server stops, and its grace is over.
            return self._refuse(exchange, Overloaded(STOPPING, STOPPING_SECONDS))
        except Problem as problem:
            return self._refuse(exchange, problem)
        except Exception:
            log.exception("unhandled", request_id=exchange.request_id, route=exchange.template)
            return self._refuse(exchange, Internal())

    async def _flush(self, entries: Trail) -> None:
        """Store the audit entries that no write has taken along."""
        await self._database.write(lambda tx: tx.audit(*entries))

    async def _admit(self, exchange: _Exchange, receive: Any) -> tuple[Route, Call]:
        scope = exchange.scope
        if not self._hosts.names_this(scope, exchange.headers):
            raise InvalidRequest(REFUSAL)
        match = self.router.find(scope["path"])
        route: Route | None = None
        if match is not None:
            exchange.template = match.template
            route = exchange.route = match.route(scope["method"])
        if route is None or route.scope is not Access.NO_KEY:
            principal = await self._authentication.principal(
                scope, exchange.headers, exchange.address
            )
            exchange.principal = principal
            exchange.version = self._versions.pinned(principal.version)
            asked = principal.buckets
        else:
            asked = ((f"address {exchange.address}", RATE_WITHOUT_KEY),)
        _limit(exchange, self._limits.take(asked) or await self._limits.wait(asked))
        known = self._choose_version(exchange)
        check_size(scope["headers"])
        if match is None:
            raise NotFound("There is nothing at this address.")
        if route is None:
            raise MethodNotAllowed(scope["method"], match.allowed)
        if not known:
            raise self._versions.unknown()
        exchange.action = route.action
        if route.content == EVENT_STREAM and exchange.principal is not None:
            self._streams.enter(exchange.principal.key_id)
            exchange.stream_of = exchange.principal.key_id
        call = self._authorise(exchange, route, match)
        await self._parse(exchange, route, call, receive)
        return route, call

    def _choose_version(self, exchange: _Exchange) -> bool:
        """The key's pin, or what the header asks for; False when there is no such version."""
        asked = exchange.headers.get(b"service-version")
        if asked is None:
            return True
        version = asked.decode("latin-1")
        if version not in self._versions:
            return False
        exchange.version = version
        return True

    def _authorise(self, exchange: _Exchange, route: Route, match: Match) -> Call:
        named = match.parameters.get("id")
        # A path can hold anything; the log holds ids and nothing else.
        resource = named if named and _is_plain_id(named) else None
        if route.makes:
            resource = ids.new(route.makes)
        trail = Trail()
        exchange.trail = trail
        grant: Any = None
        scope = route.scope
        if scope in (Access.BY_SOURCE, Access.BY_SOURCES):
            scope = _source_scope(exchange.scope["query_string"], scope)
        if isinstance(scope, Scope):
            if exchange.principal is None:
                raise Unauthenticated
            grant = authorize(
                exchange.principal,
                scope,
                action=route.action,
                trail=trail,
                resource=resource,
                request_id=exchange.request_id,
            )
        caller = Caller(
            principal=exchange.principal,  # type: ignore[arg-type]
            grant=grant,
            action=route.action,
            request_id=exchange.request_id,
            resource=resource,
            trail=trail,
        )
        call = Call(
            caller=caller,
            database=self._database,
            version=exchange.version,
            find_base_url=exchange.base_url,
            path=match.parameters,
            address=exchange.address,
            headers=exchange.headers,
        )
        if scope is Access.BY_SOURCES:
            call.grants = caller.authorize_any(SOURCES)
        return call

    async def _parse(  # noqa: C901 - each part of a request once, in the order it is read
        self, exchange: _Exchange, route: Route, call: Call, receive: Any
    ) -> None:
        """Headers, query and body, every offending part of them named at once."""
        errors: parsing.Errors = {}
        scope, given = exchange.scope, None
        raw_query = scope["query_string"]
        if not raw_query and (route.query is None or route.no_query is not None):
            call.query = route.no_query
        else:
            model = route.query or parsing.Query
            takes_metadata = "metadata" in model.model_fields
            given = parsing.read_query(raw_query, takes_metadata, errors, model.repeats)
            call.query = parsing.validate(model, given, errors, self._context)
        if route.is_mutation:
            if route.takes_idempotency_key:
                call.idempotency_key = idempotency.read_key(exchange.headers, errors)
            if route.upload is None:
                body = await self._read_body(exchange, route, receive, errors)
            else:
                body, call.arrived = await read_upload(
                    route.upload, call, exchange.headers, body_chunks(receive), errors
                )
            if body is not parsing.UNREADABLE:
                body = self._versions.upgrade(exchange.version, route.action, body)
                call.body = parsing.validate(route.body or _NoBody, body, errors, self._context)
            given = body
            if call.idempotency_key is not None and not errors:
                whole = [raw_query.decode("latin-1"), body]
                if call.arrived is not None:
                    whole += [call.arrived.file.filename, call.arrived.file.sha256]
                call.fingerprint = fingerprint(route.method, scope["path"], whole)
        if errors:
            if call.arrived is not None:
                await call.arrived.sink.discard()
            if route.look_up is not None and isinstance(given, dict):
                await route.look_up(call, given, errors)
            raise InvalidRequest(errors)

    async def _read_body(
        self, exchange: _Exchange, route: Route, receive: Any, errors: parsing.Errors
    ) -> Any:
        most = self._settings.max_body
        cycle = exchange.scope.get(CYCLE)
        data = None if cycle is None else take_body(cycle)
        if data is None:
            data = await read_body(receive, exchange.headers, most)
        if data is None or len(data) > most:
            errors[parsing.BODY] = [f"must have at most {most} bytes"]
            return parsing.UNREADABLE
        if not data and not route.needs_body:
            return {}
        content_type = exchange.headers.get(b"content-type", b"").split(b";")[0].strip().lower()
        if content_type != b"application/json":
            errors["Content-Type"] = ["must be application/json"]
            return parsing.UNREADABLE
        return parsing.read_json(data, errors)

    def _refuse(self, exchange: _Exchange, problem: Problem) -> Answer:
        answer = render(problem, exchange.request_id, exchange.base_url())
        exchange.action = "error"
        return self._in_version(exchange, answer)

    def _in_version(self, exchange: _Exchange, answer: Answer) -> Answer:
        version, action = exchange.version, exchange.action
        if version == self._versions.newest or not self._versions.concerns(version, action):
            return answer
        if answer.stream is not None:
            return answer
        body = self._versions.downgrade(version, action, orjson.loads(answer.body))
        return answer._replace(body=orjson.dumps(body))

    def _account(self, exchange: _Exchange, status: int) -> None:
        seconds = time.perf_counter() - exchange.started
        method = "OTHER" if exchange.route is None else exchange.scope["method"]
        self._metrics.observe(method, exchange.template, status, seconds)
        self._request_log.add(
            {
                "request_id": exchange.request_id,
                "method": method,
                "route": exchange.template,
                "status": status,
                "ms": round(seconds * 1000, 3),
                "key": exchange.principal.key_id if exchange.principal else None,
            }
        )


class _NoBody(parsing.Body):
    """The body of a mutation that takes none: absent, or an empty object."""


def _source_scope(raw_query: bytes, unnamed: Scope | Access) -> Scope | Access:
    """The scope of the source that a query names, or what holds when it names none."""
    query = parsing.read_query(raw_query, False, {})
    if "source" not in query:
        return unnamed
    # A source that does not exist is refused when the query is validated.
    return SOURCES.get(query["source"], Access.BY_SOURCE)


def _limit(exchange: _Exchange, allowance: Allowance) -> None:
    exchange.allowance = allowance
    if not allowance.allowed:
        who = "This key" if exchange.principal else "This address"
        if allowance.is_shared:
            who = "This key and others created by the same key together"
        raise RateLimited(
            f"{who} may make {allowance.limit} requests per minute.", allowance.retry_after
        )


def _is_plain_id(text: str) -> bool:
    return len(text) <= 64 and text.isascii() and text.replace("_", "").replace("-", "").isalnum()
