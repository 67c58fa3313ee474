"""Both clients behind one face, so that each test is written once and runs on either."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncGenerator, Generator
from typing import Any, cast

from runwright.client import AsyncClient, Client

FORMS = ("blocking", "asyncio")


def make(form: str, url: str, secret: str, **options: Any) -> Client:
    """A client of that form; the asynchronous one is used as if it were the other."""
    if form == "blocking":
        return Client(url, secret, **options)
    return cast(Client, _Awaited(lambda: AsyncClient(url, secret, **options)))


class _Awaited:
    """An asynchronous client, or a noun of one, whose calls are awaited on the spot."""

    def __init__(self, make: Any, runner: asyncio.Runner | None = None) -> None:
        self._runner = runner or asyncio.Runner()
        self._inner = make()

    def close(self) -> None:
        self._runner.run(self._inner.close())
        self._runner.close()

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        return self._callable(found) if callable(found) else _Awaited(lambda: found, self._runner)

    def _callable(self, method: Any) -> Any:
        def called(*given: Any, **named: Any) -> Any:
            result = method(*given, **named)
            if inspect.iscoroutine(result):
                return self._runner.run(result)
            if isinstance(result, AsyncGenerator):
                return self._iterated(result)
            return _Awaited(lambda: result, self._runner)

        return called

    def _iterated(self, values: AsyncGenerator[Any, None]) -> Generator[Any, None, None]:
        try:
            while (value := self._runner.run(_next(values))) is not _END:
                yield value
        finally:
            self._runner.run(values.aclose())


_END = object()


async def _next(values: AsyncGenerator[Any, None]) -> Any:
    return await anext(values, _END)
