"""Where a model's answers come from: what an operator and a user may know, and never a secret."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from runwright.config import ProviderSettings
from runwright.models.catalog import PROMPTS
from runwright.models.providers import anthropic, openai_compatible
from runwright.models.types import Price, Snapshot

_ADDRESSES = {"openai": openai_compatible.URL, "anthropic": anthropic.URL}
_LOCAL = "local"


class Origin(NamedTuple):
    """Who answers for a model."""

    snapshot: str
    """The frozen snapshot that the model's id means now."""
    kind: Literal["embedded", "language-model"]
    provider: str
    provider_model: str | None
    """The provider's own id for the model; None where the embedded mind does it alone."""
    host: str | None
    """The machine that requests go to, with its port; None where they stay in this server."""
    prompts: str | None
    """The shipped version of the prompts; None for an operator's own, and for the embedded mind."""
    price: Price


def origin_of(snapshot: Snapshot, providers: Mapping[str, ProviderSettings]) -> Origin:
    """The origin of a snapshot's answers, as the providers are set up."""
    language = snapshot.language
    return Origin(
        snapshot=snapshot.id,
        kind="embedded" if language is None else "language-model",
        provider=str(snapshot.frozen["provider"]),
        provider_model=None if language is None else language.model,
        host=None if language is None else host_of(language.provider, providers),
        prompts=None if language is None else _versions().get(language.system),
        price=snapshot.price,
    )


def host_of(name: str, providers: Mapping[str, ProviderSettings]) -> str | None:
    """The host and port of a provider, without paths, users and passwords; None for a local one."""
    given = providers.get(name) or ProviderSettings()
    if given.kind == _LOCAL or (given.kind is None and name == _LOCAL):
        return None
    address = given.url or _ADDRESSES.get(name)
    if address is None:
        return None
    parts = urlsplit(address)
    host = f"[{parts.hostname}]" if parts.hostname and ":" in parts.hostname else parts.hostname
    return host if parts.port is None else f"{host}:{parts.port}"


@cache
def _versions() -> Mapping[str, str]:
    """By its words: the version of each shipped prompt. A snapshot freezes the words alone."""
    return {
        tomllib.loads(path.read_text("utf-8"))["system"]: path.stem
        for path in sorted(PROMPTS.glob("*.toml"))
    }
