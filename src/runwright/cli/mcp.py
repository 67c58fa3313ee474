"""`runwright mcp`: offers a project to MCP clients on standard input and output."""

from __future__ import annotations

import importlib.util
import logging
import sys
from pathlib import Path

import click

from runwright import __version__
from runwright.cli.command import command
from runwright.cli.connection import how_to_log_in, key_for, server_address
from runwright.cli.exits import DONE, REFUSED, WRONG_USE, Told
from runwright.cli.lazy import load
from runwright.cli.options import SERVER
from runwright.client import AsyncClient


@command(examples=["runwright mcp", "runwright mcp --allow ~/Documents"])
@click.option(
    "--allow",
    "folders",
    multiple=True,
    metavar="FOLDER",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Let clients upload files from this folder; repeatable.",
)
@SERVER
def mcp(folders: tuple[Path, ...], server: str | None) -> int:
    """Offer runs, search and files to MCP clients.

    An MCP client starts this command and talks to it on standard input and output. The scopes of
    your key decide which tools it offers. Logs go to standard error.
    """
    if importlib.util.find_spec("mcp") is None:
        raise Told("the package mcp is missing: pip install 'runwright[mcp]'", WRONG_USE)
    url = server_address(server)
    access = key_for(url)
    if access is None:
        raise Told(f"there is no key for {url}: {how_to_log_in(url)}", REFUSED)
    try:
        client = AsyncClient(url, access.secret, max_retries=2)
    except ValueError as error:
        raise Told(str(error), WRONG_USE) from None
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    resolved = [folder.resolve() for folder in folders]
    serve = load("runwright.mcp.server").serve
    load("anyio").run(serve, client, url, resolved, __version__)
    return DONE
