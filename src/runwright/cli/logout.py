"""`runwright logout`: the end of a login."""

from __future__ import annotations

import click

from runwright.cli import credentials, screen
from runwright.cli.command import command
from runwright.cli.connection import client_of, explained, server_address
from runwright.cli.exits import NOT_FOUND, Told
from runwright.cli.options import JSON, SERVER, print_json
from runwright.client import AuthenticationError


@command(examples=["runwright logout", "runwright logout --server https://runs.example.com"])
@click.option("--keep-key", is_flag=True, help="Forget the key without revoking it.")
@SERVER
@JSON
def logout(keep_key: bool, server: str | None, as_json: bool) -> None:
    """Log out: revoke the key of a login and forget it.

    While the server does not answer, the key can be neither revoked nor forgotten.
    """
    url = server_address(server)
    kept = credentials.read()
    secret = kept.keys.get(url)
    if secret is None:
        raise Told(f"you are not logged in to {url}", NOT_FOUND)
    is_revoked = False
    if not keep_key:
        with explained(url, "of your login"), client_of(url, secret) as client:
            try:
                is_revoked = client.auth.revoke().deleted
            except AuthenticationError:
                # It was revoked elsewhere: all that is left is to forget it.
                is_revoked = True
    credentials.write(kept.without(url))
    if as_json:
        print_json({"server": url, "revoked": is_revoked})
    else:
        end = "The key is revoked and forgotten." if is_revoked else "The key is forgotten."
        screen.out().text(f"Logged out of {url}. {end}")
