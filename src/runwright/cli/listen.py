"""`runwright listen`: events on their way to an address on this machine, signed as webhooks.

A server refuses webhooks to private addresses, and cannot reach a laptop. This command reads the
event stream and delivers each event from here, with the headers that a webhook would have.
"""

from __future__ import annotations

import base64
import json
import os
import time
from contextlib import closing
from typing import Any, NamedTuple

import click
import httpx

from runwright import __version__
from runwright.cli import screen
from runwright.cli.command import command
from runwright.cli.connection import connected, is_loopback
from runwright.cli.drawing import duration, plain
from runwright.cli.events import TYPES_OPTION
from runwright.cli.exits import WRONG_USE, Told
from runwright.cli.options import SERVER, names, print_json
from runwright.cli.screen import Screen
from runwright.client import Event, sign_webhook

SECONDS = 15.0
"""How long the receiver may take to answer."""


class Delivered(NamedTuple):
    """How one delivery ended."""

    status: int | None
    error: str | None
    microseconds: int

    @property
    def is_good(self) -> bool:
        """Whether the receiver took the event."""
        return self.status is not None and 200 <= self.status < 300


@command(
    examples=[
        "runwright listen http://localhost:3000/hooks",
        "runwright listen http://localhost:3000/hooks --types run.completed,run.failed",
        "runwright listen http://localhost:3000/hooks --secret whsec_…",
    ]
)
@click.argument("url")
@TYPES_OPTION
@click.option("--secret", help="Sign with this secret instead of a new one.")
@click.option("--after", metavar="EVENT", help="Start after this event instead of now.")
@SERVER
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document a delivery.")
def listen(
    url: str,
    types: str | None,
    secret: str | None,
    after: str | None,
    server: str | None,
    as_json: bool,
) -> None:
    """Forward events to an address on this machine, signed as webhooks.

    Each event is sent to URL as the server's webhook would send it: same body, same headers,
    signed with the secret that is printed. A delivery that fails is shown and not repeated.
    Ctrl-C stops.
    """
    _check(url)
    wanted: Any = names(types)
    signing = secret or new_secret()
    notes, shown = screen.err(), screen.out()
    with (
        connected(server) as client,
        closing(client.events.stream(type=wanted, after=after)) as events,
        httpx.Client(timeout=SECONDS, trust_env=False) as http,
    ):
        notes.say(f"Forwarding events to {url}. Ctrl-C stops.")
        if secret is None:
            notes.say(f"Signing secret: {signing}")
        for event in events:
            done = deliver(http, url, event, signing)
            if as_json:
                print_json({"event": event.id, "type": event.type, **done._asdict()})
            else:
                shown.say(_line(event, done, shown))


def new_secret() -> str:
    """A secret such as a webhook has."""
    return "whsec_" + base64.b64encode(os.urandom(32)).decode()


def deliver(http: httpx.Client, url: str, event: Event, secret: str) -> Delivered:
    """Send one event, signed."""
    body = json.dumps(event.raw, ensure_ascii=False, separators=(",", ":")).encode()
    headers = {
        "user-agent": f"Runwright-Webhooks/{__version__}",
        **sign_webhook(body, secret, event_id=event.id),
    }
    began = time.perf_counter()
    try:
        status, error = http.post(url, content=body, headers=headers).status_code, None
    except httpx.HTTPError as failure:
        status, error = None, str(failure) or type(failure).__name__
    return Delivered(status, error, int((time.perf_counter() - began) * 1_000_000))


def _check(url: str) -> None:
    try:
        parts = httpx.URL(url)
    except httpx.InvalidURL as error:
        raise Told(f"{url} is not an address: {error}", WRONG_USE) from None
    if parts.scheme not in ("http", "https") or not parts.host:
        raise Told(f"{url} must look like http://localhost:3000/hooks", WRONG_USE)
    if parts.scheme == "http" and not is_loopback(url):
        screen.err().say(f"runwright: events sent to {url} are not encrypted")


def _line(event: Event, done: Delivered, shown: Screen) -> str:
    ended = str(done.status) if done.status is not None else plain(done.error or "", is_line=True)
    colour = "green" if done.is_good else "red"
    took = duration(done.microseconds)
    return f"{event.type}  {event.subject_id}  {shown.coloured(ended, colour)}  {took}"
