"""`runwright logout`: the end of a login."""

from __future__ import annotations

import click

from runwright.cli import credentials, screen
from runwright.cli.connection import client_of, explained, server_address
from runwright.cli.exits import NOT_FOUND, Told
from runwright.cli.options import JSON, SERVER, print_json
from runwright.client import Unauthenticated


@click.command()
@click.option("--keep-key", is_flag=True, help="Only forget the key; it stays valid.")
@SERVER
@JSON
def logout(keep_key: bool, server: str | None, as_json: bool) -> None:
    """Revoke the key of a login, and forget it.

    A key that cannot be revoked, since the server does not answer, is not forgotten either.
    """
    url = server_address(server)
    kept = credentials.read()
    secret = kept.keys.get(url)
    if secret is None:
        raise Told(f"there is no login for {url}", NOT_FOUND)
    is_revoked = False
    if not keep_key:
        with explained(url, "of the login"), client_of(url, secret) as client:
            try:
                is_revoked = client.auth.give_up().deleted
            except Unauthenticated:
                # It was revoked elsewhere: all that is left is to forget it.
                is_revoked = True
    credentials.write(kept.without(url))
    if as_json:
        print_json({"server": url, "revoked": is_revoked})
    else:
        end = "The key is revoked and forgotten." if is_revoked else "The key is forgotten."
        screen.out().text(f"Logged out of {url}. {end}")
