"""`runwright keys`: the keys of a project, and the way back in on the server's machine."""

from __future__ import annotations

import os
import sys
from datetime import datetime
from itertools import islice
from pathlib import Path

import click

from runwright.cli import credentials, screen
from runwright.cli.connection import (
    connected,
    data_folder,
    is_loopback,
    key_for,
    server_address,
)
from runwright.cli.drawing import Column, local, plain
from runwright.cli.lazy import Lazy, load
from runwright.cli.naming import key_id
from runwright.cli.options import (
    DATA_HELP,
    JSON,
    KEY,
    LIMIT,
    SERVER,
    YES,
    moment,
    names,
    print_json,
    print_list,
)
from runwright.client import Key, WaitingLogin

DATABASE, DATABASE_URL = "runwright.db", "RUNWRIGHT_DATABASE_URL"
RARELY_GIVEN = frozenset({"keys:write", "projects:write"})
"""Scopes that let others in: an approved login gets them only by name."""
_LOCAL = "runwright.cli.keys_local"


@click.group(
    cls=Lazy,
    default="list",
    examples=["runwright keys", "runwright keys create --name laptop --scopes all"],
)
def keys() -> None:
    """List, create, rotate and revoke keys, and approve logins.

    KEY is a name or an id. These commands need a key with keys:read or keys:write; `create
    --local` needs none, because it writes to the server's own database.
    """


@keys.command("list", examples=["runwright keys"])
@LIMIT
@SERVER
@JSON
def list_keys(limit: int, server: str | None, as_json: bool) -> None:
    """List the project's keys, newest first; `list` may be left out."""
    with connected(server) as client:
        rows = list(islice(client.keys.list(page_size=min(limit, 100)), limit))
    if as_json:
        print_list(key.raw for key in rows)
        return
    columns = [
        Column(title="key"),
        Column(title="name", shrinks=True),
        Column(title="last used", is_optional=True),
        Column(title="created", is_optional=True),
        Column(title="expires", is_optional=True),
        Column(title="scopes", shrinks=True, is_optional=True),
    ]
    table = [
        [
            key.id,
            f"{key.name} (yours)" if key.is_current else key.name,
            local(key.last_used_at) if key.last_used_at else "never",
            local(key.created_at),
            local(key.expires_at) if key.expires_at else "never",
            " ".join(key.scopes),
        ]
        for key in rows
    ]
    screen.out().table(columns, table)


@keys.command(
    examples=[
        "KEY=$(runwright keys create --name report --scopes runs:write,runs:read,finance:read)",
        "runwright keys create --name laptop --scopes all --expires 2027-01-01",
        "runwright keys create --local --name me --scopes all",
    ]
)
@click.option("--name", required=True, help="What the key is for.")
@click.option("--scopes", required=True, help="Separated by commas; `all` for every one you have.")
@click.option(
    "--expires",
    metavar="YYYY-MM-DD",
    type=click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M"]),
    help="When it expires.",
)
@click.option("--rate-limit", help="Requests a minute, such as 600/min.")
@click.option("--local", "is_local", is_flag=True, help="In the database on this machine.")
@click.option("--data", type=click.Path(path_type=Path), help=f"{DATA_HELP} Implies --local.")
@click.option("--project", help="The project's name, created if missing. Implies --local.")
@SERVER
@JSON
def create(
    name: str,
    scopes: str,
    expires: datetime | None,
    rate_limit: str | None,
    is_local: bool,
    data: Path | None,
    project: str | None,
    server: str | None,
    as_json: bool,
) -> None:
    """Create a key, and print its secret alone on standard output.

    Your own key must have keys:write, and every scope it gives away. With --local, or if you have
    no key and the server's data folder is here, the key is written to the database directly: that
    needs no key, and it works beside a running server.
    """
    if is_local or data or project or _is_way_back_in(server):
        if expires:
            raise click.UsageError("--expires works only through the API, not with --local")
        load(_LOCAL).create(
            data,
            name=name,
            scopes=scopes,
            project=project,
            rate_limit=rate_limit,
            as_json=as_json,
        )
        return
    with connected(server) as client:
        wanted = client.auth.current_key().scopes if scopes == "all" else names(scopes) or ()
        made = client.keys.create(
            name=name, scopes=wanted, expires_at=moment(expires), rate_limit=rate_limit
        )
    _hand_over(made, as_json)


def _is_way_back_in(server: str | None) -> bool:
    """Whether somebody has no key, but the database of a server on this machine."""
    url = server_address(server)
    is_here = DATABASE_URL in os.environ or (data_folder() / DATABASE).is_file()
    return is_here and is_loopback(url) and key_for(url) is None


@keys.command(examples=["runwright keys rotate laptop --grace 3600"])
@KEY
@click.option(
    "--grace", type=click.IntRange(0), help="How many seconds the old secret still works."
)
@SERVER
@JSON
def rotate(key: str, grace: int | None, server: str | None, as_json: bool) -> None:
    """Give a key a new secret, and print it alone on standard output.

    If it is the key of your login, your login uses the new secret from now on.
    """
    url, kept = server_address(server), credentials.read()
    with connected(server) as client:
        key = key_id(client, key)
        is_own = url in kept.keys and client.auth.current_key().id == key
        made = client.keys.rotate(key, grace_seconds=grace)
        if is_own and made.secret:
            credentials.write(kept.with_key(url, made.secret))
    _hand_over(made, as_json)


@keys.command(examples=["runwright keys revoke laptop"])
@KEY
@YES
@SERVER
@JSON
def revoke(key: str, yes: bool, server: str | None, as_json: bool) -> None:
    """Revoke a key at once, and for good."""
    with connected(server) as client:
        found = key_id(client, key)
        if not yes:
            click.confirm(f"Revoke {key} for good?", abort=True, err=True)
        gone = client.keys.revoke(found)
    if as_json:
        print_json(gone.raw)
    else:
        screen.out().say(f"{gone.id} is revoked.")


@keys.command(
    examples=[
        "runwright keys approve BCDF-GHJK",
        "runwright keys approve BCDF-GHJK --scopes runs:read,runs:write --yes",
    ]
)
@click.argument("code")
@click.option(
    "--scopes", help="Separated by commas; all of yours but those that create keys and projects."
)
@click.option("--refuse", is_flag=True, help="Deny the login instead.")
@YES
@SERVER
@JSON
def approve(
    code: str, scopes: str | None, refuse: bool, yes: bool, server: str | None, as_json: bool
) -> None:
    """Approve a login by the CODE that `runwright login` shows.

    Check who is asking, and from where: they can do everything that you allow.
    """
    with connected(server) as client:
        waiting = client.auth.retrieve(code)
        if refuse:
            gone = client.auth.deny(code)
            _tell(gone.raw, f"{gone.id} is denied.", as_json)
            return
        own = client.auth.current_key().scopes
        given = names(scopes) or [scope for scope in own if scope not in RARELY_GIVEN]
        if not yes:
            _ask(waiting, given)
        approved = client.auth.approve(code, scopes=given)
    name = plain(approved.name, is_line=True)
    _tell(approved.raw, f"{approved.user_code} is approved: {name} has a key.", as_json)


def _ask(waiting: WaitingLogin, scopes: list[str]) -> None:
    if not sys.stdin.isatty():
        raise click.UsageError(
            "this is no terminal, so nobody can confirm: check the login, then add --yes"
        )
    notes = screen.err()
    notes.say(f"  name     {plain(waiting.name, is_line=True)}")
    notes.say(f"  address  {plain(waiting.address, is_line=True)}")
    notes.say(f"  asked    {local(waiting.created_at)}")
    notes.say(f"  scopes   {' '.join(scopes)}")
    click.confirm("Approve this login?", abort=True, err=True)


def _hand_over(key: Key, as_json: bool) -> None:
    if as_json:
        print_json(key.raw)
    elif key.secret is None:
        raise click.ClickException(f"the response was lost: rotate {key.id} once more")
    else:
        click.echo(key.secret)
        screen.err().say(f"{key.id}  {plain(key.name, is_line=True)}")


def _tell(raw: object, text: str, as_json: bool) -> None:
    if as_json:
        print_json(raw)
    else:
        screen.out().say(text)
