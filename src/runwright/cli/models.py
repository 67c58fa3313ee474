"""`runwright models`: what can run a task."""

from __future__ import annotations

from collections.abc import Iterator

import click

from runwright.cli import screen
from runwright.cli.connection import connected
from runwright.cli.drawing import Column, plain
from runwright.cli.lazy import Elsewhere, Lazy
from runwright.cli.options import JSON, SERVER, argument, print_json, print_list
from runwright.client import ModelOrigin, ModelPrice

_HERE = {
    "add": Elsewhere("runwright.cli.models_local", "Add a language model from a GGUF file."),
    "setup": Elsewhere("runwright.cli.models_setup", "Set up the embedded models."),
}


@click.group(
    cls=Lazy,
    default="list",
    sections={"On the server's own machine": _HERE},
    examples=["runwright models", "runwright models show y0-deep", "runwright models setup"],
)
def models() -> None:
    """List, show, add and set up models."""


@models.command("list", examples=["runwright models"])
@SERVER
@JSON
def list_models(server: str | None, as_json: bool) -> None:
    """List models and their dated snapshots; `list` may be left out."""
    with connected(server) as client:
        found = client.models.list()
    if as_json:
        print_list(model.raw for model in found)
        return
    columns = [
        Column(title="model"),
        Column(title="family"),
        Column(title="status"),
        Column(title="alias of", is_optional=True),
    ]
    rows = [[m.id, m.family, m.status, m.alias_of or "-"] for m in found]
    screen.out().table(columns, rows)


@models.command(examples=["runwright models show y0-deep"])
@argument("model")
@SERVER
@JSON
def show(model: str, server: str | None, as_json: bool) -> None:
    """Show a model: what answers for it, its limits, its price and its scores."""
    with connected(server) as client:
        found = client.models.retrieve(model, expand=["origin"])
    if as_json:
        print_json(found.raw)
        return
    shown = screen.out()
    shown.say(f"{found.id}  {found.family}, {found.status}")
    if found.origin is not None:
        for name, value in _origin(found.id, found.origin):
            shown.say(f"  {name:<14}  {plain(value, is_line=True)}")
    shown.say(f"  context window  {found.context_window:,}")
    shown.say(f"  max steps       {found.max_steps_ceiling}")
    for name, score in found.benchmarks.items():
        shown.say(f"  {name:<14}  {score:g}")
    if found.deprecation is not None:
        gone = found.deprecation
        shown.say(f"It retires on {gone.retires_at:%Y-%m-%d}; use {gone.replacement} instead.")


def _origin(model: str, origin: ModelOrigin) -> Iterator[tuple[str, str]]:
    if model != origin.snapshot:
        yield "alias of", origin.snapshot
    if origin.provider_model is None:
        yield "answers", "the embedded mind; nothing leaves the server"
    else:
        yield "answers", f"a language model: {origin.provider_model}"
        yield "provider", origin.provider
        yield "at", origin.host or "the server's own machine"
        yield "prompts", origin.prompts or "the operator's own"
    yield "price", _price(origin.price)


def _price(price: ModelPrice) -> str:
    amounts = {
        "a million tokens in": price.input,
        "a million cached": price.cached,
        "a million written to the cache": price.cache_write,
        "a million out": price.output,
        "a step": price.step,
    }
    priced = [f"{amount:f} {price.currency} {what}" for what, amount in amounts.items() if amount]
    return ", ".join(priced) or "free"
