"""Whether the language models of a server answer: each is asked one tiny question."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

from runwright.cli.checks import Found, fine, odd, wrong
from runwright.cli.drawing import many
from runwright.config import ProviderSettings, Settings, SettingsError
from runwright.models import catalog
from runwright.models.calling import Caller, Patience
from runwright.models.catalog import Catalog
from runwright.models.conversation import Message, ModelReply, ModelRequest, ToolSpec
from runwright.models.origin import host_of
from runwright.models.providers import open_provider
from runwright.models.providers.types import Failure, Kind
from runwright.models.types import LanguageModel, Snapshot

_TOKENS = 64
_TOOL = ToolSpec(
    "ready",
    "Say that you are ready.",
    {"type": "object", "properties": {}, "additionalProperties": False},
)
_SETUP = "docs/guides/connect-a-model.md"


def check_models(settings: Settings, *, is_offline: bool) -> Iterator[Found]:
    """The catalog, then each provider and each of its models."""
    try:
        known = catalog.load(settings.models)
    except (SettingsError, OSError) as error:
        yield wrong("models", str(error), "docs/settings.md tells how to name them")
        return
    snapshots = many(len(known.snapshots), "snapshot")
    asked = _asked(known)
    if not asked:
        yield fine("models", f"{snapshots}, all embedded: no language model is asked")
    else:
        yield fine("models", f"{snapshots}, {len(asked)} of them a language model's")
    for snapshot, language in asked:
        yield _model(settings, snapshot, language, is_offline=is_offline)
    used = {language.provider for _, language in asked}
    for name in sorted(settings.providers.keys() - used):
        yield _unused(name, settings.providers[name])


def _unused(name: str, given: ProviderSettings) -> Found:
    if given.path is not None and not given.path.exists():
        return wrong(f"provider {name}", f"{given.path} is not there", "put its weights there")
    seen = "is set up, and no snapshot that runs may name uses it"
    return odd(f"provider {name}", seen, f"add one: {_SETUP}")


def _asked(known: Catalog) -> list[tuple[Snapshot, LanguageModel]]:
    return [
        (snapshot, snapshot.language)
        for snapshot in known.snapshots.values()
        if snapshot.runnable and snapshot.language is not None
    ]


def _model(
    settings: Settings, snapshot: Snapshot, language: LanguageModel, *, is_offline: bool
) -> Found:
    host = host_of(language.provider, settings.providers) or "this machine"
    where = f"{language.model} of the provider {language.provider} at {host}"
    if is_offline:
        return fine(snapshot.id, f"{where}, which was not asked")
    try:
        reply = asyncio.run(_ask(settings, snapshot, language))
    except SettingsError as error:
        return wrong(snapshot.id, str(error), _SETUP)
    if isinstance(reply, Failure):
        return _failed(snapshot.id, where, language, reply)
    if language.replies == "tools" and not reply.calls:
        seen = f"{where} answers, but called no tool"
        advice = 'a snapshot with replies = "json" may do better; so may another model'
        return odd(snapshot.id, seen, advice)
    return fine(snapshot.id, f"{where} answers")


async def _ask(
    settings: Settings, snapshot: Snapshot, language: LanguageModel
) -> ModelReply | Failure:
    provider = open_provider(language.provider, settings.providers)
    caller = Caller(provider, Patience(settings.model_seconds, attempts=1))
    try:
        await caller.open()
        return await caller.converse(_request(snapshot, language), caller.deadline())
    finally:
        await caller.close()


def _request(snapshot: Snapshot, language: LanguageModel) -> ModelRequest:
    """Asks as a run does, with next to nothing in it."""
    return ModelRequest(
        model=language.model,
        system="You are being tested. Call the tool `ready`.",
        messages=(Message("user", "Are you ready?"),),
        tools=(_TOOL,),
        max_tokens=min(_TOKENS, language.max_tokens),
        temperature=language.temperature,
        seed=language.seed,
        effort=language.effort,
        context_window=snapshot.context_window,
        weights=language.weights,
        replies=language.replies,
    )


_State = Callable[[str, str, str], Found]
_FAILURES: dict[Kind, tuple[_State, str, str]] = {
    Kind.DENIED: (wrong, "the key is wrong", "set {prefix}_KEY to a valid one"),
    Kind.NO_MODEL: (
        wrong,
        "there is no such model",
        "install it there, or add a snapshot with a `model` that the provider has",
    ),
    Kind.UNREACHABLE: (wrong, "it cannot be reached", "start it, or correct {prefix}_URL"),
    Kind.QUOTA: (wrong, "no credit is left", "add credit to the account of the provider"),
    Kind.TIMEOUT: (
        wrong,
        "no reply came in time",
        "raise RUNWRIGHT_MODEL_SECONDS, or take a smaller model",
    ),
    Kind.FAILING: (wrong, "the provider fails", "look at its log or its status page"),
    Kind.OVERLOADED: (odd, "the provider has too much to do", "try again later"),
    Kind.RATE_LIMITED: (odd, "the provider limits the rate", "try again later"),
    Kind.TOO_LONG: (
        wrong,
        "the shortest request is too long",
        "give the model a larger context window where it is served",
    ),
    Kind.MALFORMED: (
        odd,
        "the reply could not be read",
        'check {prefix}_KIND and {prefix}_URL; a snapshot with replies = "json" may do better',
    ),
    Kind.EMPTY: (odd, "the reply was empty", "look at the provider's log"),
    Kind.REFUSED: (odd, "the model refused", "see whether a filter is in the way"),
}


def _failed(what: str, where: str, language: LanguageModel, failure: Failure) -> Found:
    # So few tokens cut a reply off that is longer; that there is one is what was asked.
    if failure.kind is Kind.TRUNCATED:
        return fine(what, f"{where} answers")
    if failure.kind not in _FAILURES:
        return wrong(what, f"{where}: {failure.detail}", _SETUP)
    state, seen, advice = _FAILURES[failure.kind]
    prefix = f"RUNWRIGHT_PROVIDER_{language.provider.upper()}"
    return state(what, f"{where}: {seen}", advice.format(prefix=prefix))
