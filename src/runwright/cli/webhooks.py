"""`runwright webhooks`: addresses that are told of events, and what became of telling them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import get_args

import click

from runwright.cli import screen
from runwright.cli.connection import connected
from runwright.cli.drawing import Column, local, plain
from runwright.cli.lazy import Lazy
from runwright.cli.options import JSON, LIMIT, SERVER, print_json, print_list
from runwright.client import Delivery, DeliveryDetail
from runwright.client.types.events import DeliveryStatus

_STATUS = click.Choice(get_args(DeliveryStatus))


@click.group(cls=Lazy, default="list")
def webhooks() -> None:
    """List webhooks, and show what was delivered to them."""


@webhooks.command("list")
@LIMIT
@SERVER
@JSON
def list_webhooks(limit: int, server: str | None, as_json: bool) -> None:
    """List webhooks, newest first; also without the word `list`."""
    with connected(server) as client:
        rows = list(islice(client.webhooks.list(page_size=min(limit, 100)), limit))
    if as_json:
        print_list(webhook.raw for webhook in rows)
        return
    shown = screen.out()
    if not rows:
        shown.say("There are no webhooks.")
        return
    columns = [
        Column(title="webhook"),
        Column(title="status"),
        Column(title="url", shrinks=True),
        Column(title="events", shrinks=True, is_optional=True),
    ]
    shown.table(columns, [[w.id, w.status, w.url, ", ".join(w.events)] for w in rows])


@webhooks.command()
@click.argument("webhook")
@click.option("--status", type=_STATUS, help="Only those.")
@LIMIT
@SERVER
@JSON
def deliveries(
    webhook: str, status: DeliveryStatus | None, limit: int, server: str | None, as_json: bool
) -> None:
    """List what was delivered to a webhook in the last 30 days, newest first."""
    with connected(server) as client:
        found = client.webhooks.deliveries(webhook, status=status, page_size=min(limit, 100))
        rows = list(islice(found, limit))
    if as_json:
        print_list(delivery.raw for delivery in rows)
        return
    shown = screen.out()
    if not rows:
        shown.say("There are no deliveries.")
        return
    columns = [
        Column(title="delivery"),
        Column(title="status"),
        Column(title="type"),
        Column(title="created", is_optional=True),
        Column(title="last attempt", shrinks=True, is_optional=True),
    ]
    shown.table(
        columns, [[d.id, d.status, d.type, local(d.created_at), _last_attempt(d)] for d in rows]
    )


@webhooks.command()
@click.argument("webhook")
@click.argument("delivery")
@SERVER
@JSON
def delivery(webhook: str, delivery: str, server: str | None, as_json: bool) -> None:
    """Show a delivery with its request and its response."""
    with connected(server) as client:
        found = client.webhooks.delivery(webhook, delivery)
    if as_json:
        print_json(found.raw)
    else:
        _show(found)


def _show(delivery: DeliveryDetail) -> None:
    shown = screen.out()
    shown.say(f"{delivery.id}  {delivery.type}, {delivery.status}")
    shown.say(shown.dim(f"{local(delivery.created_at)}, {_last_attempt(delivery)}"))
    request, response = delivery.request, delivery.response
    if request is not None:
        shown.say("\nRequest")
        _show_message(shown, request.headers, request.body, request.truncated)
    if response is not None:
        shown.say(f"\nResponse {response.status_code}")
        if response.erased:
            shown.say("  Erased with what the event is about.")
        else:
            _show_message(shown, response.headers or {}, response.body or "", response.truncated)


def _show_message(
    shown: screen.Screen, headers: Mapping[str, str], body: str, truncated: bool
) -> None:
    for name, value in headers.items():
        shown.say(shown.dim(plain(f"  {name}: {value}", is_line=True)))
    if body:
        shown.text(body)
    if truncated:
        shown.say(shown.dim("  The rest is not shown."))


def _last_attempt(delivery: Delivery) -> str:
    if not delivery.attempts:
        return "not sent yet"
    last = delivery.attempts[-1]
    return last.error or f"answered {last.status_code} after {last.ms} ms"
