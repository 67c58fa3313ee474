"""`runwright webhooks`: addresses that receive events, and what became of each delivery."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any, get_args

import click

from runwright.cli import completing, screen
from runwright.cli.connection import connected
from runwright.cli.drawing import Column, local, plain
from runwright.cli.events import TYPES
from runwright.cli.lazy import Lazy
from runwright.cli.options import (
    JSON,
    LIMIT,
    SERVER,
    WEBHOOK,
    YES,
    names,
    print_json,
    print_list,
)
from runwright.client import Delivery, DeliveryDetail, Webhook
from runwright.client.types.events import DeliveryStatus

_STATUS = click.Choice(get_args(DeliveryStatus))
_GRACE = click.option(
    "--grace", type=click.IntRange(0), help="How many seconds the old secret signs as well."
)


@click.group(
    cls=Lazy,
    default="list",
    examples=["runwright webhooks", "runwright webhooks deliveries wh_… --status failed"],
)
def webhooks() -> None:
    """Create, test and delete webhooks, and inspect their deliveries.

    `runwright listen` delivers events to your own machine instead.
    """


@webhooks.command("list", examples=["runwright webhooks"])
@LIMIT
@SERVER
@JSON
def list_webhooks(limit: int, server: str | None, as_json: bool) -> None:
    """List webhooks, newest first; `list` may be left out."""
    with connected(server) as client:
        rows = list(islice(client.webhooks.list(page_size=min(limit, 100)), limit))
    if as_json:
        print_list(webhook.raw for webhook in rows)
        return
    shown = screen.out()
    if not rows:
        shown.say("There are no webhooks: `runwright webhooks create` makes one.")
        return
    columns = [
        Column(title="webhook"),
        Column(title="status"),
        Column(title="url", shrinks=True),
        Column(title="events", shrinks=True, is_optional=True),
    ]
    shown.table(columns, [[w.id, w.status, w.url, ", ".join(w.events)] for w in rows])


@webhooks.command(examples=["runwright webhooks show wh_…"])
@WEBHOOK
@SERVER
@JSON
def show(webhook: str, server: str | None, as_json: bool) -> None:
    """Show a webhook."""
    with connected(server) as client:
        found = client.webhooks.retrieve(webhook)
    if as_json:
        print_json(found.raw)
    else:
        _tell(found, screen.out())


@webhooks.command(
    examples=[
        "runwright webhooks create https://example.com/hooks --events run.completed,run.failed"
    ]
)
@click.argument("url")
@click.option(
    "--events",
    metavar="TYPES",
    shell_complete=completing.listed(*TYPES),
    help="What to deliver, separated by commas; every type by default.",
)
@SERVER
@JSON
def create(url: str, events: str | None, server: str | None, as_json: bool) -> None:
    """Create a webhook, and print its signing secret alone on standard output."""
    wanted: Any = names(events) or TYPES
    with connected(server) as client:
        made = client.webhooks.create(url=url, events=wanted)
    _hand_over(made, as_json)


@webhooks.command(
    examples=[
        "runwright webhooks update wh_… --events run.completed",
        "runwright webhooks update wh_… --enable",
    ]
)
@WEBHOOK
@click.option("--url", help="The address that deliveries go to.")
@click.option(
    "--events", metavar="TYPES", shell_complete=completing.listed(*TYPES), help="What to deliver."
)
@click.option("--enable/--disable", "is_enabled", default=None, help="Start or stop deliveries.")
@SERVER
@JSON
def update(
    webhook: str,
    url: str | None,
    events: str | None,
    is_enabled: bool | None,
    server: str | None,
    as_json: bool,
) -> None:
    """Change a webhook's address or event types, enable it or disable it."""
    if url is None and events is None and is_enabled is None:
        raise click.UsageError("say what to change")
    status: Any = None if is_enabled is None else "enabled" if is_enabled else "disabled"
    wanted: Any = names(events)
    with connected(server) as client:
        found = client.webhooks.update(webhook, url=url, events=wanted, status=status)
    if as_json:
        print_json(found.raw)
    else:
        _tell(found, screen.out())


@webhooks.command(examples=["runwright webhooks delete wh_…"])
@WEBHOOK
@YES
@SERVER
@JSON
def delete(webhook: str, yes: bool, server: str | None, as_json: bool) -> None:
    """Delete a webhook with its deliveries."""
    with connected(server) as client:
        if not yes:
            click.confirm(f"Delete {webhook} for good?", abort=True, err=True)
        gone = client.webhooks.delete(webhook)
    if as_json:
        print_json(gone.raw)
    else:
        screen.out().say(f"{gone.id} is deleted.")


@webhooks.command(examples=["runwright webhooks rotate wh_… --grace 3600"])
@WEBHOOK
@_GRACE
@SERVER
@JSON
def rotate(webhook: str, grace: int | None, server: str | None, as_json: bool) -> None:
    """Give a webhook a new secret, and print it alone on standard output."""
    with connected(server) as client:
        made = client.webhooks.rotate_secret(webhook, grace_seconds=grace)
    _hand_over(made, as_json)


@webhooks.command(examples=["runwright webhooks test wh_…"])
@WEBHOOK
@SERVER
@JSON
def test(webhook: str, server: str | None, as_json: bool) -> None:
    """Send a test event, once."""
    with connected(server) as client:
        sent = client.webhooks.test(webhook)
    _sent(sent, as_json)


@webhooks.command(
    examples=[
        "runwright webhooks deliveries wh_…",
        "runwright webhooks deliveries wh_… --status failed",
    ]
)
@WEBHOOK
@click.option("--status", type=_STATUS, help="Only these.")
@LIMIT
@SERVER
@JSON
def deliveries(
    webhook: str, status: DeliveryStatus | None, limit: int, server: str | None, as_json: bool
) -> None:
    """List the deliveries of the last 30 days, newest first."""
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


@webhooks.command(examples=["runwright webhooks delivery wh_… dlv_…"])
@WEBHOOK
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


@webhooks.command(examples=["runwright webhooks redeliver wh_… dlv_…"])
@WEBHOOK
@click.argument("delivery")
@SERVER
@JSON
def redeliver(webhook: str, delivery: str, server: str | None, as_json: bool) -> None:
    """Send a delivery again."""
    with connected(server) as client:
        sent = client.webhooks.redeliver(webhook, delivery)
    _sent(sent, as_json)


def _sent(delivery: Delivery, as_json: bool) -> None:
    if as_json:
        print_json(delivery.raw)
    else:
        again = f"runwright webhooks delivery {delivery.webhook} {delivery.id}"
        screen.out().say(f"{delivery.id} is on its way: {again}")


def _hand_over(webhook: Webhook, as_json: bool) -> None:
    if as_json:
        print_json(webhook.raw)
        return
    if webhook.secret is None:
        raise click.ClickException(f"the response was lost: rotate {webhook.id} once more")
    click.echo(webhook.secret)
    _tell(webhook, screen.err())


def _tell(webhook: Webhook, shown: screen.Screen) -> None:
    shown.say(f"{webhook.id}  {plain(webhook.url, is_line=True)}, {webhook.status}")
    shown.say(shown.dim(f"  {', '.join(webhook.events)}"))
    if webhook.disabled_reason:
        shown.say(plain(f"  {webhook.disabled_reason}", is_line=True))


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
            shown.say("  Deleted with the object that the event was about.")
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
        shown.say(shown.dim("  (cut off)"))


def _last_attempt(delivery: Delivery) -> str:
    if not delivery.attempts:
        return "not sent yet"
    last = delivery.attempts[-1]
    return last.error or f"answered {last.status_code} after {last.ms} ms"
