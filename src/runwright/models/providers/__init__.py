"""Who answers for a language model: one file and one line here for each way of asking.

Where a provider is and with which key is the operator's setting; what it is asked is the
snapshot's manifest. A provider makes one attempt; `models.calling` decides about another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.util import find_spec

from runwright.config import ProviderSettings, SettingsError
from runwright.models.providers import anthropic, openai_compatible
from runwright.models.providers.anthropic import Anthropic
from runwright.models.providers.local import Local
from runwright.models.providers.openai_compatible import OpenAICompatible
from runwright.models.providers.types import Provider
from runwright.models.providers.vendor import Endpoint

_WELL_KNOWN = {
    "openai": ProviderSettings(kind="openai-compatible", url=openai_compatible.URL),
    "anthropic": ProviderSettings(kind="anthropic", url=anthropic.URL),
    "local": ProviderSettings(kind="local"),
}


def _openai_compatible(name: str, given: ProviderSettings) -> Provider:
    _need(name, "openai", "language")
    key, url, proxy = _key(given), _url(name, given), _proxy(given)
    if given.api_version is not None:
        headers = {"api-key": key} if key else {}
        query = {"api-version": given.api_version}
        return OpenAICompatible(Endpoint(url, headers, query, proxy), is_azure=True)
    headers = {"authorization": f"Bearer {key}"} if key else {}
    return OpenAICompatible(Endpoint(url, headers, proxy=proxy))


def _anthropic(name: str, given: ProviderSettings) -> Provider:
    _need(name, "anthropic", "language")
    key = _key(given)
    headers = {"x-api-key": key} if key else {}
    return Anthropic(Endpoint(_url(name, given), headers, proxy=_proxy(given)))


def _local(name: str, given: ProviderSettings) -> Provider:
    _need(name, "xllamacpp", "local")
    if given.path is None or not given.path.is_dir():
        raise SettingsError(
            f"{_variable(name, 'PATH')} must name the folder in which the GGUF files lie"
        )
    return Local(given.path)


PROVIDERS: Mapping[str, Callable[[str, ProviderSettings], Provider]] = {
    "openai-compatible": _openai_compatible,
    "anthropic": _anthropic,
    "local": _local,
}


def open_provider(name: str, settings: Mapping[str, ProviderSettings]) -> Provider:
    """The provider of that name, as it is set up; `SettingsError` when it is not."""
    known = _WELL_KNOWN.get(name, ProviderSettings())
    given = known.merged(settings.get(name))
    return PROVIDERS[given.kind or "openai-compatible"](name, given)


def _url(name: str, given: ProviderSettings) -> str:
    if given.url is None:
        raise SettingsError(f"{_variable(name, 'URL')} must say where the provider {name} is")
    return given.url


def _key(given: ProviderSettings) -> str | None:
    return given.key.get_secret_value() if given.key else None


def _proxy(given: ProviderSettings) -> str | None:
    return given.proxy.get_secret_value() if given.proxy else None


def _variable(name: str, field: str) -> str:
    return f"RUNWRIGHT_PROVIDER_{name.upper()}_{field}"


def _need(name: str, module: str, extra: str) -> None:
    if find_spec(module) is None:
        raise SettingsError(
            f"the provider {name} needs {module}: install runwright[{extra}], "
            "or take its snapshots out of the models folder"
        )
