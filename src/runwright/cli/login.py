"""`runwright login`: a key for this person on this machine, and nobody else."""

from __future__ import annotations

import getpass
import os
import socket
import sys
from pathlib import Path

import click

from runwright.cli import address_file, credentials, screen
from runwright.cli.command import command
from runwright.cli.connection import (
    client_of,
    explained,
    is_loopback,
    server_address,
)
from runwright.cli.drawing import many, plain
from runwright.cli.exits import FAILED, REFUSED, Told
from runwright.cli.lazy import load
from runwright.cli.options import JSON, SERVER, print_json
from runwright.client import AuthenticationError, Client, InvalidRequestError, Key, WaitTimeoutError
from runwright.client.clients import API_KEY, URL

_LOCAL = "runwright.cli.keys_local"


@command(
    examples=[
        "runwright login --local",
        "runwright login --server https://runs.example.com",
        "runwright login --with-key < key.txt",
    ]
)
@click.option("--name", help="What the key is called; you and this machine by default.")
@click.option(
    "--with-key", is_flag=True, help="Use a key that you have; it is read from standard input."
)
@click.option("--local", is_flag=True, help="On the server's own machine, without approval.")
@click.option(
    "--data", type=click.Path(path_type=Path), help="The server's data folder, with --local."
)
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
    """Log in to a server.

    Shows a code. Somebody with a keys:write key approves it in the dashboard or with `runwright
    keys approve CODE`, and decides what your new key may do. The key is stored in a file that
    only you can read; `runwright logout` revokes it.
    """
    if with_key and local:
        raise click.UsageError("use only one of --with-key and --local")
    if data and not local:
        raise click.UsageError("--data needs --local")
    name = name or f"{getpass.getuser()} at {socket.gethostname()}"[:100]
    if local:
        url, secret = _made_here(name, data, server)
        origin = "that was created here"
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
    shown.text(f"The key is stored in {where}")
    if os.environ.get(API_KEY):
        screen.err().say(f"runwright: {API_KEY} is set and takes precedence over this login")


def _approved(url: str, name: str) -> str:
    """The secret, once somebody has approved the code that is shown."""
    notes = screen.err()
    with explained(url, ""), client_of(url) as client:
        asked = client.auth.start(name=name)
        notes.say(f"Open {asked.verification_uri} and enter the code")
        notes.say(f"\n    {asked.user_code}\n")
        notes.say(f"or run, where you are logged in:  runwright keys approve {asked.user_code}")
        notes.say(
            notes.dim(
                f"Waiting for approval; the code is valid for {asked.expires_in // 60} minutes."
            )
        )
        try:
            return client.auth.wait(
                asked.device_code, interval=asked.interval, timeout=asked.expires_in
            )
        except WaitTimeoutError:
            raise Told("nobody approved the login in time: start again", REFUSED) from None
        except InvalidRequestError as error:
            (reason,) = error.errors.get("device_code", ["was refused"])[:1]
            raise Told(f"the login {reason}", REFUSED) from None


def _typed() -> str:
    """A key that is typed or piped in: an argument would stand in the history of the shell."""
    if sys.stdin.isatty():
        secret = str(click.prompt("Key", hide_input=True, err=True))
    else:
        secret = sys.stdin.readline()
    if not secret.strip():
        raise Told("standard input is empty: there is no key", REFUSED)
    return secret.strip()


def _made_here(name: str, data: Path | None, server: str | None) -> tuple[str, str]:
    """A key that is created in the database itself, which only its owner can do."""
    made = load(_LOCAL)
    settings = made.settings_of(data)
    named = server or os.environ.get(URL) or address_file.read(settings.data)
    url = server_address(named or made.address_of(settings))
    with explained(url, ""), client_of(url) as client:
        # Asked first, so that no key is left behind by a server that is not there.
        try:
            client.auth.current_key()
        except AuthenticationError:
            secret: str = made.make_key(settings, name=name, scopes="all")
            return url, secret
    raise Told(f"{url} is not a Runwright server", FAILED)


def _checked(client: Client, url: str, is_local: bool) -> Key:
    try:
        return client.auth.current_key()
    except AuthenticationError:
        if is_local:
            raise Told(f"{url} stores its data elsewhere: name its folder with --data") from None
        raise


def _warn_of_plain_text(url: str) -> None:
    if url.startswith("http://") and not is_loopback(url):
        screen.err().say(
            f"runwright: the connection to {url} is not encrypted; your key can be read on the way"
        )
