"""The command `runwright`. Every failure is one clear line, never a stack trace.

A command is loaded when it is named: those that talk to a server load no server, a key is made
without loading one, and help is told without loading anything.
"""

from __future__ import annotations

import sys
from typing import TextIO, cast

import click

from runwright import __version__
from runwright.cli.drawing import plain
from runwright.cli.exits import INTERRUPTED, told
from runwright.cli.lazy import Elsewhere, Lazy

SECTIONS = {
    "Use a server": {
        "run": "Have a task done, and see how it is done.",
        "runs": "List, show, prove, cancel and delete runs.",
        "trace": "Draw when each part of a run happened.",
        "files": "Upload files, and see what became of them.",
        "agents": "List, make, show and delete agents.",
        "models": "List models, show one, and add one from a file.",
        "tools": "List the tools that runs can use, and show one.",
        "explain": "Print what a prompt is taken for, without running it.",
        "costs": "Chart what runs have cost.",
        "webhooks": "List webhooks, and show what was delivered to them.",
        "mcp": "Offer runs, search and files to MCP clients.",
    },
    "Get in": {
        "login": "Get a key for a server, by somebody's approval.",
        "logout": "Revoke the key of a login, and forget it.",
        "keys": "List, make, revoke and rotate keys, and let others in.",
        "audit": "Read the audit log, and export, sign and verify it.",
    },
    "Be the server": {
        "serve": "Serve the API, with its background worker.",
        "worker": "Do background work beside API processes on PostgreSQL.",
        "doctor": "Check the server, here and from afar, and say what to do.",
        "replay": "Do a finished run again, and compare the bytes.",
        "backup": "Copy everything that the server keeps into a new folder.",
        "restore": "Put a backup back, where nothing is yet, and prove it.",
    },
    "Be comfortable": {
        "completion": "Print what makes a shell complete commands.",
    },
}
"""By name, with what the list says of each; `cli/<name>.py` has a command <name>."""
COMMANDS = {name: said for commands in SECTIONS.values() for name, said in commands.items()}


@click.group(
    cls=Lazy,
    sections={
        title: {name: Elsewhere(f"runwright.cli.{name}", said) for name, said in commands.items()}
        for title, commands in SECTIONS.items()
    },
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="runwright", message="%(prog)s %(version)s")
def cli() -> None:
    """Run tasks, and prove what was read and done."""


def main() -> None:
    """Entry point; `cli/exits.py` has the exit codes."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a sign shows another; it is no reason to fail.
        cast(TextIO, stream).reconfigure(errors="replace")  # type: ignore[attr-defined]
    try:
        sys.exit(cli(prog_name="runwright", standalone_mode=False) or 0)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        sys.exit(error.exit_code)
    except click.exceptions.Abort:
        _fail("stopped", INTERRUPTED)
    except click.ClickException as error:
        _fail(f"{error.format_message()} (runwright --help tells more)", error.exit_code)
    except Exception as error:
        failure = told(error)
        if failure is None:
            raise
        _fail(str(failure), failure.code)


def _fail(message: str, code: int) -> None:
    click.echo(f"runwright: {plain(message, is_line=True)}", err=True)
    sys.exit(code)
