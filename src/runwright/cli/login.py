"""`runwright login`: a key for this person on this machine, and nobody else."""

from __future__ import annotations

import getpass
import os
import socket
import sys
from pathlib import Path

import click

from runwright.cli import credentials, screen
from runwright.cli.connection import client_of, explained, is_loopback, server_address
from runwright.cli.drawing import many, plain
from runwright.cli.exits import FAILED, REFUSED, Told
from runwright.cli.lazy import load
from runwright.cli.options import JSON, SERVER, print_json
from runwright.client import InvalidRequest, Key, NotEndedYet, Runwright, Unauthenticated
from runwright.client.clients import API_KEY, URL

_LOCAL = "runwright.cli.keys_local"


@click.command()
@click.option("--name", help="What the key is called; you at this machine by default.")
@click.option("--with-key", is_flag=True, help="Keep a key that you have: it is read, not shown.")
@click.option("--local", is_flag=True, help="On the server's own machine: needs no approval.")
@click.option("--data", type=click.Path(path_type=Path), help="The data folder, with --local.")
@SERVER
@JSON
def login(
    name: str | None,
    with_key: bool,
    local: bool,
    data: Path | None,
    server: str | None,
    as_json: bool,
) -> None:
    """Get a key for a server, by somebody's approval.

    Shows a code. Whoever has a key with keys:write approves it in the dashboard, or with
    `runwright keys approve CODE`, and says what the new key may do. It is kept in a file that
    only you can read, and ends with `runwright logout`.
    """
    if with_key and local:
        raise click.UsageError("--with-key and --local exclude each other")
    if data and not local:
        raise click.UsageError("--data goes with --local")
    name = name or f"{getpass.getuser()} at {socket.gethostname()}"[:100]
    if local:
        url, secret = _made_here(name, data, server)
        origin = "that was made here"
    else:
        url = server_address(server)
        _warn_of_plain_text(url)
        secret = _typed() if with_key else _approved(url, name)
        origin = "that was given"
    with explained(url, origin), client_of(url, secret) as client:
        key = _checked(client, url, local)
    where = credentials.write(credentials.read().with_key(url, secret))
    if as_json:
        print_json({"server": url, "key": key.raw, "file": str(where)})
        return
    shown = screen.out()
    scopes = many(len(key.scopes), "scope")
    shown.text(f"Logged in to {url} as {plain(key.name, is_line=True)}, with {scopes}.")
    shown.text(f"The key is in {where}")
    if os.environ.get(API_KEY):
        screen.err().say(f"runwright: {API_KEY} is set, and is used before this login")


def _approved(url: str, name: str) -> str:
    """The secret, once somebody has approved the code that is shown."""
    notes = screen.err()
    with explained(url, ""), client_of(url) as client:
        asked = client.auth.ask(name=name)
        notes.say(f"Open {asked.verification_uri} and type the code")
        notes.say(f"\n    {asked.user_code}\n")
        notes.say(f"or, where somebody is logged in:  runwright keys approve {asked.user_code}")
        notes.say(notes.dim(f"Waiting for approval, {asked.expires_in // 60} minutes at most."))
        try:
            return client.auth.wait(
                asked.device_code, interval=asked.interval, timeout=asked.expires_in
            )
        except NotEndedYet:
            raise Told("nobody has approved the login in time: begin again", REFUSED) from None
        except InvalidRequest as error:
            (reason,) = error.errors.get("device_code", ["was refused"])[:1]
            raise Told(f"the login {reason}", REFUSED) from None


def _typed() -> str:
    """A key that is typed or piped in: an argument would stand in the history of the shell."""
    if sys.stdin.isatty():
        secret = str(click.prompt("Key", hide_input=True, err=True))
    else:
        secret = sys.stdin.readline()
    if not secret.strip():
        raise Told("no key was given on standard input", REFUSED)
    return secret.strip()


def _made_here(name: str, data: Path | None, server: str | None) -> tuple[str, str]:
    """A key that is made in the database itself, as whoever owns it may."""
    made = load(_LOCAL)
    settings = made.settings_of(data)
    url = server_address(server or os.environ.get(URL) or made.address_of(settings))
    with explained(url, ""), client_of(url) as client:
        # Asked first, so that no key is left behind by a server that is not there.
        try:
            client.auth.own_key()
        except Unauthenticated:
            secret: str = made.make_key(settings, name=name, scopes="all")
            return url, secret
    raise Told(f"{url} is no server of Runwright", FAILED)


def _checked(client: Runwright, url: str, is_local: bool) -> Key:
    try:
        return client.auth.own_key()
    except Unauthenticated:
        if is_local:
            raise Told(f"{url} keeps its data elsewhere: name its folder with --data") from None
        raise


def _warn_of_plain_text(url: str) -> None:
    if url.startswith("http://") and not is_loopback(url):
        screen.err().say(f"runwright: what goes to {url} is not encrypted, the key included")
