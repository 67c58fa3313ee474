"""The values between whoever asks a language model and the provider that answers."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple, Protocol

from runwright.models.conversation import ModelReply, ModelRequest, Usage

OnText = Callable[[str], None]
"""Takes each piece of text as the model writes it."""
OnCall = Callable[[str, str], None]
"""Takes the name of a tool and each piece of its arguments as the model writes them; no name when
it begins anew."""


def unheard(*_: str) -> None:
    """What is done with pieces that nobody wants."""


class Kind(StrEnum):
    """How a call can fail."""

    TIMEOUT = "timeout"
    UNREACHABLE = "unreachable"
    """The connection was refused, or broke."""
    FAILING = "failing"
    """A fault of the provider: 5xx."""
    OVERLOADED = "overloaded"
    """The provider has too much to do: 503, 529."""
    RATE_LIMITED = "rate_limited"
    QUOTA = "quota"
    """The account has no credit left: waiting does not help."""
    TOO_LONG = "too_long"
    """The request does not fit the context window: a shorter one may."""
    NO_MODEL = "no_model"
    """The provider does not have the model that was asked for."""
    DENIED = "denied"
    """Our credentials are wrong: 401, 403."""
    REJECTED = "rejected"
    """What we asked for is wrong: any other 4xx, a redirect, weights that are not there."""
    MALFORMED = "malformed"
    """No reply that could be read, or one that is not what was asked for."""
    EMPTY = "empty"
    REFUSED = "refused"
    """The model or a filter would not answer."""
    TRUNCATED = "truncated"
    """The reply ran into its limit of tokens."""


class Failure(NamedTuple):
    """A call that gave no reply."""

    kind: Kind
    detail: str
    """What happened, in words that may be shown: nothing that the provider sent."""
    retry_after: float | None = None
    """Seconds, if the provider named them."""
    usage: Usage = Usage()

    @property
    def is_ours(self) -> bool:
        """Whether the server is set up wrongly, so that trying again cannot help."""
        return self.kind in (Kind.DENIED, Kind.REJECTED, Kind.NO_MODEL, Kind.QUOTA)


class Provider(Protocol):
    """One attempt at one request; whoever calls decides about trying again."""

    async def open(self) -> None:
        """Load what it needs, so that the first request does not wait for it."""

    async def converse(
        self,
        request: ModelRequest,
        seconds: float,
        on_text: OnText | None = None,
        on_call: OnCall | None = None,
    ) -> ModelReply | Failure:
        """The reply, or what went wrong, within so many seconds."""

    async def close(self) -> None:
        """Let go of connections and processes."""
