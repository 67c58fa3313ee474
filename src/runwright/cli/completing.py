"""What Tab offers: ids and names of the server's objects, sources, scopes and servers.

Whatever goes wrong here offers nothing: a shell is no place for an error.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import click
from click.shell_completion import CompletionItem

MOST = 30
SECONDS = 3.0
SOURCES = ("calendar", "documents", "finance")
_WORD = re.compile(r"[\w.@+-]+")
Offer = Iterator[tuple[str, str]]
"""What can be typed, and what it is."""
Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def of(noun: str) -> Complete:
    """Offers objects of one kind, such as `run`."""

    def complete(ctx: click.Context, _: click.Parameter, typed: str) -> list[CompletionItem]:
        return [
            CompletionItem(text, help=said)
            for text, said in _offered(noun, ctx)
            if text.startswith(typed)
        ]

    return complete


def listed(*words: str) -> Complete:
    """Offers words that are separated by commas."""

    def complete(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
        before, comma, last = typed.rpartition(",")
        taken = before.split(",")
        return [
            CompletionItem(f"{before}{comma}{word}")
            for word in words
            if word.startswith(last) and word not in taken
        ]

    return complete


def servers(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    """Offers the servers of logins."""
    try:
        kept = importlib.import_module("runwright.cli.credentials").read().keys
    except Exception:
        return []
    return [CompletionItem(url) for url in kept if url.startswith(typed)]


def _offered(noun: str, ctx: click.Context) -> list[tuple[str, str]]:
    try:
        # Loaded here, since most commands are completed without asking a server.
        connection = importlib.import_module("runwright.cli.connection")
        given = ctx.params.get("server") or ctx.find_root().params.get("server")
        with connection.briefly_connected(given, SECONDS) as client:
            return list(_OFFERS[noun](client))
    except Exception:
        return []


def _runs(client: Any) -> Offer:
    yield "last", "the newest run"
    for run in islice(client.runs.list(expand=["request"], page_size=MOST), MOST):
        yield run.id, run.request.prompt if run.request else run.status


def _files(client: Any) -> Offer:
    for file in islice(client.files.list(page_size=MOST), MOST):
        yield from _named(file.id, file.filename)


def _models(client: Any) -> Offer:
    for model in client.models.list():
        yield model.id, model.alias_of or "snapshot"


def _tools(client: Any) -> Offer:
    for tool in client.tools.list():
        yield tool.name, tool.description


def _webhooks(client: Any) -> Offer:
    for webhook in islice(client.webhooks.list(page_size=MOST), MOST):
        yield webhook.id, webhook.url


def _several(noun: str) -> Callable[[Any], Offer]:
    def offer(client: Any) -> Offer:
        for each in islice(getattr(client, noun).list(page_size=MOST), MOST):
            yield from _named(each.id, each.name)

    return offer


def _named(id: str, name: str) -> Offer:
    """Both its name, where that is one word to a shell, and its id."""
    if _WORD.fullmatch(name):
        yield name, id
    yield id, name


_OFFERS: dict[str, Callable[[Any], Offer]] = {
    "run": _runs,
    "file": _files,
    "model": _models,
    "tool": _tools,
    "webhook": _webhooks,
    "agent": _several("agents"),
    "network": _several("networks"),
    "key": _several("keys"),
    "project": _several("projects"),
}
