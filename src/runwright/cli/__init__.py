"""The command `runwright`. Every failure is one clear line, never a stack trace.

A command is loaded when it is named: a key is made without loading the server, and help is told
without loading either.
"""

from __future__ import annotations

import gc
import importlib
import sys

import click

from runwright import __version__
from runwright.config import SettingsError
from runwright.db.failures import DatabaseTooNew, DatabaseUnreachable
from runwright.errors import Problem

COMMANDS = {
    "audit": "Export, sign and verify the audit log.",
    "keys": "Manage keys on the server's own machine.",
    "replay": "Do the finished run RUN again, and compare it with what is stored.",
    "serve": "Serve the API, with its background worker.",
}
"""By name, with what the list of commands says of each; `cli/<name>.py` has a command <name>."""


class _Commands(click.Group):
    """The commands, each loaded from its file when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        # All that a command loads stays: a collector that looks at it again and again finds
        # nothing, and takes a tenth of the time to start.
        gc.disable()
        try:
            module = importlib.import_module(f"runwright.cli.{cmd_name}")
        finally:
            gc.enable()
        command: click.Command = getattr(module, cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="runwright", message="%(prog)s %(version)s")
def cli() -> None:
    """Run tasks, and prove what was read and done."""


def main() -> None:
    """Entry point: exit code 0 done, 1 failed, 2 wrong use or wrong settings; see also `replay`."""
    try:
        sys.exit(cli(standalone_mode=False) or 0)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        sys.exit(error.exit_code)
    except click.exceptions.Abort:
        _fail("stopped", 1)
    except click.ClickException as error:
        _fail(f"{error.format_message()} (runwright --help tells more)", error.exit_code)
    except (SettingsError, DatabaseTooNew) as error:
        _fail(str(error), 2)
    except DatabaseUnreachable as error:
        _fail(str(error), 1)
    except Problem as problem:
        _fail(problem.message, 1)
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error), 1)


def _fail(message: str, code: int) -> None:
    click.echo(f"runwright: {message}", err=True)
    sys.exit(code)
