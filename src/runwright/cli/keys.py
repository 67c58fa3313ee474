"""`runwright keys`: keys of the project through the API, and the way back in on its machine."""

from __future__ import annotations

import sys
from datetime import datetime
from itertools import islice

import click

from runwright.cli import credentials, screen
from runwright.cli.connection import connected, server_address
from runwright.cli.drawing import Column, local, plain
from runwright.cli.lazy import Elsewhere, Lazy
from runwright.cli.options import JSON, LIMIT, SERVER, YES, moment, names, print_json, print_list
from runwright.client import Key, WaitingLogin

RARELY_GIVEN = frozenset({"keys:write", "projects:write"})
"""Scopes that let others in: a login gets them only by name."""
_HERE = {
    "create": Elsewhere("runwright.cli.keys_local", "Make a key in the database: the way back in.")
}


@click.group(cls=Lazy, default="list", sections={"On the server's own machine": _HERE})
def keys() -> None:
    """List, make, revoke and rotate keys, and let others in.

    Through the API these need a key with keys:read or keys:write. `create` needs none: it writes
    to the server's own database, so it works for whoever can.
    """


@keys.command("list")
@LIMIT
@SERVER
@JSON
def list_keys(limit: int, server: str | None, as_json: bool) -> None:
    """List the project's keys, newest first; also without the word `list`."""
    with connected(server) as client:
        rows = list(islice(client.keys.list(page_size=min(limit, 100)), limit))
    if as_json:
        print_list(key.raw for key in rows)
        return
    columns = [
        Column(title="key"),
        Column(title="name", shrinks=True),
        Column(title="created", is_optional=True),
        Column(title="expires", is_optional=True),
        Column(title="scopes", shrinks=True, is_optional=True),
    ]
    table = [
        [
            key.id,
            key.name,
            local(key.created_at),
            local(key.expires_at) if key.expires_at else "never",
            " ".join(key.scopes),
        ]
        for key in rows
    ]
    screen.out().table(columns, table)


@keys.command()
@click.option("--name", required=True, help="What the key is for.")
@click.option("--scopes", required=True, help="Comma-separated; `all` is all that yours has.")
@click.option("--expires", type=click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M"]), help="When.")
@click.option("--rate-limit", help="Requests a minute, such as 600/min.")
@SERVER
@JSON
def issue(
    name: str,
    scopes: str,
    expires: datetime | None,
    rate_limit: str | None,
    server: str | None,
    as_json: bool,
) -> None:
    """Make a key within your own, and print its secret alone on standard output."""
    with connected(server) as client:
        wanted = client.auth.own_key().scopes if scopes == "all" else names(scopes) or ()
        made = client.keys.create(
            name=name, scopes=wanted, expires_at=moment(expires), rate_limit=rate_limit
        )
    _hand_over(made, as_json)


@keys.command()
@click.argument("key")
@click.option("--grace", type=click.IntRange(0), help="Seconds that the old secret still works.")
@SERVER
@JSON
def rotate(key: str, grace: int | None, server: str | None, as_json: bool) -> None:
    """Give a key a new secret, and print that alone on standard output.

    If it is the key of your login, the new secret is kept in its place.
    """
    url, kept = server_address(server), credentials.read()
    with connected(server) as client:
        is_own = url in kept.keys and client.auth.own_key().id == key
        made = client.keys.rotate(key, grace_seconds=grace)
        if is_own and made.secret:
            credentials.write(kept.with_key(url, made.secret))
    _hand_over(made, as_json)


@keys.command()
@click.argument("key")
@YES
@SERVER
@JSON
def revoke(key: str, yes: bool, server: str | None, as_json: bool) -> None:
    """Revoke a key at once, and for good."""
    if not yes:
        click.confirm(f"Revoke {key} for good?", abort=True, err=True)
    with connected(server) as client:
        gone = client.keys.delete(key)
    if as_json:
        print_json(gone.raw)
    else:
        screen.out().say(f"{gone.id} is revoked.")


@keys.command()
@click.argument("code")
@click.option("--scopes", help="Comma-separated; all of yours but those that let others in.")
@click.option("--refuse", is_flag=True, help="Send whoever asks away.")
@YES
@SERVER
@JSON
def approve(
    code: str, scopes: str | None, refuse: bool, yes: bool, server: str | None, as_json: bool
) -> None:
    """Let somebody in who shows you the CODE of `runwright login`.

    Look at who asks, and from where: whoever it is can act with what you give.
    """
    with connected(server) as client:
        waiting = client.auth.look(code)
        if refuse:
            gone = client.auth.refuse(code)
            _tell(gone.raw, f"{gone.id} is refused.", as_json)
            return
        own = client.auth.own_key().scopes
        given = names(scopes) or [scope for scope in own if scope not in RARELY_GIVEN]
        if not yes:
            _ask(waiting, given)
        approved = client.auth.approve(code, scopes=given)
    name = plain(approved.name, is_line=True)
    _tell(approved.raw, f"{approved.user_code} is approved: {name} has a key.", as_json)


def _ask(waiting: WaitingLogin, scopes: list[str]) -> None:
    if not sys.stdin.isatty():
        raise click.UsageError("there is nobody to ask: look at it, then say --yes")
    notes = screen.err()
    notes.say(f"  name     {plain(waiting.name, is_line=True)}")
    notes.say(f"  address  {plain(waiting.address, is_line=True)}")
    notes.say(f"  asked    {local(waiting.created_at)}")
    notes.say(f"  scopes   {' '.join(scopes)}")
    click.confirm("Let them in?", abort=True, err=True)


def _hand_over(key: Key, as_json: bool) -> None:
    if as_json:
        print_json(key.raw)
    elif key.secret is None:
        raise click.ClickException(f"the answer was lost on its way: rotate {key.id} once more")
    else:
        click.echo(key.secret)
        screen.err().say(f"{key.id}  {plain(key.name, is_line=True)}")


def _tell(raw: object, text: str, as_json: bool) -> None:
    if as_json:
        print_json(raw)
    else:
        screen.out().say(text)
