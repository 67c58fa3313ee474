"""The command `runwright`. Every failure is one clear line, never a stack trace.

A command is loaded when it is named: those that talk to a server load no server, a key is made
without loading one, and help is shown without loading anything.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import TextIO, cast

import click

from runwright import __version__
from runwright.cli.command import see_help
from runwright.cli.drawing import plain
from runwright.cli.exits import INTERRUPTED, told
from runwright.cli.lazy import Elsewhere, Lazy

SECTIONS = {
    "Ask": {
        "run": "Ask a question or give a task, and watch the steps.",
        "runs": "List, show, prove, replay, cancel and delete runs.",
        "trace": "Show what a run did, step by step, drawn to scale.",
        "explain": "Show how a prompt is understood, without running it.",
        "open": "Open the dashboard in a browser.",
    },
    "Manage a project": {
        "files": "Upload files, and see what was read from them.",
        "context": "Search what runs can read.",
        "agents": "List, show, create, change and delete agents.",
        "networks": "List, show, create and delete networks of agents.",
        "models": "List, show, add and set up models.",
        "tools": "List the tools that runs can use, or show one.",
        "costs": "Chart what runs have cost.",
        "projects": "Show, create and change projects.",
    },
    "Integrate": {
        "events": "List events, or follow them as they happen.",
        "listen": "Forward events to an address on this machine, signed as webhooks.",
        "webhooks": "Create, test and delete webhooks, and inspect their deliveries.",
        "mcp": "Offer runs, search and files to MCP clients.",
    },
    "Access": {
        "login": "Log in to a server.",
        "logout": "Log out: revoke the key of a login and forget it.",
        "keys": "List, create, rotate and revoke keys, and approve logins.",
        "audit": "Read, export, sign and verify the audit log.",
    },
    "Run a server": {
        "serve": "Start a server: the API, the dashboard and a background worker.",
        "worker": "Start a background worker beside API servers on PostgreSQL.",
        "doctor": "Check this machine and the server, and say what to fix.",
        "replay": "Repeat a finished run on the server's machine and compare the bytes.",
        "backup": "Copy everything that the server stores into a new folder.",
        "restore": "Restore a backup into an empty place, and verify it.",
    },
    "Shell": {
        "completion": "Print the script that completes commands in your shell.",
    },
}
"""By name, with what the list says of each; `cli/<name>.py` has a command <name>."""
COMMANDS = {name: said for commands in SECTIONS.values() for name, said in commands.items()}
COMPLETING = "_RUNWRIGHT_COMPLETE"


@click.group(
    cls=Lazy,
    sections={
        title: {name: Elsewhere(f"runwright.cli.{name}", said) for name, said in commands.items()}
        for title, commands in SECTIONS.items()
    },
    context_settings={"help_option_names": ["-h", "--help"]},
    examples=[
        "runwright login --local",
        "runwright files upload statement.csv",
        'runwright run --context finance "What did I pay at REWE since July?"',
        "runwright trace last",
    ],
)
@click.option("--server", metavar="URL", help="The server, for any command.")
@click.version_option(__version__, prog_name="runwright", message="%(prog)s %(version)s")
def cli(server: str | None) -> None:
    """Ask questions about your own data, and prove what was read and done."""


def main() -> None:
    """Entry point; `cli/exits.py` has the exit codes."""
    if COMPLETING in os.environ:
        # Ctrl-C while a word is being completed ends it without a word.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character shows another; it is no reason to fail.
        cast(TextIO, stream).reconfigure(errors="replace")  # type: ignore[attr-defined]
    try:
        sys.exit(cli(prog_name="runwright", standalone_mode=False) or 0)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        sys.exit(error.exit_code)
    except click.exceptions.Abort:
        _fail("stopped", INTERRUPTED)
    except click.UsageError as error:
        hint = f" {see_help(error.ctx)}" if error.ctx else ""
        _fail(f"{error.format_message()}{hint}", error.exit_code)
    except click.ClickException as error:
        _fail(error.format_message(), error.exit_code)
    except Exception as error:
        failure = told(error)
        if failure is None:
            raise
        _fail(str(failure), failure.code)


def _fail(message: str, code: int) -> None:
    click.echo(f"runwright: {plain(message, is_line=True)}", err=True)
    sys.exit(code)
