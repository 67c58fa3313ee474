"""What is asked of the outside world, and what it replies: values, without any I/O.

A call is a generator that yields what it wants done and is sent what came of it. The blocking and
the asynchronous client differ only in who does it (see `wires`).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from runwright.client.uploads import Form

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One HTTP request."""

    method: str
    url: str
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(repr=False)
    body: bytes | None = None
    form: Form | None = None
    timeout: float
    """Seconds without any progress after which there will be none."""

    @property
    def can_repeat(self) -> bool:
        """Whether it can be sent a second time."""
        return self.form is None or self.form.source.can_repeat


@dataclass(frozen=True, slots=True, kw_only=True)
class Send:
    """Send a request, and read the whole answer: gives `Answer` or `Lost`."""

    request: Request


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """Send a request, and leave the body of a good answer to `Read`: gives `Answer` or `Lost`."""

    request: Request


@dataclass(frozen=True, slots=True)
class Read:
    """Read on in what was opened: gives bytes, None at the end, or `Lost`."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Do nothing for so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Work:
    """Do something that may take a moment, such as writing to a file."""

    work: Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Give(Generic[T]):
    """Hand something to whoever iterates."""

    value: T


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the server answered."""

    status: int
    headers: Mapping[str, str]
    """By names in small letters."""
    content: bytes

    @property
    def request_id(self) -> str | None:
        """Under which the server's log and audit log have it."""
        return self.headers.get("request-id")


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """No answer came, or not all of it."""

    error: Exception
    timed_out: bool = False
    hopeless: bool = False
    """Whether another try can only end in the same way."""


Ask = Send | Open | Read | Pause | Work
Reply = Answer | Lost | bytes | None

Steps = Generator[Ask, Reply, T]
"""A call that ends with one value."""
Flow = Generator[Ask | Give[T], Reply, None]
"""A call that gives values one after another."""


def send(request: Request) -> Steps[Answer | Lost]:
    """Send, and read the whole answer."""
    reply = yield Send(request=request)
    if isinstance(reply, Answer | Lost):
        return reply
    raise _misplaced(reply)


def open_stream(request: Request) -> Steps[Answer | Lost]:
    """Send, and leave the body to be read piece by piece."""
    reply = yield Open(request=request)
    if isinstance(reply, Answer | Lost):
        return reply
    raise _misplaced(reply)


def read_piece() -> Steps[bytes | Lost | None]:
    """The next bytes of what was opened."""
    reply = yield Read()
    if isinstance(reply, Answer):
        raise _misplaced(reply)
    return reply


def _misplaced(reply: Reply) -> TypeError:
    return TypeError(f"a wire has replied with {type(reply).__name__} to something else")


def drain(flow: Flow[T], take: Callable[[T], Ask | None]) -> Steps[None]:
    """Carry a flow out to its end, and do with what it gives as `take` asks."""
    reply: Reply = None
    while True:
        try:
            ask = flow.send(reply)
        except StopIteration:
            return
        if isinstance(ask, Give):
            reply, wanted = None, take(ask.value)
            if wanted is not None:
                yield wanted
        else:
            reply = yield ask
